#if Collect
import Testing

@testable import FormStateCollector

@Suite("Engines") struct EngineTests {
  @Test("Citus is asked for before anything is made")
  func citus() throws {
    let cluster = try TemporaryCluster()
    let schema = CollectorSchema(connection: try PostgresConnection(cluster.address()))
    let error = #expect(throws: CollectorSchema.MissingExtension.self) { try schema.make(for: .citus) }
    #expect(error?.description == "the database has no extension citus; make it with CREATE EXTENSION citus")
    #expect(try !schema.exists())
  }

  @Test("Citus distributes each table of responses by stream, and has every other one on each node")
  func everyTable() throws {
    let cluster = try TemporaryCluster()
    let connection = try PostgresConnection(cluster.address())
    _ = try CollectorSchema(connection: connection).make()
    let script = try #require(CollectorSchema.script(for: .citus))
    let tables = try connection.execute(
      """
      SELECT table_name, bool_or(column_name = 'stream')
      FROM information_schema.columns
      JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      GROUP BY table_name
      """)
    #expect(tables.count > 15)
    for table in tables {
      let (name, hasStream): (String, Bool) = (try table[0], try table[1])
      let function = hasStream ? "create_distributed_table('\(name)', 'stream'" : "create_reference_table('\(name)')"
      #expect(script.contains(function), "\(name)")
    }
  }
}
#endif
