/// One step of a batch update, its row paths by the rows as the steps before it leave them.
public enum BatchStep: Hashable, Sendable {
  /// Rows go away.
  case delete(RowRange)
  /// Rows come; they have the row paths that they have after the last step as well.
  case insert(RowRange)
  /// A row shows something else; it has the row path that it has after the last step as well.
  case reload(RowPath)
  /// Rows change their height; they have the row paths that they have after the last step as well.
  case resize(RowRange)
}
