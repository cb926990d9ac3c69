import FormState
import FormStateStore
import Foundation
import GRDBSQLite

/// Undo, time travel and the size of journals, beside reading the journal through.
struct HistoryBenchmark {
  let folder: URL
  private let key = ResponseKey(form: "large")

  func run() throws {
    let short = try filledIn(entries: Measurement.size(1_000))
    let long = try filledIn(entries: Measurement.size(100_000))
    try travel(
      in: long, entries: Measurement.size(100_000), besides: short, entries: Measurement.size(1_000))
    try reportSize(of: long)
    try undo(in: long)
  }

  /// A file whose one response has a journal of so many entries: text set, and groups opened and closed.
  private func filledIn(entries: Int) throws -> (store: FormStore, path: String) {
    let path = folder.appendingPathComponent("history-\(entries).sqlite").path
    let store = try FormStore(path: path, settings: FormStore.Settings(waitsForDisk: false))
    try store.save(LargeForm.make(cells: 1_000))
    let actions = (0..<entries).map { number -> FormAction in
      let group = number % 50
      return number % 4 == 0
        ? .tap(.key("group\(group)")) : .set(.key("text\(group).\(number % 3)"), .text("answer \(number)"))
    }
    try store.replay(actions, to: key)
    return (store, path)
  }

  private func travel(
    in long: (store: FormStore, path: String), entries: Int, besides short: (store: FormStore, path: String),
    entries shortEntries: Int
  ) throws {
    let middle = entries / 2
    let raw = try RawDatabase(path: long.path)
    let reading = try Measurement.seconds(runs: 3) { try self.readJournal(raw, through: middle) }
    let state = try Measurement.seconds(runs: 5) { try long.store.state(of: key, at: middle) }
    Measurement.report(
      "state in the middle of \(entries) entries", seconds: state, operations: 1,
      baseline: ("stepping over the changes up to there through the C interface", reading, 1))
    let far = try diff(in: long.store, at: middle)
    Measurement.report(
      "diff of two neighbours in the middle of \(entries) entries, in a session", seconds: far, operations: 1,
      baseline: ("stepping over the changes up to there through the C interface", reading, 1))
    let near = try diff(in: short.store, at: shortEntries / 2)
    Measurement.report(
      "diff of two neighbours in the middle of \(entries) entries", seconds: far, operations: 1,
      baseline: ("the same among \(shortEntries) entries", near, 1))
  }

  private func diff(in store: FormStore, at revision: Int) throws -> Double {
    let session = try store.session(for: key)
    return try Measurement.seconds(runs: 20) { try session.diff(from: revision, to: revision + 1) }
  }

  private func readJournal(_ raw: RawDatabase, through revision: Int) throws -> Int {
    let statement = try raw.prepare(
      "SELECT * FROM formstate_entry WHERE response_id = 1 AND revision <= \(revision) ORDER BY revision")
    defer { sqlite3_finalize(statement) }
    var bytes = 0
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 0..<sqlite3_column_count(statement) { bytes += Int(sqlite3_column_bytes(statement, column)) }
    }
    return bytes
  }

  private func reportSize(of file: (store: FormStore, path: String)) throws {
    guard let size = try file.store.journalSize() else { return }
    Measurement.tell(
      "journal of \(size.entries) entries, \(size.changes) changes: \(size.bytes) bytes in the file, "
        + "\(Int(size.bytesPerEntry.rounded())) an entry, indexes included")
  }

  private func undo(in file: (store: FormStore, path: String)) throws {
    let session = try file.store.session(for: key)
    let operations = Measurement.size(300)
    let undo = try Measurement.seconds(runs: 3) { for _ in 0..<operations { try session.undo() } }
    let doing = try Measurement.seconds(runs: 3) {
      for number in 0..<operations { try session.apply(.tap(.key("group\(number % 50)"))) }
    }
    Measurement.report(
      "undo in a session", seconds: undo, operations: operations, baseline: ("a tap", doing, operations))
  }
}
