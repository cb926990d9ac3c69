/// What takes a table view from one revision to another.
///
/// A batch update can be handed over in two ways. ``stages`` are for table and collection views, which take row paths by the
/// rows before and after a stage; ``steps`` are for whatever takes one step after the other: an `NSTableView`, an array, a
/// terminal, a web page. A `UITableView` also takes the whole of it in one `performBatchUpdates`.
///
/// - Deleted and reloaded rows are row paths *before* the update; inserted and resized ones are row paths *after* it.
/// - No row is both reloaded and deleted, and none is moved. A row may be reloaded as well as resized, where both its
///   content and its height change.
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
  /// Rows that stay and change their height, as positions after the update, ascending and disjoint.
  public var resizedRows: [RowRange] = []

  /// Creates a batch update that changes nothing.
  public init() {}

  /// Whether nothing changes on screen.
  public var isEmpty: Bool { !hasReloads && !movesRows && resizedRows.isEmpty }

  private var hasReloads: Bool { !reloadedRows.isEmpty }

  /// Whether sections or rows come or go.
  var movesRows: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty)
  }
}
