#if Collect
import FormState
import FormStateStore
import TestSupport
import Testing

@testable import FormStateCollector

/// Readers see that a sensitive question was answered, and not what, unless they have the right to.
@Suite("Sensitive answers in views") struct SensitiveViewTests {
  private static let views = [
    "response", "answer", "current_answer", "translated_answer", "unanswered", "fault", "set_aside", "instance",
    "history",
    "conflict", "formstate_forms.patient", "formstate_forms.instances_of_patient_visit",
  ]
  private static let secrets = ["Measles", "4711", "1970-01-02", "Mumps", "positive", "Positive", "Rubella", "Asthma"]

  private let server: CollectingServer

  private static func form(title: String, isSensitive: Bool) -> FormDefinition {
    FormDefinition(key: "patient", title: title) {
      FormSection(key: "s") {
        Cell.text("name", title: "Name")
        Cell.text("diagnosis", title: "Diagnosis").sensitive(isSensitive)
        Cell.integer("pin", title: "PIN").sensitive()
        Cell.date("born", title: "Born").sensitive()
        Cell.text("before", title: "Before").calculate("'Rubella'").sensitive()
        Cell.group("result", title: "Result") {
          Cell.option("positive", title: "Positive result")
          Cell.option("negative", title: "Negative result")
        }.sensitive()
        Cell.repeat("visit", title: "Visit") { Cell.text("illness", title: "Illness").sensitive() }
      }
    }
  }

  init() throws {
    server = try CollectingServer()
    let folder = try TemporaryFolder()
    let key = ResponseKey(form: "patient")
    let north = try FormStore(path: folder.path("north.sqlite"))
    try north.save(Self.form(title: "First", isSensitive: true))
    for action: FormAction in [
      .set("name", "Ada"), .set("diagnosis", "Measles"), .set("pin", "4711"), .set("born", "1970-01-02"),
      .choose("positive"), .add("visit"), .set("illness:1", "Asthma"),
    ] { try north.apply(action, to: key) }
    let south = try FormStore.inMemory()
    try south.merge(parts: north.forEachPart)
    // Different answers wait, and a version without the mark changes nothing about what earlier ones have said.
    try north.apply(.set("diagnosis", "Mumps"), to: key)
    try south.apply(.set("diagnosis", "Rubella"), to: key)
    let other = try FormStore.inMemory()
    try other.save(Self.form(title: "Second", isSensitive: false))
    try other.apply(.set("diagnosis", "Measles"), to: ResponseKey(form: "patient", response: "second"))
    for store in [north, south, other] { try server.collect(from: store) }
    #expect(try TypedViews(connection: server.connection).make(ofForm: "patient").count == 2)
    for role in ["formstate_reader", "formstate_reveal"] {
      try server.connection.execute(script: "CREATE ROLE user_of_\(role) LOGIN IN ROLE \(role)")
    }
  }

  private func user(of role: String) throws -> PostgresConnection {
    try PostgresConnection(server.cluster.address(user: "user_of_\(role)"))
  }

  private func text(of view: String, _ connection: PostgresConnection) throws -> [String] {
    try connection.execute("SELECT row_to_json(shown)::text FROM \(view) AS shown").map { try $0[0] }
  }

  @Test("A reader sees ••• in every view, and formstate_reveal sees what it stands for")
  func masked() throws {
    let (reader, revealing) = (try user(of: "formstate_reader"), try user(of: "formstate_reveal"))
    var seen = ""
    for view in Self.views {
      let rows = try text(of: view, reader)
      for secret in Self.secrets {
        #expect(!rows.joined().replacing("Positive result", with: "").contains(secret), "\(secret) in \(view)")
      }
      let revealed = try text(of: view, revealing)
      #expect(revealed.count == rows.count, "\(view)")
      seen += revealed.joined()
    }
    for secret in Self.secrets { #expect(seen.contains(secret), "the search should find \(secret)") }
    let answers = try reader.execute(
      """
      SELECT cell || ' ' || value || ' ' || is_sensitive || ' ' || coalesce(number::text, '-')
      FROM current_answer
      WHERE response = 'default'
      ORDER BY place
      """)
    #expect(
      try answers.map { try $0[0] as String } == [
        "name Ada false -", "diagnosis ••• true -", "pin ••• true -", "born ••• true -", "before ••• true -",
        "result ••• true -", "illness ••• true -",
      ])
  }

  @Test("No condition finds out what is masked")
  func conditions() throws {
    let reader = try user(of: "formstate_reader")
    for (view, column) in [("answer", "value"), ("history", "value_after"), ("formstate_forms.patient", "diagnosis")] {
      #expect(try reader.execute("SELECT 1 FROM \(view) WHERE \(column) = 'Measles'").isEmpty)
    }
    // A function that says what it is given is given nothing else.
    let error = #expect(throws: PostgresError.self) {
      try reader.execute("SELECT 1 FROM answer WHERE cell = 'diagnosis' AND value::integer = 1")
    }
    #expect(error?.description.contains("•••") == true)
    for table in ["formstate_state", "formstate_entry", "formstate_answer", "formstate_sensitive"] {
      #expect(throws: PostgresError.self) { try reader.execute("SELECT 1 FROM \(table)") }
    }
  }
}
#endif
