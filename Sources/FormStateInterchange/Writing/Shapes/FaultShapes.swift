import FormState

extension Fault.Kind: PrintedWord {}
extension FormRule.Severity: PrintedWord {}

extension Fault: Shape {
  package static let meaning = "Something that is wrong with what a cell holds."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("fault", \.kind, "What is wrong.")
    m(
      "faultNumber", \.number,
      "Of a constraint and of what was reported, its number among those of the cell, from 1; otherwise 0.")
    m("message", \.message, "What a person is told.")
    m("severity", \.severity, "How much it matters: an error keeps the response from being completed.")
    m.ifAny("reporter", \.reporter, "Who reported it; left out for an unnamed reporter.")
  }
}

/// A fault with what it is about.
package struct PlacedFault: Shape {
  package static let meaning =
    "Something that is wrong: with what a cell holds, or without a cell with the whole response."

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
    m.includeIfAny(\.question?.names)
    m.includeIfAny(\.address)
    m.include(\.fault)
  }

  /// The cell; `nil` for a fault of the whole response.
  private var address: PrintedAddress? {
    fault.cell.map { PrintedAddress($0, in: fault.instance, called: fault.address ?? "") }
  }
}
