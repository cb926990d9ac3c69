import FormState
import FormStateStore
import GRDB

/// The app's own database: its patients and visits, and the form state of the visits beside them.
struct Clinic {
  let database: DatabasePool
  let store: FormStore

  init(path: String) throws {
    database = try DatabasePool(path: path)
    var migrator = DatabaseMigrator()
    #if DEBUG
    migrator.eraseDatabaseOnSchemaChange = true
    #endif
    migrator.registerMigration("visits") { db in
      try db.create(table: "visit") { table in
        table.primaryKey("response", .text)
        table.column("patient", .text).notNull()
        table.column("entries", .integer).notNull()
      }
    }
    store = try FormStore(database: database, migrator: migrator)
    try store.save(VisitForm.definition)
  }

  /// Which response a visit is.
  static func response(of visit: String) -> ResponseKey { ResponseKey(form: "visit", response: visit) }

  /// Begins a visit: the app's row and the first answer are committed together, or neither is.
  func begin(visit: String, patient: String, weight: Double) throws {
    try database.write { db in
      try db.execute(
        sql: "INSERT INTO visit (response, patient, entries) VALUES (?, ?, 1)", arguments: [visit, patient])
      try store.apply(.set("weight", CellValue(floatLiteral: weight)), to: Self.response(of: visit), in: db)
    }
  }

  /// Adds a note; takes the last entry back and enters it again, each within a transaction of the app's own.
  func note(_ note: String, on visit: String) throws {
    let key = Self.response(of: visit)
    try database.write { db in
      try store.group("Arrival", in: key, in: db) { group in
        try group.apply(.choose("mobility=good"))
        try group.apply(.set("note", .text(note)))
      }
      try db.execute(sql: "UPDATE visit SET entries = entries + 1 WHERE response = ?", arguments: [visit])
    }
    try database.write { db in
      try store.undo(of: key, in: db)
      try store.redo(of: key, in: db)
    }
  }

  /// What each patient's visits say, the app's table joined with ours.
  func summary() throws -> [String] {
    try database.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT visit.patient || ': ' || answer.cell || ' ' || answer.readable
          FROM visit
          JOIN answer ON answer.form = 'visit' AND answer.response = visit.response
          WHERE answer.source = 'set'
          ORDER BY visit.patient, answer.section, answer.position
          """)
    }
  }

  /// Deletes a visit with all that was said on it.
  func delete(visit: String) throws {
    try store.delete(Self.response(of: visit))
    try database.write { try $0.execute(sql: "DELETE FROM visit WHERE response = ?", arguments: [visit]) }
  }
}
