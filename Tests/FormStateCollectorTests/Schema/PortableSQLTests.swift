import Foundation
import TestSupport
import Testing

/// The collector's statements leave out what Citus 12 or CockroachDB 23 lack, so the same program can run there.
@Suite("Portable SQL") struct PortableSQLTests {
  /// What one of them lacks.
  private struct Lacking: Sendable {
    /// A regular expression for it.
    let pattern: String
    /// A statement that has it.
    let example: String
    /// Where that is said.
    let source: String
  }

  private static let citus = "https://docs.citusdata.com/en/v12.1/develop/reference_workarounds.html"
  private static let cockroach = "https://www.cockroachlabs.com/docs/v23.1/postgresql-compatibility"

  private static let lacking = [
    Lacking(
      pattern: #"CREATE\s+(OR\s+REPLACE\s+)?(CONSTRAINT\s+)?TRIGGER"#,
      example: "CREATE TRIGGER t AFTER INSERT ON entry EXECUTE FUNCTION f()", source: cockroach),
    Lacking(
      pattern: #"CREATE\s+(OR\s+REPLACE\s+)?RULE"#, example: "CREATE RULE r AS ON INSERT TO a DO NOTHING", source: citus
    ),
    Lacking(pattern: #"WITH\s+RECURSIVE"#, example: "WITH RECURSIVE n AS (SELECT 1) SELECT * FROM n", source: citus),
    Lacking(
      pattern: #"(WITH|,)\s+\w+\s+AS\s+(MATERIALIZED\s+)?\(\s*(INSERT|UPDATE|DELETE)"#,
      example: "WITH gone AS (DELETE FROM entry RETURNING *) SELECT * FROM gone",
      source: "https://github.com/citusdata/citus/issues/1945"),
    Lacking(
      pattern: #"FOR\s+(NO\s+KEY\s+UPDATE|UPDATE|KEY\s+SHARE|SHARE)"#, example: "SELECT * FROM line FOR UPDATE",
      source: citus),
    Lacking(pattern: #"TABLESAMPLE"#, example: "SELECT * FROM entry TABLESAMPLE system (1)", source: citus),
    Lacking(
      pattern: #"GROUPING\s+SETS|ROLLUP\s*\(|CUBE\s*\("#, example: "SELECT a FROM t GROUP BY ROLLUP (a)", source: citus),
    Lacking(
      pattern: #"MERGE\s+INTO"#, example: "MERGE INTO line USING entry ON true WHEN MATCHED THEN DELETE", source: citus),
    Lacking(
      pattern: #"CREATE\s+(TEMP|TEMPORARY|UNLOGGED)\s+TABLE"#, example: "CREATE TEMP TABLE t (a integer)",
      source: "https://www.cockroachlabs.com/docs/v23.1/temporary-tables"),
    Lacking(
      pattern: #"CREATE\s+SEQUENCE|\b(small|big)?serial\b|AS\s+IDENTITY|nextval"#,
      example: "CREATE TABLE t (id bigserial)",
      source: citus),
    Lacking(
      pattern: #"pg_(try_)?advisory"#, example: "SELECT pg_advisory_xact_lock(1)",
      source: "https://www.cockroachlabs.com/docs/v23.1/functions-and-operators"),
    // Foreign keys may name the tables of definitions alone, which are on every node.
    Lacking(
      pattern: #"REFERENCES\s+(?!formstate_definition\b)\w+"#,
      example: "CREATE TABLE part (a bigint REFERENCES line (a))",
      source: "https://docs.citusdata.com/en/v12.1/develop/api_ddl.html"),
  ]

  /// What a text has that one of them lacks.
  private static func problems(in text: String) throws -> [String] {
    // Without comments, which may speak of it.
    let statements = text.replacing(/--[^\n]*/, with: "").replacing(/\/\/[^\n]*/, with: "")
    return try lacking.compactMap { lacking in
      let pattern = try Regex(lacking.pattern).ignoresCase()
      return statements.firstMatch(of: pattern).map { "“\(statements[$0.range])”, see \(lacking.source)" }
    }
  }

  /// The files with statements: the schema, and the Swift files that run them.
  private static var files: [URL] {
    let folder = Repository.folder.appendingPathComponent("Sources/FormStateCollector")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    return (all ?? []).filter { file in
      // What is for one engine alone is in a folder of its own.
      ["sql", "swift"].contains(file.pathExtension) && !file.path.contains("/Engines/")
    }
  }

  @Test("No statement has what Citus or CockroachDB lack")
  func portable() throws {
    #expect(Self.files.count > 20)
    for file in Self.files {
      let problems = try Self.problems(in: try String(contentsOf: file, encoding: .utf8))
      #expect(problems == [], "\(file.lastPathComponent)")
    }
  }

  @Test("Each thing that they lack is found in a statement that has it")
  func control() throws {
    for lacking in Self.lacking {
      #expect(try Self.problems(in: "SELECT 1;\n\(lacking.example);").contains { $0.hasSuffix(lacking.source) })
    }
  }
}
