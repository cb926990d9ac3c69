#if Collect
import EmbeddedCollectorSchema
import FormStateInterchange

/// The tables, views and roles of a collector.
package struct CollectorSchema {
  private let connection: PostgresConnection

  /// What a database is.
  package enum Engine: String, CaseIterable {
    /// PostgreSQL without extensions.
    case postgresql
    /// PostgreSQL with Citus, which distributes the tables of responses by stream. Untried.
    case citus
  }

  /// The database has no Citus.
  package struct MissingExtension: Error, CustomStringConvertible {
    package let description = "the database has no extension citus; make it with CREATE EXTENSION citus"
  }

  /// The file with the roles, which belong to the whole server.
  private static let rolesFile = "0008_roles.sql"

  package init(connection: PostgresConnection) { self.connection = connection }

  /// The files of the schema, in their order.
  static let files = embedded.filter { !$0.path.contains("/") }

  /// The script for an engine, which runs after the files of the schema; `nil` for none.
  static func script(for engine: Engine) -> String? { text(at: "Engines/\(engine.rawValue).sql") }

  private static let embedded = EmbeddedFiles.read(embedded_collector_schema())

  private static func text(at path: String) -> String? { embedded.first { $0.path == path }?.text }

  /// Whether the database has the schema.
  package func exists() throws -> Bool {
    let row = try connection.execute("SELECT to_regclass('formstate_migration') IS NOT NULL").only
    return try row[0]
  }

  /// Makes everything in an empty database, in one transaction.
  ///
  /// Roles that the server has stay; making them needs the right to.
  ///
  /// - Parameter engine: what the database is.
  /// - Returns: the rights that were granted, as statements.
  /// - Throws: ``PostgresError``; ``MissingExtension``; nothing is made then.
  package func make(for engine: Engine = .postgresql) throws -> [String] {
    try connection.transaction {
      if engine == .citus,
        try connection.execute("SELECT 1 FROM pg_extension WHERE extname = 'citus'").isEmpty
      {
        throw MissingExtension()
      }
      for (name, text) in Self.files where name != Self.rolesFile { try connection.execute(script: text) }
      if let script = Self.script(for: engine) { try connection.execute(script: script) }
      try connection.execute("INSERT INTO formstate_migration (number, name, time) VALUES (1, '1.0', now())")
      try avoidCompiling()
      return try makeRoles()
    }
  }

  /// Keeps PostgreSQL from compiling plans of later connections, if the database belongs to the user.
  ///
  /// It would compile by estimated costs, and those of `history` are a thousand times too high: the history of one
  /// response takes milliseconds, and compiling its plan takes seconds.
  private func avoidCompiling() throws {
    let statements = try connection.execute(
      """
      SELECT format('ALTER DATABASE %I SET jit = off', datname)
      FROM pg_database
      WHERE datname = current_database() AND pg_has_role(datdba, 'USAGE')
        AND EXISTS (SELECT FROM pg_settings WHERE name = 'jit')
      """)
    for statement in statements { try connection.execute(script: try statement[0]) }
  }

  private func makeRoles() throws -> [String] {
    let script = Self.text(at: Self.rolesFile) ?? ""
    let statements = script.split(separator: ";\n").map { statement in
      statement.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
    }.filter { !$0.allSatisfy(\.isWhitespace) }
    for statement in statements {
      if let role = statement.firstMatch(of: /CREATE ROLE (\w+)/)?.1 {
        let rows = try connection.execute("SELECT 1 FROM pg_roles WHERE rolname = $1", [.text(String(role))])
        guard rows.isEmpty else { continue }
      }
      try connection.execute(script: statement)
    }
    return statements.filter { $0.contains("GRANT") }.map { $0 + ";" }
  }
}
#endif
