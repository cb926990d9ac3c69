/// What takes a table view from one revision to another.
///
/// A batch update can be handed over in two ways. ``stages`` are for table and collection views, which take row paths
/// by the rows before and after a stage; ``steps`` are for whatever takes one step after the other: an `NSTableView`,
/// an array, a terminal, a web page. A `UITableView` also takes the whole of it in one `performBatchUpdates`.
///
/// - Deleted and reloaded rows are row paths *before* the update; inserted and resized ones are row paths *after* it.
/// - No row is both reloaded and deleted, and none is moved: the rows of an instance that moves go and come, though
///   ``movingRows`` moves them instead. A row may be reloaded as well as resized, where both its content and its height
///   change.
/// - For each section that stays: rows after = rows before + inserted − deleted. A section that goes takes its rows
///   along, and one that comes brings its own; none of these is named. Sections come and go when a response moves to
///   another version of its form.
public struct BatchUpdate: Hashable, Sendable {
  /// Sections that go away, as positions before the update, ascending.
  public var deletedSections: [Int] = []
  /// Sections that come, as positions after the update, ascending.
  public var insertedSections: [Int] = []
  /// Rows that go away, as positions before the update, ascending and disjoint.
  public var deletedRows: [RowRange] = []
  /// Rows that come, as positions after the update, ascending and disjoint.
  public var insertedRows: [RowRange] = []
  /// Of the rows that go and come, those of instances of repeats that have moved and are otherwise as they were,
  /// ascending by where they were.
  ///
  /// They are part of ``deletedRows`` and ``insertedRows`` besides, so anyone who cannot move rows need not look at
  /// them; anyone who can takes ``movingRows``.
  public var movedRows: [RowMove] = []
  /// Rows that stay and show something else, as positions before the update, ascending.
  public var reloadedRows: [RowPath] = []
  /// Rows that stay and change their height, as positions after the update, ascending and disjoint.
  public var resizedRows: [RowRange] = []
  /// Sections whose header comes or goes, since rules make them relevant or irrelevant; positions before and after,
  /// ascending. The section itself stays, without rows as long as it is irrelevant.
  public var changedHeaders: [Int] = []
  /// Sections that stay and whose header shows something else, such as after another language was chosen; positions
  /// before and after, ascending. They are part of the first of the ``stages``.
  public var reloadedHeaders: [Int] = []

  /// Creates a batch update that changes nothing.
  package init() {}

  /// Whether nothing changes on screen.
  public var isEmpty: Bool { !hasReloads && !movesRows && resizedRows.isEmpty && changedHeaders.isEmpty }

  private var hasReloads: Bool { !reloadedRows.isEmpty || !reloadedHeaders.isEmpty }

  /// Whether sections or rows come or go.
  var movesRows: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty
      && movedRows.isEmpty)
  }
}

extension BatchUpdate {
  /// The update as table and collection views want it: one batch of reloads first, then one of everything else.
  ///
  /// While it takes the first stage, a table view must find the rows as they were, with their new content; with the
  /// second stage the rows move. `FormSession.apply(_:showing:)` answers it accordingly.
  public var stages: [BatchUpdate] {
    var reloads = BatchUpdate()
    reloads.reloadedRows = reloadedRows
    reloads.reloadedHeaders = reloadedHeaders
    var rest = self
    rest.reloadedRows = []
    rest.reloadedHeaders = []
    return [reloads, rest].filter { !$0.isEmpty }
  }
}

extension BatchUpdate {
  /// The update as steps to take one after the other: deletes from the bottom up, inserts from the top down, then
  /// reloads and resizes.
  ///
  /// Whatever a step shows, it finds at the step's row paths in the rows after the update, so that a session that has
  /// moved on already can be asked for it. Sections go after the rows of those that stay, and come before them, so that
  /// the numbers of sections are the old ones as long as something goes, and the final ones from then on.
  ///
  /// - Complexity: O(m) for m sections, ranges and reloaded rows.
  public var steps: [BatchStep] {
    goingRows.reversed().map(BatchStep.delete) + deletedSections.reversed().map(BatchStep.deleteSection)
      + insertedSections.map(BatchStep.insertSection) + comingRows.map(BatchStep.insert)
      + reloadedRowsAfter.map(BatchStep.reload) + resizedRows.map(BatchStep.resize)
  }

  /// The row paths that the reloaded rows have after the update, in the same order. O(m) for m sections, ranges and
  /// rows.
  public var reloadedRowsAfter: [RowPath] { pathsAfter(reloadedRows) }

  /// Whether a row stays where it is, shows what it showed and is as tall as it was. O(m) for m sections, ranges and
  /// rows.
  public func keeps(_ path: RowPath) -> Bool {
    func holds(_ range: RowRange) -> Bool { range.section == path.section && range.rows.contains(path.row) }
    return !deletedSections.contains(path.section) && !goingRows.contains(where: holds)
      && !reloadedRows.contains(path) && !resizedRows.contains(where: holds)
      && pathsAfter([path]) == [path]
  }

  /// The row paths after the update of rows that stay, given in ascending order. O(m).
  private func pathsAfter(_ paths: [RowPath]) -> [RowPath] {
    var deleted = goingRows[...]
    var inserted = comingRows[...]
    var section: Int?
    var sectionAfter = 0
    var goneBefore = 0
    var comeBefore = 0
    return paths.map { path in
      if path.section != section {
        section = path.section
        sectionAfter = self.sectionAfter(path.section)
        (goneBefore, comeBefore) = (0, 0)
        deleted = deleted.drop { $0.section < path.section }
        inserted = inserted.drop { $0.section < sectionAfter }
      }
      while let range = deleted.first, range.section == path.section, range.rows.lowerBound < path.row {
        goneBefore = goneBefore.clampedSum(range.rows.clampedCount)
        deleted = deleted.dropFirst()
      }
      let kept = path.row.clampedDifference(goneBefore)
      while let range = inserted.first, range.section == sectionAfter,
        range.rows.lowerBound <= kept.clampedSum(comeBefore)
      {
        comeBefore = comeBefore.clampedSum(range.rows.clampedCount)
        inserted = inserted.dropFirst()
      }
      return RowPath(section: sectionAfter, row: kept.clampedSum(comeBefore))
    }
  }

  /// The position after the update of a section that stays. O(m).
  private func sectionAfter(_ section: Int) -> Int {
    let kept = section.clampedDifference(deletedSections.count { $0 < section })
    return insertedSections.reduce(kept) { $1 <= $0 ? $0.clampedSum(1) : $0 }
  }
}

/// One step of a batch update, its row paths by the rows as the steps before it leave them.
@nonexhaustive
public enum BatchStep: Hashable, Sendable {
  /// Rows go away.
  case delete(RowRange)
  /// A section goes away with all of its rows.
  case deleteSection(Int)
  /// A section comes with all of its rows; it has the position that it has after the last step as well.
  case insertSection(Int)
  /// Rows come; they have the row paths that they have after the last step as well.
  case insert(RowRange)
  /// A row shows something else; it has the row path that it has after the last step as well.
  case reload(RowPath)
  /// Rows change their height; they have the row paths that they have after the last step as well.
  case resize(RowRange)
}
