import FormState
import GRDB

/// Refuses to write into a database whose schema is not FormState's; shared by the copies of a store.
final class SchemaGuard: Sendable {
  /// The names, in lower case, of the host's own triggers and indexes on FormState's tables.
  let allowed: Set<String>
  /// The steps of the schema.
  let steps: [Migration]
  /// The numbers of the last valid schemas, of the file and of temporary objects.
  private let accepted = Locked<Numbers?>(nil)

  private struct Numbers: Hashable {
    let file: Int
    let temporary: Int
  }

  /// Begins with an unchecked schema.
  ///
  /// - Parameters:
  ///   - names: the names of the host's own triggers and indexes on FormState's tables.
  ///   - steps: the steps of the schema.
  init(allowing names: some Sequence<String> = [], steps: [Migration] = Migrations.all) {
    allowed = Set(names.map(\.inLowerCaseOfSQLite))
    self.steps = steps
  }

  /// Checks the schema, unless SQLite's number shows that it is the last one checked.
  ///
  /// - Parameters:
  ///   - db: a writing connection, within its transaction.
  ///   - isCommitted: whether nothing of the transaction can have changed the schema, so its number can be trusted.
  /// - Throws: ``StoreError/Code/foreignSchemaObject``, ``StoreError/Code/alteredSchemaObject``,
  ///   ``StoreError/Code/missingSchemaObject``; errors of SQLite.
  func require(in db: Database, isCommitted: Bool = true) throws {
    let numbers = Numbers(
      file: try Self.number("PRAGMA main.schema_version", db),
      temporary: try Self.number("PRAGMA temp.schema_version", db))
    guard accepted.withLock({ $0 }) != numbers else { return }
    if let fault = try SchemaInspection.faults(in: db, allowing: allowed, after: steps).first { throw fault }
    if isCommitted { accepted.withLock { $0 = numbers } }
  }

  private static func number(_ pragma: String, _ db: Database) throws -> Int {
    try Int.fetchOne(try db.cachedStatement(sql: pragma)) ?? 0
  }
}

extension String {
  /// The name with the letters of ASCII in lower case; SQLite leaves all others as they are.
  fileprivate var inLowerCaseOfSQLite: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// Compares the objects under FormState's names, and on its tables, with FormState's own: word for word.
///
/// A foreign trigger on a table of FormState's can drop what is written without an error, or copy it elsewhere; an
/// altered CHECK permits unreadable contents. A store therefore writes only if all objects are its own.
enum SchemaInspection {
  /// A table, index, view or trigger.
  private struct Object: Hashable {
    let type: String
    /// In lower case, since SQLite's names ignore case.
    let name: String
    let table: String
    let sql: String
    let isTemporary: Bool

    init(type: String, name: String, table: String, sql: String, isTemporary: Bool) {
      self.type = type
      self.name = name
      self.table = table
      self.sql = sql
      self.isTemporary = isTemporary
    }

    init(_ statement: SchemaText.Statement) {
      self.init(
        type: statement.type, name: statement.name, table: statement.table, sql: statement.sql, isTemporary: false)
    }

    /// Only the name: hashing the texts would cost more than all else that is done with them.
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// The objects that are not FormState's, or that were altered, in alphabetical order; empty for a valid schema.
  ///
  /// - Parameters:
  ///   - allowed: the names, in lower case, of the host's own triggers and indexes on FormState's tables.
  ///   - steps: the steps that the database has.
  /// - Throws: errors of SQLite.
  static func faults(
    in db: Database, allowing allowed: Set<String> = [], after steps: [Migration] = Migrations.all
  ) throws -> [StoreError] {
    let expected = try reference(after: steps)
    let found = Set(try objects(in: db))
    guard found != expected else { return [] }
    let names = Set(expected.map(\.name))
    let foundNames = Set(found.lazy.filter { !$0.isTemporary }.map(\.name))
    let differing = found.subtracting(expected).compactMap { object -> (name: String, error: StoreError)? in
      if !object.isTemporary, names.contains(object.name) {
        return (object.name, .alteredSchemaObject(type: object.type, name: object.name))
      }
      let isNamedAsOurs = object.isTemporary && names.contains(object.name)
      if !isNamedAsOurs, allowed.contains(object.name), ["trigger", "index"].contains(object.type) { return nil }
      return (object.name, .foreignSchemaObject(type: object.type, name: object.name, table: object.table))
    }
    let missing = expected.filter { !foundNames.contains($0.name) }.map { object in
      (name: object.name, error: StoreError.missingSchemaObject(type: object.type, name: object.name))
    }
    return (differing + missing).sorted { $0.name < $1.name }.map(\.error)
  }

  /// The objects of FormState's own database after some steps; determined once per process.
  ///
  /// SQLite keeps the text of each statement, so for a single step `schema.sql` has the result: reading it takes a
  /// tenth of the time of a database in memory.
  private static func reference(after steps: [Migration]) throws -> Set<Object> {
    if steps == Migrations.all { return released }
    if let known = references.withLock({ $0[steps] }) { return known }
    let made = try DatabaseQueue().write { db in
      try SchemaMigrator.run(steps, in: db)
      return Set(try objects(in: db))
    }
    references.withLock { $0[steps] = made }
    return made
  }

  private static let released = Set(SchemaText.statements.map(Object.init))

  private static let references = Locked<[[Migration]: Set<Object>]>([:])

  private static func objects(in db: Database) throws -> [Object] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT type, name, tbl_name, sql, is_temporary
        FROM (
          SELECT type, lower(name) AS name, lower(tbl_name) AS tbl_name, sql, 0 AS is_temporary FROM main.sqlite_schema
          UNION ALL
          SELECT type, lower(name), lower(tbl_name), sql, 1 FROM temp.sqlite_schema
        )
        WHERE sql IS NOT NULL AND (\(SchemaNames.condition("name")) OR \(SchemaNames.condition("tbl_name")))
        """)
    var objects: [Object] = []
    while let row = try rows.next() {
      objects.append(
        Object(
          type: try row.decode(atIndex: 0), name: try row.decode(atIndex: 1), table: try row.decode(atIndex: 2),
          sql: try row.decode(atIndex: 3), isTemporary: try row.decode(atIndex: 4)))
    }
    return objects
  }
}
