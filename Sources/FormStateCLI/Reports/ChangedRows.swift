#if CommandLine
import FormState
import FormStateInterchange

/// A batch update with the cell and the titles of each row: what takes a table view from the rows before to the rows
/// after.
struct ChangedRows: Shape {
  static let meaning = "What takes a table view from the rows before to the rows after."

  private let batch: BatchUpdate
  private let deleted: [ChangedRow]
  private let inserted: [ChangedRow]
  private let moved: [KeptRow]
  private let reloaded: [KeptRow]
  private let resized: [ChangedRow]

  /// Looks the rows of a batch update up.
  ///
  /// - Complexity: O(r log n) for r rows that came, went or changed.
  init(of batch: BatchUpdate, before: ShownForm, after: ShownForm) {
    func rows(_ ranges: [RowRange], in shown: ShownForm) -> [ChangedRow] {
      ranges.flatMap(\.paths).compactMap { path in shown.row(at: path).map { ChangedRow(path: path, row: $0) } }
    }
    func kept(_ path: RowPath, _ newPath: RowPath) -> KeptRow? {
      after.row(at: newPath).map { KeptRow(path: path, newPath: newPath, row: $0) }
    }
    self.batch = batch
    (deleted, inserted) = (rows(batch.deletedRows, in: before), rows(batch.insertedRows, in: after))
    resized = rows(batch.resizedRows, in: after)
    moved = batch.movedRows.flatMap { zip($0.from.paths, $0.to.paths).compactMap(kept) }
    reloaded = zip(batch.reloadedRows, batch.reloadedRowsAfter).compactMap(kept)
  }

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m(
      "deletedSections", \.batch.deletedSections,
      "The deleted sections with all of their rows, by their positions before.")
    m(
      "insertedSections", \.batch.insertedSections,
      "The inserted sections with all of their rows, by their positions afterwards.")
    m("deletedRows", \.deleted, "The deleted rows, by their row paths before.")
    m("insertedRows", \.inserted, "The inserted rows, by their row paths afterwards.")
    m("movedRows", \.moved, "Of the deleted and inserted rows, those of instances of repeats that moved.")
    m("reloadedRows", \.reloaded, "The rows that stay and show something else.")
    m("resizedRows", \.resized, "The rows whose height changed, by their row paths afterwards.")
    m("changedHeaders", \.batch.changedHeaders, "The sections whose header appeared or disappeared.")
    m("reloadedHeaders", \.batch.reloadedHeaders, "The sections whose header shows something else.")
  }
}

/// A row that was inserted, deleted or resized.
private struct ChangedRow: Shape {
  static let meaning = "A row that was inserted, deleted or resized."

  let path: RowPath
  let row: VisibleRow

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m(
      "path", \.path,
      "Its row path: the position of the section, and of the row among those that show, both from 0.")
    m.include(\.name)
  }

  private var name: RowName { RowName(row: row) }
}

/// A row that stays.
private struct KeptRow: Shape {
  static let meaning = "A row that stays."

  let path: RowPath
  let newPath: RowPath
  let row: VisibleRow

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("path", \.path, "Where it was before.")
    m("newPath", \.newPath, "Where it is afterwards.")
    m.include(\.name)
  }

  private var name: RowName { RowName(row: row) }
}

/// The cell and the titles of a row.
private struct RowName: Shape {
  static let meaning = "The cell and the titles of a row."

  let row: VisibleRow

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.address)
    m("title", { $0.row.reportedTitle ?? $0.row.title }, "The title that the row displays.")
    m("subtitle", \.row.subtitle, "Its second title.")
  }

  private var address: PrintedAddress { PrintedAddress(row.key, in: row.instance, called: row.address) }
}
#endif
