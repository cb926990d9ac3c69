/// An action was refused; nothing was changed.
public enum ActionError: Error, Hashable, Sendable {
  /// The form has no cell with the key; the nearest key, if any is near.
  case unknownCell(key: String, nearest: String?)
  /// The form has no section with the key; the nearest key, if any is near.
  case unknownSection(key: String, nearest: String?)
  /// The form has no section at that position; how many it has.
  case noSuchSection(RowPath, sectionCount: Int)
  /// The section shows no row at that position; how many it shows.
  case noSuchRow(RowPath, rowCount: Int)
  /// The cell cannot be expanded or collapsed.
  case notExpandable(cell: String)
  /// The cell is not an option.
  case notAnOption(cell: String, kind: CellKind)
  /// The section cannot be folded.
  case notFoldable(section: String)
  /// The cell does not accept the value.
  case refusedValue(cell: String, RefusedValue)
  /// The cell holds no value that could be cleared.
  case holdsNoValue(cell: String, kind: CellKind)
}

extension ActionError: CustomStringConvertible {
  /// What was refused and what would be accepted, in one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownCell(let key, let nearest):
      "there is no cell “\(key)”" + nearest.asSuggestion
    case .unknownSection(let key, let nearest):
      "there is no section “\(key)”" + nearest.asSuggestion
    case .noSuchSection(let path, let count):
      "there is no row \(path): the form has \(Self.counted(count, "section"))\(Self.range(of: count))"
    case .noSuchRow(let path, let count):
      "there is no row \(path): section \(path.section) shows \(Self.counted(count, "row"))"
        + "\(Self.range(of: count)); a hidden cell has no row path, address it by its key"
    case .notExpandable(let cell):
      "the cell “\(cell)” is not expandable"
    case .notAnOption(let cell, let kind):
      "the cell “\(cell)” is of kind \(kind.rawValue), not an option; "
        + "an option shows when the cell above it is expanded, and its key works always"
    case .notFoldable(let section):
      "the section “\(section)” is not foldable"
    case .refusedValue(let cell, let refusal):
      "the cell “\(cell)” refuses the value: \(refusal)"
    case .holdsNoValue(let cell, let kind):
      "the cell “\(cell)” is of kind \(kind.rawValue) and holds no value; clear the cell above it"
    }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private static func range(of count: Int) -> String {
    count > 0 ? " (0 to \(count - 1))" : ""
  }
}
