import FormState
import FormStateStore
import GRDB
import TestSupport

@testable import FormStateCollector

/// A definition as the SQLite file of a device has it, to compare it with the rows for PostgreSQL.
struct DeviceDefinition {
  private let queue: DatabaseQueue
  let digest: String

  /// Saves a form in a new file in memory, with an untouched response.
  init(of form: FormDefinition) throws {
    queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try store.save(form)
    try store.create(ResponseKey(form: form.key, response: "untouched"))
    digest = try queue.read { try String.fetchOne($0, sql: "SELECT digest FROM formstate_version") ?? "" }
  }

  /// The results of a query, as texts, in a fixed order.
  func rows(_ sql: String) throws -> [ComparedRow] {
    try queue.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        ComparedRow(
          row.map { _, value in
            switch value.storage {
            case .null: nil
            case .int64(let number): String(number)
            case .double(let number): String(number)
            case .string(let text): text
            case .blob: "a blob"
            }
          })
      }.sorted()
    }
  }
}

/// A row as texts, which are compared by their bytes.
struct ComparedRow: Hashable, Comparable, CustomStringConvertible {
  let values: [String?]

  init(_ values: [String?]) { self.values = values }

  /// The row of a table, with some of its columns.
  init(_ row: [PostgresValue], _ columns: [String], of table: DefinitionTable) {
    values = columns.map { name in
      switch table.columns.firstIndex(of: name).map({ row[$0] }) {
      case .text(let text): text
      case .integer(let number): String(number)
      case .bool(let truth): truth ? "1" : "0"
      case .bytes: "bytes"
      case .null, nil: nil
      }
    }
  }

  var description: String { values.map { $0 ?? "NULL" }.joined(separator: " | ") }

  static func == (left: ComparedRow, right: ComparedRow) -> Bool {
    left.values.map { $0.map { Array($0.utf8) } } == right.values.map { $0.map { Array($0.utf8) } }
  }

  func hash(into hasher: inout Hasher) { for value in values { hasher.combine(value.map { Array($0.utf8) }) } }

  static func < (left: ComparedRow, right: ComparedRow) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }
}

extension DefinitionRows {
  /// All rows of a table.
  func rows(of table: DefinitionTable) -> [[PostgresValue]] {
    var rows: [[PostgresValue]] = []
    forEachRow(of: table) { rows.append($0) }
    return rows
  }

  /// All rows of a table, with some of its columns, in a fixed order.
  func compared(_ table: DefinitionTable, _ columns: String...) -> [ComparedRow] {
    rows(of: table).map { ComparedRow($0, columns, of: table) }.sorted()
  }
}
