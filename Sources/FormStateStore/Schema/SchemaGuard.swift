import GRDB

/// Refuses to write into a database whose schema is not FormState's; shared by the copies of a store.
final class SchemaGuard: Sendable {
  /// The names, in lower case, of the host's own triggers and indexes on FormState's tables.
  let allowed: Set<String>
  /// The numbers of the schemas, of the file and of temporary things, that were looked at last and found sound.
  private let accepted = Locked<Numbers?>(nil)

  private struct Numbers: Hashable {
    let file: Int
    let temporary: Int
  }

  /// Begins with a schema that nobody has looked at.
  ///
  /// - Parameter names: the names of the host's own triggers and indexes on FormState's tables.
  init(allowing names: some Sequence<String> = []) {
    allowed = Set(names.map { $0.lowercased() })
  }

  /// Looks at the schema, unless SQLite says that it is the one that was looked at last.
  ///
  /// - Parameters:
  ///   - db: a connection that writes, within the transaction in which it will.
  ///   - isCommitted: whether nothing of the transaction can have changed the schema, so that its number stays this schema's.
  /// - Throws: ``StoreError/foreignSchemaObject(type:name:table:)``, ``StoreError/alteredSchemaObject(type:name:)``,
  ///   ``StoreError/missingSchemaObject(type:name:)``; errors of SQLite.
  func require(in db: Database, isCommitted: Bool = true) throws {
    let numbers = Numbers(
      file: try Self.number("PRAGMA main.schema_version", db),
      temporary: try Self.number("PRAGMA temp.schema_version", db))
    guard accepted.withLock({ $0 }) != numbers else { return }
    if let fault = try SchemaInspection.faults(in: db, allowing: allowed).first { throw fault }
    if isCommitted { accepted.withLock { $0 = numbers } }
  }

  private static func number(_ pragma: String, _ db: Database) throws -> Int {
    try Int.fetchOne(try db.cachedStatement(sql: pragma)) ?? 0
  }
}
