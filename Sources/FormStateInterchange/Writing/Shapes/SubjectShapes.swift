import FormState

extension ResponseKey: Shape {
  package static let meaning = "Which response something is about."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, "The key of the form.")
    m("response", \.response, "The key of the response.")
  }
}

/// Which cell something is about.
package struct PrintedAddress: Shape {
  package static let meaning = "Which cell something is about."

  /// The key of the cell.
  package let cell: String
  /// The number of its instance of a repeat; 0 outside of repeats.
  package let instance: Int

  /// Addresses a cell.
  package init(_ cell: String, in instance: Int) { (self.cell, self.instance) = (cell, instance) }

  /// What commands and actions call the cell.
  package var address: String { instance == 0 ? cell : "\(cell):\(instance)" }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("cell", \.cell, "The key of the cell.")
    m("instance", \.instance, "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.")
    m(
      "address", \.address,
      "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats."
    )
  }
}

extension CellKind: PrintedWord {}
extension Answer.Source: PrintedWord {}
