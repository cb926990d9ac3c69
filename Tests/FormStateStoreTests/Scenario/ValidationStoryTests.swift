import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// An order that is validated and totalled while a person fills it in.
@Suite("Required, constrained and calculated cells")
struct ValidationStoryTests {
  private static let form = FormDefinition(key: "order") {
    FormSection(key: "order") {
      Cell.text("name", title: "Name").required(message: "Tell us your name.")
      Cell.slider("count", title: "Count", value: 2, minimum: 0, maximum: 20)
        .constraint(". > 0", message: "Order at least one.")
        .constraint(". <= 10", message: "That is much.", severity: .warning)
      Cell.custom("price", identifier: "Price", title: "Price", value: 10)
      Cell.custom("total", identifier: "Total", title: "Total").calculate("${price} * ${count}").readOnly()
      Cell.custom("tip", identifier: "Tip", title: "Tip").calculate("${total} div 10")
      Cell.label("sum", title: "Sum").title("concat('Total: ', ${total} + ${tip})")
      Cell.switch("gift", title: "Gift")
      Cell.group("card", subtitle: "Card") {
        Cell.text("text", title: "Text").required(when: "${total} > 50")
      }
      .relevant("${gift}")
    }
  }
  private let key = ResponseKey(form: "order")

  private func descriptions(of faults: [Fault]) -> [String] {
    faults.map { "\($0.cell ?? ""): \($0.message) \($0.severity)" }
  }

  private func row(_ key: String, in session: FormSession) throws -> VisibleRow {
    let path = try #require(session.rowPath(of: .key(key)))
    return try #require(session.row(at: path))
  }

  @Test("Totals change with an answer in one step, survive a restart, and are undone with it")
  func totals() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("order.sqlite")
    var fresh = ""
    do {
      let store = try FormStore(path: path)
      try store.save(Self.form)
      let session = try store.session(for: key)
      fresh = try store.contents(of: key).digest
      #expect(try row("total", in: session).value == 20 && row("tip", in: session).value == 2)
      #expect(try row("sum", in: session).title == "Total: 22")
      try session.apply(.set("count", 3))
      #expect(try row("total", in: session).value == 30 && row("tip", in: session).value == 3)
      #expect(session.revision == 1)
    }
    let store = try FormStore(path: path)
    let session = try store.session(for: key)
    #expect(try row("total", in: session).value == 30 && row("sum", in: session).title == "Total: 33")
    // A calculated value can be overridden and returns by reset; a read-only one cannot be overridden.
    try session.apply(.set("tip", 5))
    let tip = try #require(session.rowPath(of: "tip"))
    let follower = try store.session(for: key)
    let change = try session.apply(.set("count", 4))
    #expect(try row("tip", in: session).value == 5 && row("sum", in: session).title == "Total: 45")
    // The overridden value does not show, so nothing is redrawn, here or on another screen.
    #expect(!change.batch.reloadedRows.contains(tip) && !change.batch.reloadedRows.isEmpty)
    #expect(try follower.refresh().batch == change.batch)
    try session.apply(.reset("tip"))
    #expect(try row("tip", in: session).value == 4)
    #expect(throws: ActionError.readOnly(cell: "total")) { try session.apply(.set("total", 1)) }
    #expect(throws: ActionError.readOnly(cell: "total")) { try session.apply(.clear("total")) }
    for _ in 0..<4 { try session.undo() }
    #expect(try row("total", in: session).value == 20 && row("sum", in: session).title == "Total: 22")
    #expect(try store.contents(of: key).digest == fresh)
    #expect(try store.check() == [])
  }

  @Test("The history view shows calculated values before an override and after a reset")
  func history() throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "sum") {
        FormSection(key: "sum") {
          Cell.integer("n", title: "Number", value: 2)
          Cell.integer("sum", title: "Sum", value: 1).calculate("if(${n} > 90, '', ${n} * 10)")
        }
      })
    let key = ResponseKey(form: "sum")
    for action in [
      FormAction.set("sum", 5), .set("n", 4), .reset("sum"), .set("sum", 6), .set("n", 99), .reset("sum"),
      .set("sum", 7),
    ] {
      try store.apply(action, to: key)
    }
    let changes = try store.read { db in
      try Row.fetchAll(
        db, sql: "SELECT before || ' → ' || after FROM history WHERE question = 'Sum' AND field = 'value'"
      )
      .map { try $0.decode(String.self, atIndex: 0) }
    }
    #expect(changes == ["20 → 5", "5 → 40", "40 → 6", "6 → 1", "1 → 7"])
  }

  @Test("Rules look up a list's columns, with a session, without one and after a restart")
  func lists() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("trip.sqlite")
    var form = FormDefinition(key: "trip") {
      FormSection(key: "trip") {
        Cell.text("town", title: "Town")
        Cell.custom("name", identifier: "Name").calculate("list('towns')[value = ${town}]/title")
        Cell.custom("label", identifier: "Label").calculate("instance('towns')/root/item[name = ${town}]/label")
        Cell.custom("pulled", identifier: "Pulled").calculate("pulldata('towns', 'title', 'value', ${town})")
        Cell.custom("count", identifier: "Count").calculate("count(list('towns')[starts-with(title, 'B')])")
      }
    }
    form.lists = [
      OptionList("towns", options: [.init(value: "bn", title: "Bonn"), .init(value: "bs", title: "Basel")])
    ]
    let key = ResponseKey(form: "trip")
    func values(in session: FormSession) throws -> [CellValue?] {
      try ["name", "label", "pulled", "count"].map { try row($0, in: session).value }
    }
    do {
      let store = try FormStore(path: path)
      try store.save(form)
      #expect(try values(in: try store.session(for: key)) == [nil, nil, nil, 2])
      // Without a session, which would have the form in memory.
      try store.apply(.set("town", "bs"), to: key)
    }
    let store = try FormStore(path: path)
    let session = try store.session(for: key)
    #expect(try values(in: session) == ["Basel", "Basel", "Basel", 2])
    try session.apply(.set("town", "bn"))
    #expect(try values(in: session) == ["Bonn", "Bonn", "Bonn", 2])
    try session.apply(.set("town", "elsewhere"))
    #expect(try values(in: session) == [nil, nil, nil, 2])
    #expect(try store.check() == [])
  }

  @Test("Constraints refuse no value, but completing is refused with the faults of relevant cells")
  func faults() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    let session = try store.session(for: key)
    #expect(descriptions(of: session.faults) == ["name: Tell us your name. error"])
    #expect(try row("name", in: session).isRequired && row("total", in: session).isReadOnly)
    try session.apply(.set("count", 0))
    #expect(try row("count", in: session).faults.map(\.message) == ["Order at least one."])
    #expect(try row("count", in: session).value == 0)
    let error = #expect(throws: ActionError.self) { try session.apply(.complete) }
    #expect(
      error?.description
        == "the response cannot be completed: “name”: Tell us your name. “count”: Order at least one.")
    try session.apply(.set("name", "Ada"))
    try session.apply(.set("count", 12))
    #expect(descriptions(of: session.faults) == ["count: That is much. warning"])
    // A collapsed cell has faults, too, and can be revealed; an irrelevant one has none.
    try session.apply(.set("gift", true))
    #expect(descriptions(of: session.faults) == ["count: That is much. warning", "text: An answer is needed. error"])
    #expect(session.rowPath(of: "text") == nil)
    try session.apply(.reveal("text"))
    #expect(try row("text", in: session).faults.map(\.kind) == [.required])
    try session.apply(.set("gift", false))
    try session.apply(.complete)
    #expect(session.isCompleted)
    #expect(try store.check() == [])
  }

  @Test("The views show faults, answers and titles as the session does")
  func views() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    try store.apply(.set("count", 12), to: key)
    try store.apply(.set("gift", true), to: key)
    let rows = try store.database.read { db in
      try [
        "SELECT group_concat(cell || ' ' || fault || ' ' || severity, ', ') FROM fault",
        "SELECT group_concat(cell || ' ' || value || ' ' || source, ', ') FROM answer",
        "SELECT group_concat(title, ', ') FROM visible_row WHERE is_required OR is_read_only OR cell = 'sum'",
      ].map { try String.fetchOne(db, sql: $0) }
    }
    #expect(
      rows == [
        "name required error, count constraint warning, text required error",
        "count 12 set, price 10 default, total 120 calculated, tip 12 calculated, gift 1 set",
        "Name, Total, Total: 132",
      ])
  }
}
