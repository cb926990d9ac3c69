#if Collect
import FormState
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Definitions: rows in PostgreSQL") struct StoredRowTests {
  @Test("PostgreSQL takes all rows, and each column has its type")
  func copies() throws {
    let cluster = try TemporaryCluster()
    let connection = try PostgresConnection(cluster.address())
    try connection.execute(script: try Repository.text(of: "Sources/FormStateCollector/Schema/0001_definitions.sql"))
    let forms = try DefinitionRowTests.examples.map(DefinitionRowTests.form) + [EveryDefinition.form]
    // The example is in two formats.
    let versions = Dictionary(forms.map { (StateDigest.ofDefinition($0), $0) }) { first, _ in first }
    for form in versions.values { try store(form, on: connection) }
    let readable: String = try connection.execute(
      """
      SELECT default_translations ->> 'fr'
      FROM formstate_cell
      WHERE form = 'every' AND cell = 'built'
      """
    ).only[0]
    #expect(readable == "30 novembre 1835")
  }

  private func store(_ form: FormDefinition, on connection: PostgresConnection) throws {
    let digest = StateDigest.ofDefinition(form)
    let rows = DefinitionRows(of: form, digest: digest)
    try connection.execute(
      "INSERT INTO formstate_definition (digest, form, title, document) VALUES ($1, $2, $3, '{}')",
      [.text(digest), .text(form.key), .text(form.title)])
    let lists = try connection.execute("SELECT DISTINCT list FROM formstate_list_item")
    let knownLists = try Set(lists.map { try $0[0] as String })
    for table in DefinitionTable.allCases {
      let before = try count(table, connection)
      let copied = try connection.copy(into: table.rawValue, columns: table.columns) { copy in
        try rows.forEachRow(of: table, besides: knownLists) { try copy.add($0) }
      }
      #expect(try count(table, connection) == before + copied, "\(table.rawValue) of \(form.key)")
    }
  }

  private func count(_ table: DefinitionTable, _ connection: PostgresConnection) throws -> Int {
    Int(try connection.execute("SELECT count(*) FROM \(table.rawValue)").only[0] as Int64)
  }
}
#endif
