import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A draft is a fault until it is an answer or is discarded.
@Suite("Drafts are faults")
struct DraftFaultTests {
  private static let form = FormDefinition(key: "visit", title: "Visit") {
    FormSection(key: "all", title: "All") {
      Cell.integer("age", title: "Age", range: NumberRange(minimum: 0, maximum: 120))
      Cell.switch("retired", title: "Retired")
      Cell.decimal("pension", title: "Pension").relevant("${retired}").sensitive()
      Cell.text("note", title: "Note").readOnly(when: "${retired}")
      Cell.repeat("child", title: "Children") { Cell.date("born", title: "Born") }
    }
  }
  private let key = ResponseKey(form: "visit")

  private func session() throws -> (FormSession, FormStore) {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    return (try store.session(for: key, coalescing: .zero), store)
  }

  /// The cells with faults, which the session, the state, the rows and the view agree on.
  private func faults(
    _ session: FormSession, _ store: FormStore, _ place: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let faults = session.faults
    #expect(faults == session.form.faults(in: session.state), sourceLocation: place)
    let rows = (0..<session.numberOfRows(in: 0)).compactMap { session.row(at: RowPath(section: 0, row: $0)) }
    #expect(rows.flatMap(\.faults).filter { $0.kind == .draft } == faults, sourceLocation: place)
    let shown = faults.map { "\($0.address ?? ""): \($0.kind.rawValue) \($0.severity.rawValue) \($0.message)" }
    let viewed = try store.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT iif(instance, cell || ':' || instance, cell) || ': ' || fault || ' ' || severity || ' ' || message
          FROM fault
          ORDER BY section_position, place
          """)
    }
    #expect(shown == viewed, sourceLocation: place)
    #expect(try store.check() == [], sourceLocation: place)
    return faults.compactMap(\.address)
  }

  @Test("A draft prevents completion; a value and its discarding remove the fault")
  func refusesCompletion() throws {
    let (session, store) = try session()
    try session.apply(.draft("age", "250"))
    #expect(try faults(session, store) == ["age"])
    let error = #expect(throws: ActionError.self) { try session.apply(.complete) }
    #expect(
      error?.description
        == "the response cannot be completed: “age”: "
        + "The input is not an answer yet; enter it, correct it or discard it.")
    try session.apply(.set("age", 25))
    #expect(try faults(session, store) == [])
    for settled: FormAction in [.clear("age"), .draft("age", nil), .reset("age"), .reset(nil)] {
      try session.apply(.draft("age", "250"))
      #expect(try faults(session, store) == ["age"], "\(settled)")
      try session.apply(settled)
      #expect(try faults(session, store) == [], "\(settled)")
    }
    try session.apply(.complete)
    #expect(session.isCompleted)
  }

  @Test("A session acts on what another session of its device has drafted, which it did not show yet")
  func draftedBeside() throws {
    let (session, store) = try session()
    try session.apply(.set("retired", false))
    let other = try store.session(for: key)
    try other.apply(.draft("age", "250"))
    try other.apply(.draft("pension", "1,"))
    try session.apply(.set("age", 25))
    #expect(try store.contents(of: key).state.drafts == ["pension": "1,"])
    #expect(session.state.drafts == ["pension": "1,"])
    try other.refresh()
    #expect(other.state == session.state)
    try other.apply(.draft("age", "251"))
    #expect(throws: ActionError.self) { try session.apply(.complete) }
    #expect(try faults(other, store) == ["age"])
  }

  @Test("The text of the answer is no draft")
  func equalToTheAnswer() throws {
    let (session, store) = try session()
    try session.apply(.set("age", 25))
    try session.apply(.draft("age", "2"))
    #expect(try faults(session, store) == ["age"])
    try session.apply(.draft("age", "25"))
    #expect(session.status(of: "age")?.draft == nil && session.status(of: "age")?.value == 25)
    #expect(try faults(session, store) == [])
    #expect(try session.apply(.draft("age", "25")).revision == 1)
  }

  @Test("A draft of a cell that nobody can answer now is no fault: one that is irrelevant, read-only or gone")
  func unanswerable() throws {
    let (session, store) = try session()
    try session.apply(.set("retired", true))
    try session.apply(.draft("pension", "1,"))
    #expect(try faults(session, store) == ["pension"])
    try session.apply(.set("retired", false))
    try session.apply(.draft("note", "Ask"))
    #expect(try faults(session, store) == ["note"])
    try session.apply(.set("retired", true))
    #expect(try faults(session, store) == ["pension"])
    // A discarded sensitive draft leaves nothing.
    try session.apply(.clear("pension"))
    #expect(try faults(session, store) == [])
    try session.apply(.set("retired", false))
    #expect(try faults(session, store) == ["note"])
    try session.apply(.set("note", "Ask Tom"))
    try session.apply(.add("child"))
    try session.apply(.expand("child"))
    let child = try #require(session.instances(of: "child").first)
    try session.apply(.draft(child.cell("born"), "2020-"))
    #expect(try faults(session, store) == ["born:1"])
    try session.apply(.remove(child.reference))
    #expect(try faults(session, store) == [])
    try session.undo()
    #expect(try faults(session, store) == ["born:1"])
  }

  @Test("A draft waits in the file while an upgrade lacks its cell")
  func upgrade() throws {
    let (session, store) = try session()
    try session.apply(.draft("age", "2-"))
    var next = Self.form
    next.sections[0].cells.removeFirst()
    try store.save(next)
    try store.upgrade(key)
    try session.refresh()
    #expect(try faults(session, store) == [])
    next = Self.form
    next.title = "Visit again"
    try store.save(next)
    try store.upgrade(key)
    try session.refresh()
    #expect(try faults(session, store) == ["age"])
    #expect(session.status(of: "age")?.draft == "2-")
  }
}
