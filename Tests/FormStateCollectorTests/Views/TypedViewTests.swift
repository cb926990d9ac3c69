#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// Views named after forms, whose keys devices choose.
@Suite("Typed views") struct TypedViewTests {
  @Test("A typed view has a column for each question, with the type of its kind")
  func typed() throws {
    let store = try FormStore.inMemory()
    let dump = Repository.folder.appendingPathComponent("Tests/Golden/1.0/dump.json")
    try store.restore(try StoreDump.read(try Data(contentsOf: dump), sourceName: "dump.json"))
    let server = try CollectingServer()
    try server.collect(from: store)
    let views = TypedViews(connection: server.connection)
    for form in try views.forms() {
      let names = try views.make(ofForm: form)
      // Again, as after a new version.
      #expect(try views.make(ofForm: form) == names && !names.isEmpty)
      for name in names {
        _ = try server.connection.execute("SELECT * FROM \(TypedViews.quoted(name))")
      }
    }
    let row = try server.connection.execute(#"SELECT age + 1, weight::text, "seen" FROM formstate_forms.visit LIMIT 1"#)
      .only
    let age: Int64? = try row[0]
    let answer = try server.connection.execute(
      "SELECT number + 1 FROM answer WHERE form = 'visit' AND cell = 'age' LIMIT 1")
    #expect(try age == answer.first.map { try $0[0] as Int64 })
  }

  /// Keys that are names here or in PostgreSQL, or would end a name or a statement.
  private static let hostile = [
    "answer", "response", "history", "instance", "formstate_line", "formstate_answer", "formstate_entry",
    "formstate_made_view", "formstate_typed_view", "pg_class", "pg_namespace", "a\"b", "it's", "a\\'b",
    "x\"; DROP TABLE formstate_entry CASCADE; --", "$1", "%I", String(repeating: "é\"", count: 120), "\"",
    "instances_of_a_b_c", "a", "a_b", "formstate_forms", "public.answer",
  ]

  private static func form(_ key: String) -> FormDefinition {
    FormDefinition(key: key) {
      FormSection(key: "s") {
        Cell.text("name", title: "Name")
        Cell.text("stream", title: "Stream")
        Cell.repeat("c", title: "C") { Cell.text("inner", title: "Inner") }
        Cell.repeat("b_c", title: "B C") { Cell.text("other", title: "Other") }
      }
    }
  }

  /// The tables and views of the collector, by their identities.
  private func objects(_ connection: PostgresConnection) throws -> [String] {
    try connection.execute(
      """
      SELECT relnamespace::regnamespace || ' ' || relname || ' ' || pg_class.oid || ' ' || relkind::text
      FROM pg_class
      WHERE relnamespace::regnamespace::text <> 'formstate_forms' AND relname !~ '^pg_toast'
      ORDER BY 1
      """
    ).map { try $0[0] }
  }

  @Test("No name that a device chooses reaches another one, whatever it is")
  func hostileNames() throws {
    let server = try CollectingServer()
    let store = try FormStore.inMemory()
    for key in Self.hostile {
      try store.save(Self.form(key))
      try store.apply(.set("name", .text(key)), to: ResponseKey(form: key, response: "r"))
    }
    try server.collect(from: store)
    // What somebody else made in the schema stays, too.
    try server.connection.execute(
      script: "CREATE VIEW formstate_forms.answer AS SELECT 'mine' AS name; CREATE TABLE formstate_forms.history ()")
    let before = try objects(server.connection)
    let connection = try PostgresConnection(
      "\(server.cluster.address()) options='-c search_path=formstate_forms,public'")
    let views = TypedViews(connection: connection)
    #expect(try Set(views.forms()) == Set(Self.hostile))
    var names: [String: [String]] = [:]
    for _ in 0..<2 {
      for key in Self.hostile {
        names[key] = try views.make(ofForm: key)
        #expect(names[key]?.count == 3, "\(key)")
      }
    }
    #expect(try objects(server.connection) == before)
    #expect(Set(names.values.joined()).count == 3 * Self.hostile.count)
    #expect(try server.connection.execute("SELECT name FROM formstate_forms.answer").only[0] as String == "mine")
    for (key, made) in names {
      let rows = try made.map { try server.connection.execute("SELECT * FROM \(TypedViews.quoted($0))").count }
      #expect(rows == [1, 0, 0], "\(key)")
      let name: String = try server.connection.execute("SELECT name FROM \(TypedViews.quoted(made[0]))").only[0]
      #expect(name == key)
    }
    #expect(names["a_b"]?[1] == "instances_of_a_b_b_c" && names["pg_class"]?[0] == "pg_class")
    try server.expectSound(store)
  }
}
#endif
