import FormState
import FormStateStore
import Foundation
import GRDBSQLite

/// The store beside the same rows written and read through SQLite's C interface by hand.
struct StoreBenchmark {
  let cellCount: Int
  let folder: URL

  /// How often something is done: each time to another group.
  private var operations: Int { max(1, min(200, LargeForm.groups(cells: cellCount) / 3)) }

  func run() throws {
    let form = LargeForm.make(cells: cellCount)
    let store = try FormStore(path: folder.appendingPathComponent("store.sqlite").path)
    let raw = try RawDatabase(path: folder.appendingPathComponent("raw.sqlite").path)
    try raw.execute(SchemaText.current)
    let guards = try raw.dropGuards()
    let sections = Array(form.sections)
    let rawSave = try Measurement.seconds(runs: 1) { try self.save(sections, in: raw) }
    let saveSeconds = try Measurement.seconds(runs: 1) { try store.save(form) }
    Measurement.report(
      "save a definition, checked and digested", seconds: saveSeconds, operations: 1,
      baseline: ("the same rows through the C interface", rawSave, 1))
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

  /// Taps in both; returns how many seconds one takes through the C interface.
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

  /// What the triggers of the schema cost, on disk at each return, and without waiting for it.
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

  /// Taps by hand, with statements that are prepared once; returns how many seconds so many taps take.
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

  /// Opening one of very many cells, of which one may be open: two cells change at each tap.
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

  private func save(_ sections: [FormSection], in raw: RawDatabase) throws {
    try raw.execute(
      """
      BEGIN IMMEDIATE;
      INSERT INTO formstate_form (key) VALUES ('large');
      INSERT INTO formstate_version (form_id, number, title, digest) VALUES (1, 1, 'Large', '\(String(repeating: "0", count: 64))');
      """)
    let insertSection = try raw.prepare("INSERT INTO formstate_section VALUES (?, 1, ?, ?, 0, ?, 1, 0, 0, '{}')")
    let insertCell = try raw.prepare(
      """
      INSERT INTO formstate_cell (
        id, version_id, section_id, position, additional_rows, parent_id, level, key, kind, identifier, title, subtitle,
        is_hidden, is_expandable, starts_expanded, is_accordion, is_inline, summary, summary_text
      ) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0, 0, 0, ?, ?)
      """)
    defer { sqlite3_finalize(insertSection) }
    defer { sqlite3_finalize(insertCell) }
    var next: Int64 = 1
    for (position, section) in sections.enumerated() {
      try raw.run(
        insertSection,
        [.integer(Int64(position + 1)), .integer(Int64(position)), .text(section.key), .text(section.title)])
      let first = next
      for (row, cell) in section.cells.enumerated() {
        try raw.run(insertCell, values(of: cell, row: row, first: first, section: position))
        next += 1
      }
    }
    try raw.execute("COMMIT")
  }

  private func values(of cell: FormCell, row: Int, first: Int64, section: Int) -> [RawValue] {
    let isGroup = cell.kind == .group
    let parent: RawValue = isGroup ? .null : .integer(first + Int64(row - row % 10))
    return [
      .integer(first + Int64(row)), .integer(Int64(section + 1)), .integer(Int64(row)),
      .integer(Int64(cell.additionalRows)), parent, .integer(isGroup ? 0 : 1), .text(cell.key),
      .text(cell.kind.rawValue), .text(cell.identifier), .text(cell.title), .text(cell.subtitle),
      .integer(isGroup ? 1 : 0), isGroup ? .text("join") : .null, isGroup ? .text(" ") : .null,
    ]
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
