import FormState

extension Fault.Kind: PrintedWord {}
extension FormRule.Severity: PrintedWord {}

extension Fault: Shape {
  package static let meaning = "Something that is wrong with what a cell holds."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("kind", \.kind, "What is wrong.")
    m(
      "number", \.number,
      "Of a constraint and of what was reported, its number among those of the cell, from 1; otherwise 0.")
    m("message", \.message, "What a person is told.")
    m("severity", \.severity, "How much it matters: an error keeps the response from being completed.")
    m.ifAny(
      "reporter", \.printedReporter, "Who reported it, null for nobody in particular; only with the kind reported.")
  }

  private var printedReporter: String?? { kind == .reported ? .some(reporter) : .none }
}

/// A fault with what it is about.
package struct PlacedFault: Shape {
  package static let meaning = "Something that is wrong with an answer, or with the whole response."

  private let fault: Fault
  private let question: Question?

  /// Names the question of a fault.
  ///
  /// - Parameter questions: the questions and repeats by their keys.
  package init(_ fault: Fault, in questions: [String: Question]) {
    self.fault = fault
    question = fault.cell.flatMap { questions[$0] }
  }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m(
      "section", \.question?.section,
      "The section as a person reads it: its title, or its key where it has none. Null for a fault of the whole response, and for one of a cell that asks nothing."
    )
    m("question", \.question?.name, "What a person calls the cell, with those above it. Null as for `section`.")
    m("cell", \.fault.cell, "The key of the cell; null for a fault of the whole response.")
    m(
      "instance", \.fault.instance,
      "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.")
    m("address", \.fault.address, "What commands call the cell; null for a fault of the whole response.")
    m.include(\.fault)
  }
}
