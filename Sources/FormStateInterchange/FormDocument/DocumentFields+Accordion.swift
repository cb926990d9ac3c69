import FormState

extension DocumentFields {
  /// Which things of a form are an accordion; `nil` when it is missing or after a fault.
  mutating func formAccordion() -> FormAccordion? {
    switch members["accordion"] {
    case nil, .boolean(false): return nil
    case .boolean(true), .string("cells"): return .cells
    case .string("sections"): return .sections
    case .some:
      addFault(
        "accordion", "is no accordion that is known",
        "write true for the cells at the top level of all sections, \"sections\" for the sections themselves")
      return nil
    }
  }
}
