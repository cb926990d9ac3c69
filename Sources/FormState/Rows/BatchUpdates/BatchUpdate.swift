/// The changes that take a table view from one revision to another.
///
/// There are two ways to perform a batch update. ``stages`` are for table and collection views, which use row paths
/// before and after a stage; ``steps`` are for anything that performs one step after another: an `NSTableView`, an
/// array, a terminal, a web page. A `UITableView` also accepts all of it in one `performBatchUpdates`.
///
/// - Deleted and reloaded rows are row paths *before* the update; inserted and resized ones are row paths *after* it.
/// - No row is both reloaded and deleted, and none is moved: the rows of a moved instance are deleted and inserted,
///   unless you use ``movingRows``. A row may be both reloaded and resized, if both its content and its height change.
/// - For each section that stays: rows after = rows before + inserted − deleted. Deleted and inserted sections include
///   their rows, which are not listed. Sections are deleted and inserted when a response is upgraded to another version
///   of its form.
public struct BatchUpdate: Hashable, Sendable {
  /// Deleted sections, as positions before the update, ascending.
  public var deletedSections: [Int] = []
  /// Inserted sections, as positions after the update, ascending.
  public var insertedSections: [Int] = []
  /// Deleted rows, as positions before the update, ascending and disjoint.
  public var deletedRows: [RowRange] = []
  /// Inserted rows, as positions after the update, ascending and disjoint.
  public var insertedRows: [RowRange] = []
  /// Of the deleted and inserted rows, those of repeat instances that moved but are unchanged, ascending by their
  /// positions before the update.
  ///
  /// They are also part of ``deletedRows`` and ``insertedRows``, so a view that cannot move rows can ignore them; one
  /// that can uses ``movingRows``.
  public var movedRows: [RowMove] = []
  /// Rows that stay with other contents, as positions before the update, ascending.
  ///
  /// Each keeps its cell, kind and reuse identifier, so a table view may configure its cell again (`reconfigureRows`,
  /// `reconfigureItems`); replacing the cell (`reloadRows`) would take the keyboard from a text field in it. A row that
  /// needs another cell, as after an upgrade, is deleted and inserted.
  public var reloadedRows: [RowPath] = []
  /// Rows that stay with another height, as positions after the update, ascending and disjoint.
  public var resizedRows: [RowRange] = []
  /// Sections whose header appears or disappears because rules make them relevant or irrelevant; positions before and
  /// after, ascending. The section itself stays, without rows while it is irrelevant.
  public var changedHeaders: [Int] = []
  /// Sections that stay with another header, for example in another language; positions before and after, ascending.
  /// They are part of the first of the ``stages``.
  public var reloadedHeaders: [Int] = []

  /// Creates a batch update that changes nothing.
  public init() {}

  /// Whether nothing changes on screen.
  public var isEmpty: Bool { !hasReloads && !movesRows && resizedRows.isEmpty && changedHeaders.isEmpty }

  private var hasReloads: Bool { !reloadedRows.isEmpty || !reloadedHeaders.isEmpty }

  /// Whether sections or rows are inserted or deleted.
  var movesRows: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty
      && movedRows.isEmpty)
  }
}

extension BatchUpdate {
  /// The update as table and collection views need it: one batch of reloads first, then one of everything else.
  ///
  /// During the first stage, a table view must find the rows at their old positions with their new contents; in the
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
  /// The update as consecutive steps: deletions from the bottom up, insertions from the top down, then reloads and
  /// resizes.
  ///
  /// The contents that a step needs are at its row paths after the update, so an already updated session can provide
  /// them. Sections are deleted after the rows of those that stay, and inserted before them. Section numbers are
  /// therefore the old ones during deletions, and the final ones afterwards.
  ///
  /// - Complexity: O(m) for m sections, ranges and reloaded rows.
  public var steps: [BatchStep] {
    goingRows.reversed().map(BatchStep.delete) + deletedSections.reversed().map(BatchStep.deleteSection)
      + insertedSections.map(BatchStep.insertSection) + comingRows.map(BatchStep.insert)
      + reloadedRowsAfter.map(BatchStep.reload) + resizedRows.map(BatchStep.resize)
  }

  /// The row paths of the reloaded rows after the update, in the same order. O(m) for m sections, ranges and rows.
  public var reloadedRowsAfter: [RowPath] { pathsAfter(reloadedRows) }

  /// Whether a row keeps its position, contents and height. O(m) for m sections, ranges and rows.
  public func keeps(_ path: RowPath) -> Bool {
    func holds(_ range: RowRange) -> Bool { range.section == path.section && range.rows.contains(path.row) }
    return !deletedSections.contains(path.section) && !goingRows.contains(where: holds)
      && !reloadedRows.contains(path) && !resizedRows.contains(where: holds)
      && pathsAfter([path]) == [path]
  }

  /// The row paths after the update of rows that stay, for paths in ascending order. O(m).
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

/// One step of a batch update, with row paths after the previous steps.
@nonexhaustive
public enum BatchStep: Hashable, Sendable {
  /// Rows are deleted.
  case delete(RowRange)
  /// A section is deleted with all of its rows.
  case deleteSection(Int)
  /// A section is inserted with all of its rows, at its final position.
  case insertSection(Int)
  /// Rows are inserted, at their final row paths.
  case insert(RowRange)
  /// A row's content changes; its row path is the final one.
  case reload(RowPath)
  /// Rows change their height; their row paths are the final ones.
  case resize(RowRange)
}
