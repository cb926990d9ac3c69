#if Collect
import FormStateInterchange
import Foundation
import TestSupport

@testable import FormStateCollector
@testable import FormStateStore

/// A collector with copies of the responses that a release wrote: of many forms, with repeats, rules, faults and
/// what upgrades set aside.
struct LargeDatabase {
  let server: CollectingServer
  /// What was copied; the collector takes none of it again.
  let store: FormStore

  /// How often each form is there under other keys. A form has a sixtieth of the responses then, and a few percent of
  /// the rows at most; of one with most of the rows, PostgreSQL would read everything with good reason.
  private static let formCount = 10
  /// How often each response is there in each of these forms: 82 rows of `formstate_state` together.
  private static let copyCount = TestSeeds.isFull ? 1220 : 60

  private static let definitionTables = [
    "definition", "language", "text", "section", "cell", "condition", "rule", "option", "list",
  ]
  private static let streamTables = ["line", "part", "instance", "entry", "receipt", "state"]

  init() throws {
    server = try CollectingServer()
    store = try FormStore.inMemory()
    let dump = Repository.folder.appendingPathComponent("Tests/Golden/1.0/dump.json")
    try store.restore(try StoreDump.read(try Data(contentsOf: dump), sourceName: "dump.json"))
    try server.collect(from: store)
  }

  /// The key of a copied form.
  static func form(_ key: String) -> String { "\(key)-3" }
  /// The key of a copied response.
  static func response(_ key: String) -> String { "\(key)-7" }

  /// Adds the copies.
  func fill() throws {
    let forms = "generate_series(1, \(Self.formCount)) AS form_copy (number)"
    let responses = "generate_series(1, \(Self.copyCount)) AS copy (number)"
    for table in Self.definitionTables { try copy("formstate_\(table)", times: forms) }
    // In the order of arrival: one response after another, of one form and then of another.
    for table in Self.streamTables { try copy("formstate_\(table)", times: "\(responses) CROSS JOIN \(forms)") }
    try server.connection.execute("ANALYZE")
  }

  private func copy(_ table: String, times: String) throws {
    let names: [String] = try server.connection.execute(
      "SELECT column_name FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position",
      [.text(table)]
    ).map { try $0[0] }
    let values = names.map(Self.copied).joined(separator: ", ")
    try server.connection.execute("INSERT INTO \(table) SELECT \(values) FROM \(times) CROSS JOIN \(table) AS original")
  }

  private static func copied(_ column: String) -> String {
    func digest(_ text: String) -> String { "encode(sha256(convert_to(\(text) || form_copy.number, 'UTF8')), 'hex')" }
    return switch column {
    case "digest", "definition": digest("original.\(column)")
    case "form": "original.form || '-' || form_copy.number"
    case "response": "original.response || '-' || copy.number"
    case "stream": "md5(original.stream::text || '-' || form_copy.number || '-' || copy.number)::uuid"
    case "definitions":
      """
      (SELECT array_agg(\(digest("name")) ORDER BY place) FROM unnest(definitions) WITH ORDINALITY AS named (name, place))
      """
    // As many authors and days as there would be.
    case "author": "original.author || ' ' || form_copy.number || '-' || copy.number"
    case "time": "original.time + make_interval(days => 10 * copy.number + form_copy.number)"
    case "origin": "CASE origin WHEN '' THEN '' ELSE \(digest("origin")) END"
    default: "original.\(column)"
    }
  }

  /// Deletes what was copied, so it can be taken again.
  func deleteOriginals() throws {
    let streams = try store.overview().flatMap { form in
      try form.responses.compactMap { response in
        try store.contents(of: .init(form: form.key, response: response.key)).stream.map { "'\($0)'" }
      }
    }
    for table in Self.streamTables {
      try server.connection.execute(
        "DELETE FROM formstate_\(table) WHERE stream IN (\(streams.joined(separator: ", ")))")
    }
  }
}
#endif
