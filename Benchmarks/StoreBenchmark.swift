import FormState
import FormStateStore
import Foundation
import GRDBSQLite

/// The store beside the same rows written and read through SQLite's C interface.
struct StoreBenchmark {
  let cellCount: Int
  let folder: URL

  /// How often something is done: each time to another group.
  private var operations: Int { max(1, min(200, LargeForm.groups(cells: cellCount) / 3)) }

  func run() throws {
    let form = LargeForm.make(cells: cellCount)
    let path = folder.appendingPathComponent("store.sqlite").path
    let store = try FormStore(path: path)
    let raw = try RawDatabase(path: folder.appendingPathComponent("raw.sqlite").path)
    try raw.execute(SchemaText.current)
    let guards = try raw.dropGuards()
    let saveSeconds = try Measurement.seconds(runs: 1) { try store.save(form) }
    try raw.execute("ATTACH '\(path)' AS ours")
    let rawSave = try Measurement.seconds(runs: 1) { try self.copyDefinition(to: raw) }
    try raw.execute("DETACH ours")
    Measurement.report(
      "save a definition, checked and digested", seconds: saveSeconds, operations: 1,
      baseline: ("the same rows by INSERT … SELECT", rawSave, 1))
    try open(store, raw: raw)
    let rawTap = try act(store, raw: raw, guards: guards)
    try actInAccordion(store, form: form, rawTap: rawTap)
  }

  private func open(_ store: FormStore, raw: RawDatabase) throws {
    let key = ResponseKey(form: "large")
    let open = try Measurement.seconds(runs: 3) { try store.session(for: key) }
    let scan = try Measurement.seconds(runs: 3) { try readAll(raw) }
    Measurement.report(
      "open a session", seconds: open, operations: 1,
      baseline: ("stepping over the same rows through the C interface", scan, 1))
  }

  /// Taps in both; returns the seconds per tap through the C interface.
  private func act(_ store: FormStore, raw: RawDatabase, guards: [String]) throws -> Double {
    let session = try store.session(for: ResponseKey(form: "large"))
    let operations = operations
    let actions = try Measurement.seconds(runs: 3) {
      for number in 0..<operations { try session.apply(.tap(.key("group\(number)"))) }
    }
    let rawActions = try self.tap(operations, in: raw, from: 0)
    Measurement.report(
      "tap in a session, on disk when it returns", seconds: actions, operations: operations,
      baseline: ("the same rows in a transaction through the C interface", rawActions, operations))
    try reportGuards(guards, in: raw, rawActions, operations: operations)
    let oneOff = try Measurement.seconds(runs: 3) {
      for number in 0..<operations {
        try store.apply(.tap(.key("group\(number)")), to: ResponseKey(form: "large", response: "other"))
      }
    }
    Measurement.report(
      "tap without a session, form not loaded", seconds: oneOff, operations: operations,
      baseline: ("the same rows in a transaction through the C interface", rawActions, operations))
    return rawActions / Double(operations)
  }

  /// The cost of the schema's triggers, on disk at each return, and without waiting for it.
  private func reportGuards(_ guards: [String], in raw: RawDatabase, _ durable: Double, operations: Int) throws {
    try raw.execute("PRAGMA synchronous = OFF")
    let inMemory = try tap(operations, in: raw, from: 3 * operations)
    try raw.restoreGuards(guards)
    let guardedInMemory = try tap(operations, in: raw, from: 6 * operations)
    try raw.execute("PRAGMA synchronous = FULL")
    let guarded = try tap(operations, in: raw, from: 9 * operations)
    let baseline = "the same without any trigger"
    Measurement.report(
      "tap through the C interface with the guards of the schema", seconds: guarded, operations: operations,
      baseline: (baseline, durable, operations))
    Measurement.report(
      "the same two without waiting for the disk", seconds: guardedInMemory, operations: operations,
      baseline: (baseline, inMemory, operations))
  }

  /// Taps through the C interface, with statements that are prepared once; returns the seconds of so many taps.
  private func tap(_ operations: Int, in raw: RawDatabase, from start: Int) throws -> Double {
    var sequence = start
    let tap = try RawTap(raw)
    defer { tap.finish() }
    return try Measurement.seconds(runs: 3) {
      for number in 0..<operations {
        sequence += 1
        try tap.run(on: "group\(number)", opens: (sequence - 1) / operations % 2 == 0, sequence: sequence)
      }
    }
  }

  /// Expanding one of very many cells in an accordion: two cells change at each tap.
  private func actInAccordion(_ store: FormStore, form: FormDefinition, rawTap: Double) throws {
    var accordion = form
    accordion.key = "accordion"
    accordion.accordion = .cells
    try store.save(accordion)
    let (operations, groups) = (operations, LargeForm.groups(cells: cellCount))
    var number = 0
    let seconds = try Measurement.seconds(runs: 3) {
      for _ in 0..<operations {
        number = (number + 1) % groups
        try store.apply(.tap(.key("group\(number)")), to: ResponseKey(form: "accordion"))
      }
    }
    Measurement.report(
      "tap in an accordion of \(groups) cells, form not loaded", seconds: seconds, operations: operations,
      baseline: ("the rows of one tap in a transaction through the C interface", rawTap, 1))
  }

  /// Copies a definition in all tables from another file, in the order of their references.
  private func copyDefinition(to raw: RawDatabase) throws {
    let tables = try raw.names("SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY rowid")
    try raw.execute("BEGIN IMMEDIATE")
    for table in tables where try raw.rows("SELECT 1 FROM main.\(table) LIMIT 1").isEmpty {
      try raw.execute("INSERT INTO main.\(table) SELECT * FROM ours.\(table)")
    }
    try raw.execute("COMMIT")
  }

  private func readAll(_ raw: RawDatabase) throws -> Int {
    let statement = try raw.prepare("SELECT * FROM formstate_cell ORDER BY section_id, position")
    defer { sqlite3_finalize(statement) }
    var bytes = 0
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 0..<sqlite3_column_count(statement) { bytes += Int(sqlite3_column_bytes(statement, column)) }
    }
    return bytes
  }
}
