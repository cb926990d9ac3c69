import FormState
import Foundation
import GRDB
import TestSupport

@testable import FormStateStore

/// A store as SQL text, which any SQLite makes into the same file again, whatever FormState is by then.
enum OldFileText {
  /// The folder of the texts, in the repository.
  static let folder = "Tests/FormStateStoreTests/OldFiles"

  /// The text of a store, with what it holds in its head.
  static func text(of store: FormStore, version: Int) throws -> String {
    let head = [
      "-- A store of schema version \(version), as the FormState of that version wrote it. Later ones must open it.",
      "-- Made by Scripts/old-file; it never changes any more once a FormState with this schema is released.",
    ]
    let holds = try holdings(of: store).map { "-- holds \($0)" }
    let content: [String] = try store.database.read { db in try Self.statements(of: db) }
    let lines: [String] = head + holds + ["PRAGMA foreign_keys = OFF;", "BEGIN;"] + content + ["COMMIT;"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a text says in its head that the store holds.
  static func holdings(in text: String) -> [String] {
    text.split(separator: "\n").prefix { $0.hasPrefix("--") }.filter { $0.hasPrefix("-- holds ") }
      .map { String($0.dropFirst("-- holds ".count)) }
  }

  /// What a store holds: its forms, and each response with its revision and the digest of its definition and state.
  static func holdings(of store: FormStore) throws -> [String] {
    try store.overview().flatMap { form in
      ["form \(form.key): version \(form.version), \(form.sections) sections, \(form.cells) cells"]
        + form.responses.map { response in
          "response \(form.key)/\(response.key): version \(response.version), revision \(response.revision), "
            + "\(response.isCompleted ? "completed" : "in progress"), digest \(response.digest)"
        }
    }
  }

  /// Tables, their rows, and then whatever looks at rows as they come.
  private static func statements(of db: Database) throws -> [String] {
    let objects = try Row.fetchAll(
      db, sql: "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type <> 'table', rowid")
    let tables = objects.filter { $0["type"] == "table" }
    let others = objects.filter { $0["type"] != "table" }
    func sql(_ object: Row) -> String { "\(object["sql"] as String);" }
    return tables.map(sql) + (try tables.flatMap { try rows(ofTable: $0["name"], in: db) }) + others.map(sql)
  }

  private static func rows(ofTable table: String, in db: Database) throws -> [String] {
    let columns = try db.columns(in: table).map(\.name)
    let values = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
    let keys = try db.primaryKey(table).columns.joined(separator: ", ")
    return try String.fetchAll(db, sql: "SELECT \(values) FROM \(table) ORDER BY \(keys)").map { row in
      "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(row));"
    }
  }

  /// Makes a file of a text, with nothing but SQLite.
  static func makeFile(_ text: String, at path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: text) }
    try queue.close()
  }
}
