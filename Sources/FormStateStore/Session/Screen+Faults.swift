import FormState

extension Screen {
  /// What is wrong with the answers, in the order of the form.
  mutating func faults() -> [Fault] {
    // While rows are yet to move, the index does not know all instances.
    guard heldBack.isEmpty else { return shownForm.faults(in: state) }
    var known = knownFaults ?? KnownFaults(of: shown)
    knownFaults = nil
    defer { knownFaults = known }
    return known.faults(in: shown)
  }
}
