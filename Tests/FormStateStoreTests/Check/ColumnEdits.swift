import FormState
import GRDB
import TestSupport

@testable import FormStateStore

/// Edits of single fields of a database, each in a separate copy.
struct ColumnEdits {
  /// A field with its new content.
  struct Edit: CustomStringConvertible {
    let table: String
    let column: String
    /// The primary key of the row.
    let key: [(column: String, value: DatabaseValue)]
    let old: DatabaseValue
    let new: DatabaseValue

    var description: String {
      let row = key.map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
      return "\(table).\(column) of \(row): \(old) → \(new)"
    }

    /// The primary key of the row after the edit.
    fileprivate var newKey: [(column: String, value: DatabaseValue)] {
      key.map { ($0.column, $0.column == column ? new : $0.value) }
    }
  }

  /// The outcome of an edit.
  enum Outcome: Equatable {
    /// SQLite refuses it, even with all guards off.
    case refused
    /// `check` reports it.
    case reported
    /// `check` finds nothing.
    case silent
  }

  private let template: DatabaseQueue
  private let triggers: [String]

  /// Prepares to edit copies of a store, which stays unchanged.
  init(of store: FormStore) throws {
    template = try DatabaseQueue()
    try store.database.backup(to: template)
    triggers = try template.writeWithoutTransaction { db in
      let triggers = try Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid")
      for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger["name"] as String)") }
      return triggers.map { $0["sql"] }
    }
  }

  /// The tables of a store.
  static func tables(in db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
  }

  /// What `check` finds in an unedited copy.
  func faultsOfUnedited() throws -> [String] {
    let queue = try DatabaseQueue()
    try template.backup(to: queue)
    try queue.write { db in for trigger in triggers { try db.execute(sql: trigger) } }
    return try FormStore(checked: queue, path: "unedited").check()
  }

  /// The number of rows with content in a column that are edited; of those with NULL, half as many.
  private static let rowCount = 6

  /// Edits of each column of a table, in rows from the first to the last: to NULL, to the content of other rows, and to
  /// similar content.
  func edits(of table: String) throws -> [[Edit]] {
    let count = Self.rowCount
    return try template.read { db in
      let keys = try db.primaryKey(table).columns
      return try db.columns(in: table).map { column in
        let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY \(keys.joined(separator: ", "))")
        let held = Array(Set(rows.map { $0[column.name] as DatabaseValue }.filter { !$0.isNull }))
          .sorted { "\($0)" < "\($1)" }
        let (filled, empty) = (
          rows.filter { !($0[column.name] as DatabaseValue).isNull },
          rows.filter { ($0[column.name] as DatabaseValue).isNull }
        )
        return (Self.spread(filled, count) + Self.spread(empty, (count + 1) / 2)).flatMap { row -> [Edit] in
          let old: DatabaseValue = row[column.name]
          return Self.others(than: old, held, type: column.type).map { new in
            Edit(
              table: table, column: column.name, key: keys.map { ($0, row[$0]) }, old: old, new: new)
          }
        }
      }
    }
  }

  /// Some of the rows, from the first to the last.
  private static func spread(_ rows: [Row], _ count: Int) -> [Row] {
    guard rows.count > count, count > 1 else { return Array(rows.prefix(count)) }
    return (0..<count).map { rows[$0 * (rows.count - 1) / (count - 1)] }
  }

  /// Other content for a field.
  private static func others(than old: DatabaseValue, _ held: [DatabaseValue], type: String) -> [DatabaseValue] {
    var others: [DatabaseValue] = [.null]
    if let place = held.firstIndex(of: old) {
      others += [held[(place + 1) % held.count], held[(place + held.count / 2) % held.count]]
    } else {
      others += [held.first, held.last].compactMap { $0 }
    }
    switch old.storage {
    case .int64(let number): others += [number + 1, number - 1, 0].map(\.databaseValue)
    case .double(let number): others += [number + 1, number / 2].map(\.databaseValue)
    case .string(let text): others += ["\(text)x", String(text.dropLast())].map(\.databaseValue)
    case .blob(let bytes): others += [(bytes.dropLast() + [bytes.last.map { $0 ^ 1 } ?? 0]).databaseValue]
    case .null:
      switch type {
      case "INTEGER": others += [0, 1].map(\.databaseValue)
      case "REAL": others.append(Double(3).databaseValue)
      default: others.append("x".databaseValue)
      }
    }
    return others.reduce(into: []) { if $1 != old && !$0.contains($1) { $0.append($1) } }
  }

  /// Makes an edit in a copy without triggers, CHECKs and foreign keys, and runs `check`.
  ///
  /// - Returns: the outcome, and the copy.
  func outcome(of edit: Edit) throws -> (outcome: Outcome, copy: DatabaseQueue) {
    let queue = try DatabaseQueue()
    try template.backup(to: queue)
    do {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        defer { try? db.execute(sql: "PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF") }
        let condition = edit.key.map { "\($0.column) IS ?" }.joined(separator: " AND ")
        try db.execute(
          sql: "UPDATE \(edit.table) SET \(edit.column) = ? WHERE \(condition)",
          arguments: StatementArguments([edit.new] + edit.key.map(\.value)))
        for trigger in triggers { try db.execute(sql: trigger) }
      }
    } catch let error as DatabaseError where [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode) {
      return (.refused, queue)
    }
    return (try FormStore(checked: queue, path: "edited").check().isEmpty ? .silent : .reported, queue)
  }

  /// Whether a condition holds for the edited row.
  func holds(_ condition: String, of edit: Edit, in queue: DatabaseQueue) throws -> Bool {
    let key = edit.newKey
    let place = key.map { "edited.\($0.column) IS ?" }.joined(separator: " AND ")
    return try queue.read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM \(edit.table) AS edited WHERE \(place) AND (\(condition)))",
        arguments: StatementArguments(key.map(\.value))) ?? false
    }
  }
}
