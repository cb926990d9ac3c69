/// What a table has of rows that do not show.
@nonexhaustive
public enum HiddenRows: String, CaseIterable, Hashable, Sendable {
  /// Nothing: a hidden cell has no row path, and rows are deleted and inserted as they go and come.
  case removed
  /// A row without height: every cell has a row path always, its position in the section, and rows are only resized.
  case zeroHeight
}
