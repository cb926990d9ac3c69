/// How a table represents hidden rows.
@nonexhaustive
public enum HiddenRows: String, CaseIterable, Hashable, Sendable {
  /// Not at all: a hidden cell has no row path, and rows are inserted and deleted as they appear and disappear.
  case removed
  /// As rows without height: every cell always has a row path, its position in the section, and rows are only resized.
  case zeroHeight
}
