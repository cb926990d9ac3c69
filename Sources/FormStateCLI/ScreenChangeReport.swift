import FormState
import FormStateStore

/// Tells what an action changed on screen.
enum ScreenChangeReport {
  /// How many rows of a range are listed by title before the rest is only counted.
  private static let listedRows = 10

  /// The change as JSON, rows as `[section,row]`.
  static func json(of change: ScreenChange) -> OrderedJSON {
    let batch = change.batch
    return .object([
      ("revision", .integer(change.revision)),
      (
        "batch",
        .object([
          ("deletedSections", .array(batch.deletedSections.map(OrderedJSON.integer))),
          ("insertedSections", .array(batch.insertedSections.map(OrderedJSON.integer))),
          ("deletedRows", .array(batch.deletedRows.flatMap(\.paths).map { OrderedJSON($0) })),
          ("insertedRows", .array(batch.insertedRows.flatMap(\.paths).map { OrderedJSON($0) })),
          ("reloadedRows", .array(batch.reloadedRows.map { OrderedJSON($0) })),
          ("resizedRows", .array(batch.resizedRows.map { OrderedJSON($0) })),
        ])
      ),
    ])
  }

  /// The change in words, a line for every row that changed.
  static func text(of change: ScreenChange, in store: FormStore, key: ResponseKey) throws -> String {
    let batch = change.batch
    guard !batch.isEmpty else { return "Revision \(change.revision): nothing changed on screen." }
    let reloaded = batch.reloadedRows.map { (old: $0, new: batch.pathAfter($0)) }
    let inserted = batch.insertedRows.flatMap { $0.paths.prefix(listedRows) }
    let asked = reloaded.map(\.new) + inserted
    let read = try store.rowTitles(at: asked, of: key)
    // Another process may have gone on already; then its rows are not the ones that this action changed.
    let titles = read.revision == change.revision ? read.titles : [:]
    var lines = ["Revision \(change.revision)"]
    lines += reloaded.map { "  reloaded \($0.old)\(words(titles[$0.new]))" }
    lines += batch.deletedRows.map { "  deleted  \(words($0))" }
    for range in batch.insertedRows {
      lines += range.paths.prefix(listedRows).map { "  inserted \($0)\(words(titles[$0]))" }
      let rest = range.rows.count - listedRows
      if rest > 0 { lines.append("  inserted … and \(rest) more, up to \(last(of: range))") }
    }
    return lines.joined(separator: "\n")
  }

  private static func words(_ title: FormStore.RowTitle?) -> String {
    guard let title else { return "" }
    let shown = [title.title, title.subtitle].filter { !$0.isEmpty }.map(TerminalText.plain)
    return " " + (shown.isEmpty ? TerminalText.plain(title.key) : shown.joined(separator: " · "))
  }

  private static func words(_ range: RowRange) -> String {
    let first = RowPath(section: range.section, row: range.rows.lowerBound)
    return range.rows.count == 1 ? "\(first)" : "\(first) to \(last(of: range)), \(range.rows.count) rows"
  }

  private static func last(of range: RowRange) -> RowPath {
    RowPath(section: range.section, row: range.rows.upperBound - 1)
  }
}

extension BatchUpdate {
  /// Where a row that stays stands after the update.
  fileprivate func pathAfter(_ path: RowPath) -> RowPath {
    var row = path.row
    for range in deletedRows where range.section == path.section && range.rows.upperBound <= path.row {
      row -= range.rows.count
    }
    for range in insertedRows where range.section == path.section && range.rows.lowerBound <= row {
      row += range.rows.count
    }
    return RowPath(section: path.section, row: row)
  }
}
