/// What takes a table view from one revision to another.
///
/// Hand reloads, deletes and inserts to one `performBatchUpdates`: the rows that a data source answers with are those
/// after the update by then, and a batch of reloads alone would find other row counts than before. A table view takes
/// reloads and deletes by the rows before the batch and inserts by the rows after it, whatever the order of the calls.
///
/// - Deleted and reloaded rows are row paths *before* the update; inserted and resized ones are row paths *after* it.
/// - No row is both reloaded and deleted, and none is moved.
/// - For each section: rows after = rows before + inserted − deleted.
public struct BatchUpdate: Hashable, Sendable {
  /// Sections that go away, as positions before the update, ascending.
  public var deletedSections: [Int] = []
  /// Sections that come, as positions after the update, ascending.
  public var insertedSections: [Int] = []
  /// Rows that go away, as positions before the update, ascending and disjoint.
  public var deletedRows: [RowRange] = []
  /// Rows that come, as positions after the update, ascending and disjoint.
  public var insertedRows: [RowRange] = []
  /// Rows that stay and show something else, as positions before the update, ascending.
  public var reloadedRows: [RowPath] = []
  /// Rows that stay and only change their height, as positions after the update, ascending.
  public var resizedRows: [RowPath] = []

  /// Creates a batch update that changes nothing.
  public init() {}

  /// Whether nothing changes on screen.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty
      && reloadedRows.isEmpty && resizedRows.isEmpty
  }
}
