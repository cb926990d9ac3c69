/// Where in a document a fault was found.
enum DocumentPlace: Equatable, Sendable {
  /// A line and a column of a text format, both counted from 1; a column is one Unicode scalar wide.
  case text(line: Int, column: Int)

  /// A byte of a binary format, counted from 0.
  case byte(Int)

  /// An object of a binary property list: its number in the offset table, and the byte it begins at.
  case object(Int, byte: Int)

  /// The document as a whole.
  case wholeDocument
}

extension DocumentPlace: CustomStringConvertible {
  /// The place in words; empty for the whole document.
  var description: String {
    switch self {
    case .text(let line, let column): "line \(line), column \(column)"
    case .byte(let offset): "byte \(offset)"
    case .object(let number, let offset): "object \(number) at byte \(offset)"
    case .wholeDocument: ""
    }
  }
}
