#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// Every statement keeps to what Citus can run in each shard, as far as PostgreSQL's own trees of them tell; Citus
/// itself is not run here.
@Suite("Structure of statements for Citus") struct CitusStructureTests {
  private let cluster: TemporaryCluster
  private let connection: PostgresConnection
  private let structure: QueryStructure

  init() throws {
    let server = try CollectingServer()
    (cluster, self.connection) = (server.cluster, server.connection)
    let script = try #require(CollectorSchema.script(for: .citus))
    let names = script.matches(of: /create_distributed_table\('(\w+)'/).map { String($0.1) }
    let connection = server.connection
    let tables = try names.map { name in
      Int(try connection.execute("SELECT to_regclass($1)::oid::bigint", [.text(name)]).only[0] as Int64)
    }
    #expect(tables.count > 7)
    structure = QueryStructure(
      distributed: Set(tables), views: try Self.views(of: connection).reduce(into: [:]) { $0[$1.identity] = $1.query })
  }

  private static func views(
    of connection: PostgresConnection
  ) throws -> [(name: String, identity: Int, query: NodeTree)] {
    try connection.execute(
      """
      SELECT ev_class::regclass::text, ev_class::bigint, ev_action::text
      FROM pg_rewrite
      JOIN pg_class ON pg_class.oid = ev_class
      WHERE relnamespace IN ('public'::regnamespace, 'formstate_forms'::regnamespace)
      ORDER BY 1
      """
    ).map { row in
      let query = try #require(NodeTree(try row[2])?.elements.first)
      return (try row[0], Int(try row[1] as Int64), query)
    }
  }

  @Test("Each view joins by streams, and divides windows by them")
  func views() throws {
    let views = try Self.views(of: connection)
    #expect(views.count > 20)
    for view in views { #expect(structure.problems(of: view.query) == [], "\(view.name)") }
  }

  /// The trees of the statements that a log has.
  private func statements(since start: Int) -> [NodeTree] {
    String(decoding: cluster.log.utf8.dropFirst(start), as: UTF8.self).replacing("\n\t", with: " ").split(
      separator: "\n"
    ).compactMap { line in
      line.range(of: "DETAIL:  {QUERY").flatMap { NodeTree("{QUERY\(line[$0.upperBound...])") }
    }
  }

  private func explaining() throws -> CollectingServer {
    let options = "-c debug_print_parse=on -c debug_pretty_print=off"
    return try CollectingServer(cluster: cluster, settings: "\(cluster.address()) options='\(options)'")
  }

  @Test("So does each statement that a command runs")
  func commands() throws {
    let start = cluster.log.utf8.count
    let server = try explaining()
    var devices = try RandomDevices(seed: 7)
    for _ in 0..<60 { try devices.step(server) }
    for store in devices.all { try server.collect(from: store, limit: 7) }
    for _ in 0..<2 {
      let twin = try FormStore.inMemory()
      try twin.save(FormDefinition(key: "f") { FormSection(key: "s") { Cell.text("name") } })
      try twin.apply(.set("name", "twin"), to: ResponseKey(form: "f", response: "twin"))
      try server.collect(from: twin)
    }
    let connection = server.connection
    let (conflicts, lines) = (CollectorConflicts(connection: connection), CollectedLines(connection: connection))
    var filter = ConflictFilter()
    for _ in 0..<2 {
      try conflicts.forEachQuestion(filter, revealing: true) { _ in }
      try conflicts.forEach(filter) { _ in }
      (filter.form, filter.cell, filter.device, filter.since) = ("f", "name", "north", .now)
    }
    _ = try CollectorCheck(connection: connection).run()
    _ = try CollectorRebuild(connection: connection).run()
    _ = try TypedViews(connection: connection).make(ofForm: "f")
    let stream: String = try connection.execute(
      "SELECT stream::text FROM formstate_line WHERE response = 'twin' LIMIT 1"
    ).only[0]
    #expect(try lines.choose(1, of: stream, overTwins: true))
    #expect(try lines.forget(stream, reason: "asked") > 0)
    let statements = statements(since: start)
    #expect(statements.count > 200)
    #expect(Set(statements.map { $0["commandType"].number }).isSuperset(of: [1, 2, 3, 4]))
    #expect(Set(statements.flatMap(structure.problems)) == [])
    for view in try Self.views(of: connection) { #expect(structure.problems(of: view.query) == [], "\(view.name)") }
  }

  @Test(
    "What it refuses is found",
    arguments: [
      (
        "SELECT FROM formstate_line AS a JOIN formstate_line AS b ON b.form = a.form",
        "a join of a, b without equal streams"
      ),
      (
        "SELECT FROM formstate_line AS a JOIN formstate_line AS b ON b.stream = a.stream OR b.line = 1",
        "a join of a, b without equal streams"
      ),
      (
        "SELECT stream FROM formstate_line AS line GROUP BY stream HAVING count(*) > (SELECT count(*) FROM formstate_choice WHERE stream = line.stream)",
        "a subquery in HAVING"
      ),
      ("SELECT row_number() OVER (ORDER BY received) FROM formstate_line", "a window across streams"),
      (
        "SELECT FROM formstate_line AS line CROSS JOIN LATERAL (WITH e AS (SELECT FROM formstate_entry WHERE stream = line.stream) SELECT FROM e) AS e",
        "a CTE within LATERAL"
      ),
      (
        "SELECT FROM formstate_line AS line WHERE EXISTS (SELECT FROM formstate_line AS other WHERE other.response = line.response)",
        "a subquery beside 1 tables without their stream"
      ),
      (
        "SELECT FROM formstate_definition LEFT JOIN formstate_line ON definition = digest",
        "an outer join from a table of every node"
      ),
    ])
  func control(statement: String, problem: String) throws {
    let start = cluster.log.utf8.count
    try explaining().connection.execute(statement)
    #expect(statements(since: start).flatMap(structure.problems).contains(problem))
  }
}
#endif
