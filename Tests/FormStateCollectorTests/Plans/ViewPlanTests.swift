#if Collect
import TestSupport
import Testing

@testable import FormStateCollector

/// What analysts ask reads what the answer needs, however many responses there are: a million rows of states with
/// `FORMSTATE_FULL_TESTS`, and otherwise as many as PostgreSQL uses indexes for.
@Suite("Plans of views") struct ViewPlanTests {
  /// A query of a view.
  private struct Query {
    let view: String
    let condition: String
    var values: [String] = []
    var types: [String] { values.map { _ in "text" } }
    /// Whether it asks for one response.
    var isOfOne = false
    var statement: String { "SELECT * FROM \(view) WHERE \(condition)" }
  }

  /// The views with rows of responses, and the column that names a cell or repeat.
  private static let views = [
    "answer": "cell", "current_answer": "cell", "translated_answer": "cell", "unanswered": "cell", "fault": "cell",
    "set_aside": "cell", "instance": "repeat", "history": "cell",
  ]
  /// The most rows that a query of one response reads, of some 10 to 40 entries and answers.
  private static let mostRows = 3000

  private let database: LargeDatabase
  private let connection: PostgresConnection

  init() throws {
    database = try LargeDatabase()
    connection = database.server.connection
  }

  @Test("Queries by form, cell, value, stream and response use indexes, with plans for their values and for any")
  func indexes() throws {
    var queries = try Self.views.flatMap { try self.queries(of: $0.key, column: $0.value) }
    let sample = try connection.execute("SELECT form, response, stream::text FROM answer WHERE form = 'trip' LIMIT 1")
    let (form, response) = (LargeDatabase.form("trip"), LargeDatabase.response(try sample.only[1]))
    try database.fill()
    queries += [
      Query(view: "response", condition: "form = $1", values: [form]),
      Query(view: "response", condition: "form = $1 AND response = $2", values: [form, response], isOfOne: true),
      Query(view: "list_item", condition: "form = $1", values: [form]),
    ]
    queries += try historyQueries()
    try openQuestions()
    queries.append(Query(view: "conflict", condition: "form = $1", values: [form]))
    queries.append(
      Query(view: "conflict", condition: "form = $1 AND response = $2", values: [form, response], isOfOne: true))
    for view in try TypedViews(connection: connection).make(ofForm: form) {
      queries.append(
        Query(view: TypedViews.quoted(view), condition: "response = $1", values: [response], isOfOne: true))
    }
    for query in queries {
      for query in [query] + (try ofStream(query)) { try expectIndexes(query) }
    }
    try expectNoticed(form: form, response: response)
  }

  /// The queries of a view, for one of its rows that is copied.
  private func queries(of view: String, column: String) throws -> [Query] {
    let row = try #require(
      try connection.execute("SELECT form, response, \(column) FROM \(view) WHERE \(column) IS NOT NULL LIMIT 1").first)
    let form = LargeDatabase.form(try row[0])
    let (response, cell): (String, String) = (LargeDatabase.response(try row[1]), try row[2])
    let byCell = "form = $1 AND \(column) = $2"
    var queries = [
      Query(view: view, condition: "form = $1", values: [form]),
      Query(view: view, condition: byCell, values: [form, cell]),
      Query(view: view, condition: "form = $1 AND response = $2", values: [form, response], isOfOne: true),
    ]
    if ["answer", "current_answer", "translated_answer"].contains(view) {
      queries.append(Query(view: view, condition: "\(byCell) AND value = $3", values: [form, cell, "Tom"]))
    }
    return queries
  }

  /// Opens a question in a response of fifty.
  private func openQuestions() throws {
    try connection.execute(
      """
      INSERT INTO formstate_state (stream, line, instance, seq, field, subject, form, type, content)
      SELECT line.stream, line.line, 0, 1, 'alternatives', cell.cell, line.form, 't',
        '["t good","Ada","2026-12-01T01:48:19.091Z",1,"00","t poor","Eve","2026-12-01T01:48:19.091Z",1,"01"]'
      FROM formstate_line AS line
      JOIN (SELECT definition, min(cell) AS cell FROM formstate_cell WHERE is_question GROUP BY definition) AS cell
        ON cell.definition = line.definition
      WHERE left(line.stream::text, 2) < '05'
      """)
    try connection.execute("ANALYZE")
  }

  /// What is asked of the history across forms, for a row of it.
  private func historyQueries() throws -> [Query] {
    let row = try connection.execute(
      """
      SELECT author, cell, to_char(at, 'YYYY-MM-DD HH24:MI:SS.MSOF')
      FROM history
      WHERE author IS NOT NULL AND cell IS NOT NULL AND form LIKE '%-3' AND response LIKE '%-7'
      LIMIT 1
      """
    ).only
    let (author, cell, time): (String, String, String) = (try row[0], try row[1], try row[2])
    let day = "at >= $1::timestamptz AND at < $1::timestamptz + interval '1 hour'"
    return [
      Query(view: "history", condition: "author = $1", values: [author], isOfOne: true),
      Query(view: "history", condition: "author = $1 AND cell = $2", values: [author, cell], isOfOne: true),
      Query(view: "history", condition: day, values: [time]),
    ]
  }

  /// The same query by the stream of its response.
  private func ofStream(_ query: Query) throws -> [Query] {
    guard query.isOfOne, query.condition == "form = $1 AND response = $2" else { return [] }
    let stream: String = try connection.execute(
      "SELECT stream::text FROM formstate_line WHERE form = $1 AND response = $2", query.values.map { .text($0) }
    ).only[0]
    return [Query(view: query.view, condition: "stream = $1::uuid", values: [stream], isOfOne: true)]
  }

  private func expectIndexes(_ query: Query) throws {
    for mode in QueryPlan.Mode.allCases {
      let plan = try QueryPlan(
        of: query.statement, types: query.types, values: query.values, mode: mode, on: connection)
      // A page has the instances or parts of seventy responses, so those of a form may be on every page.
      let dense: Set = query.isOfOne ? [] : ["formstate_instance", "formstate_part"]
      let scanned = plan.scanned.subtracting(dense)
      #expect(scanned == [], "\(query.view) WHERE \(query.condition), \(mode)")
      if query.isOfOne { #expect(plan.rowCount < Self.mostRows, "\(query.view) WHERE \(query.condition), \(mode)") }
    }
  }

  /// Without an index, the same judgement finds what is read from beginning to end.
  private func expectNoticed(form: String, response: String) throws {
    try connection.execute(script: "BEGIN; ALTER TABLE formstate_entry DROP CONSTRAINT formstate_entry_pkey")
    let plan = try QueryPlan(
      of: "SELECT * FROM history WHERE form = $1 AND response = $2", types: ["text", "text"],
      values: [form, response], mode: .generic, on: connection)
    #expect(plan.scanned.contains("formstate_entry"))
    #expect(plan.rowCount > Self.mostRows)
    try connection.execute(script: "ROLLBACK")
  }

  @Test("The plans of a new database are not compiled, which would take longer than running them")
  func notCompiled() throws {
    let later = try PostgresConnection(database.server.cluster.address())
    #expect(try later.execute("SHOW jit").only[0] as String == "off")
  }
}
#endif
