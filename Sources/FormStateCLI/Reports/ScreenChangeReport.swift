#if CommandLine
import FormState
import FormStateStore

/// Reports in words what an action changed on screen.
enum ScreenChangeReport {
  /// How many rows of each kind are listed before the rest is only counted.
  private static let listedRows = 20

  /// What was done, with a line for every change, and then the effect on the rows.
  ///
  /// - Parameters:
  ///   - session: shows the rows in another language; `nil` for the form's own, whose titles are in the file.
  ///   - language: the language of answers; `nil` for the stored texts.
  ///   - drafted: the cells of which only the drafts may have changed.
  static func text(
    of change: ScreenChange, in store: FormStore, key: ResponseKey, _ session: FormSession? = nil,
    in language: SentenceLanguage? = nil, drafted: [CellReference] = []
  ) throws -> String {
    guard change.revision != change.previousRevision else {
      guard !drafted.isEmpty else { return "No changes (revision \(change.revision))." }
      let drafts = try drafted.map { TerminalText.plain(try store.draftSentence(of: $0, in: key, in: language)) }
      return (drafts + [try rows(of: change, in: store, key: key, session)]).joined(separator: "\n")
    }
    let emptied = "The history no longer says what it was, and nothing up to here can be undone."
    let sentences =
      try store.sentences(
        of: key, after: change.previousRevision, through: change.revision, limit: listedRows + 1, in: language)
      + (store.isEmptied(key, to: change.revision) ? [emptied] : [])
    var lines = sentences.prefix(listedRows).map(TerminalText.plain)
    if sentences.count > listedRows { lines.append("…") }
    return (lines + [try rows(of: change, in: store, key: key, session)]).joined(separator: "\n")
  }

  private static func rows(
    of change: ScreenChange, in store: FormStore, key: ResponseKey, _ session: FormSession?
  ) throws -> String {
    let batch = change.batch
    let paths =
      batch.reloadedRowsAfter.prefix(listedRows) + batch.insertedRows.lazy.flatMap(\.paths).prefix(listedRows)
      + batch.resizedRows.lazy.flatMap(\.paths).prefix(listedRows)
    if let session {
      let rows = paths.compactMap(session.row(at:))
      let titles = rows.map { ($0.path, FormStore.RowTitle($0)) }
      return text(of: change, titles: Dictionary(titles) { first, _ in first })
    }
    let read = try store.rowTitles(at: paths, of: key)
    // Another process may have changed the response already; then its rows are not the ones that this action changed.
    return text(of: change, titles: read.revision == change.revision ? read.titles : [:])
  }

  /// The change in words, given the titles of the rows after it.
  static func text(of change: ScreenChange, titles: [RowPath: FormStore.RowTitle]) -> String {
    let batch = change.batch
    guard !batch.isEmpty else { return "Revision \(change.revision): no visible changes." }
    let reloaded = zip(batch.reloadedRows, batch.reloadedRowsAfter).prefix(listedRows).map { (old: $0, new: $1) }
    let deleted = batch.deletedRows.prefix(listedRows)
    let inserted = Array(batch.insertedRows.lazy.flatMap(\.paths).prefix(listedRows))
    let resized = Array(batch.resizedRows.lazy.flatMap(\.paths).prefix(listedRows))
    var lines = ["Revision \(change.revision)"]
    lines += sections("deleted ", batch.deletedSections) + sections("inserted", batch.insertedSections)
    lines += batch.changedHeaders.isEmpty ? [] : sections("header of", batch.changedHeaders)
    lines += reloaded.map { "  reloaded \($0.old)\(words(titles[$0.new]))" }
    lines += rest("reloaded", batch.reloadedRows.count - reloaded.count)
    lines += deleted.map { "  deleted  \(words($0))" }
    lines += rest("deleted ", rowCount(batch.deletedRows.dropFirst(deleted.count)))
    lines += inserted.map { "  inserted \($0)\(words(titles[$0]))" }
    lines += rest("inserted", rowCount(batch.insertedRows) - inserted.count)
    lines += resized.map { "  resized  \($0)\(words(titles[$0]))" }
    lines += rest("resized ", rowCount(batch.resizedRows) - resized.count)
    return lines.joined(separator: "\n")
  }

  private static func sections(_ name: String, _ sections: [Int]) -> [String] {
    guard !sections.isEmpty else { return [] }
    let numbers = sections.prefix(listedRows).map(String.init).joined(separator: ", ")
    let more = sections.count > listedRows ? " and \(sections.count - listedRows) more" : ""
    return ["  \(name) section\(sections.count == 1 ? "" : "s") \(numbers)\(more)"]
  }

  private static func rest(_ name: String, _ count: Int) -> [String] {
    count > 0 ? ["  \(name) … and \(Count.of(count, "more row"))"] : []
  }

  private static func rowCount(_ ranges: some Sequence<RowRange>) -> Int {
    ranges.reduce(0) { $0 + $1.rows.count }
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
#endif
