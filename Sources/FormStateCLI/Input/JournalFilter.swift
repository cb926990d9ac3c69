#if CommandLine
import ArgumentParser
import FormState
import FormStateStore

/// The journal entries of a command.
struct JournalFilter: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only entries about this cell.", valueName: "key"), completion: Completions.cells)
  var cell: String?

  @Option(
    help: ArgumentHelp(
      "Only changes after this revision, or since this day or time in UTC: 12, 2026-11-21, 2026-11-21T08:30Z.",
      valueName: "revision|time"))
  var since: JournalStart?

  @Option(help: ArgumentHelp("Only this many, the most recent ones.", valueName: "number"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be a number, 1 or more.") }
  }

  /// Whether there is no filter.
  var isEmpty: Bool { cell == nil && since == nil && limit == nil }

  /// The matching entries, oldest first.
  ///
  /// - Parameter author: their author; `nil` for all.
  /// - Throws: `ActionError.Code.unknownCell` for a cell that is neither in the form nor in an entry; ``StoreError``.
  func entries(of key: ResponseKey, by author: String?, in store: FormStore) throws -> [JournalEntry] {
    var entries = try since?.entries(of: key, in: store) ?? store.journal(of: key)
    if let cell = cell?.canonicalKey { entries = try entriesAbout(cell, among: entries, of: key, in: store) }
    if let author { entries.removeAll { $0.author != author } }
    return limit.map { Array(entries.suffix($0)) } ?? entries
  }

  /// The entries about a cell: in every instance of repeats, or in the one that its address names, which may be
  /// removed by now.
  private func entriesAbout(
    _ cell: String, among entries: [JournalEntry], of key: ResponseKey, in store: FormStore
  ) throws -> [JournalEntry] {
    let found = entries.filter { $0.isAbout(cell) }
    guard found.isEmpty else { return found }
    if case .instance(let cell, let number) = CellReference(text: cell, isKey: { _ in false }) {
      let names = InstanceNames(entries)
      let found = entries.filter { $0.naming(names).isAbout(cell, in: names.brief(number)) }
      guard found.isEmpty else { return found }
    }
    let status = try store.status(of: .key(cell), in: key)
    return entries.filter { $0.isAbout(status.key, in: status.instance) }
  }
}

/// The beginning of a range of the journal: a revision, or a time.
enum JournalStart: ExpressibleByArgument {
  case revision(Int)
  case time(Timestamp)

  init?(argument: String) {
    if let revision = Int(argument), revision >= 0 {
      self = .revision(revision)
      return
    }
    let text = argument.hasSuffix("Z") ? String(argument.dropLast()) : argument
    // A day, minutes, seconds, or milliseconds.
    let endings = ["T00:00:00.000Z", ":00.000Z", ".000Z", "Z"]
    guard let time = endings.lazy.compactMap({ Timestamp(isoText: text + $0) }).first else { return nil }
    self = .time(time)
  }

  /// The entries after it, oldest first.
  func entries(of key: ResponseKey, in store: FormStore) throws -> [JournalEntry] {
    switch self {
    case .revision(let revision): try store.journal(of: key, after: revision)
    // Clocks can be set back, so entries need not be ordered by time.
    case .time(let time): try store.journal(of: key).filter { $0.time >= time }
    }
  }
}

extension JournalEntry {
  /// Whether an entry acts on a cell or an instance, or changes any part of it; without a number in any instance.
  fileprivate func isAbout(_ cell: String, in instance: Int? = nil) -> Bool {
    switch action.cell {
    case .key(cell)? where (instance ?? 0) == 0: return true
    case .instance(cell, let number)? where number == instance ?? number: return true
    default: break
    }
    return changes.contains { change in
      [.cell, .instance].contains(change.field.scope) && change.subject.key == cell
        && change.subject.instance == instance ?? change.subject.instance
    }
  }
}
#endif
