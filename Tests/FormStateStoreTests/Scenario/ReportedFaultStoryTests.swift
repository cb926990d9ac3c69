import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// A server refuses an answer and accepts it in the end.
@Suite("Faults reported by a server")
struct ReportedFaultStoryTests {
  private static let form = FormDefinition(key: "sign-up", title: "Sign up") {
    FormSection(key: "you", title: "You") {
      Cell.text("name", title: "Name")
      Cell.text("email", title: "E-mail").required().constraint("contains(., '@')", message: "No address.")
      Cell.text("login", title: "Login").calculate("substring-before(${email}, '@')")
      Cell.switch("more", title: "More")
      Cell.text("street", title: "Street").relevant("${more}")
      Cell.repeat("child", title: "Children") { Cell.text("first", title: "First name") }
    }
  }
  private let key = ResponseKey(form: "sign-up")

  private func signUp() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    return store
  }

  private func descriptions(of faults: [Fault]) -> [String] {
    faults.map { "\($0.address ?? "response"): \($0.reporter ?? "-"): \($0.message)" }
  }

  private func viewed(_ store: FormStore) throws -> [String] {
    try store.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT coalesce(iif(instance, cell || ':' || instance, cell), 'response')
            || ': ' || coalesce(reporter, '-') || ': ' || message
          FROM fault
          ORDER BY section_position, place
          """)
    }
  }

  @Test("A reported fault goes and returns with its answer, and prevents completion")
  func refused() throws {
    let store = try signUp()
    let session = try store.session(for: ResponseKey(form: "sign-up"))
    try session.apply(.set("email", "tom@example.com"))
    try session.apply(.complete)
    // The server answers.
    try session.apply(.reportFault("This address is taken.", on: "email", from: "server"))

    let refusal = ["email: server: This address is taken."]
    #expect(descriptions(of: session.faults) == refusal)
    #expect(try viewed(store) == refusal)
    let path = try #require(session.rowPath(of: "email"))
    #expect(descriptions(of: session.row(at: path)?.faults ?? []) == refusal)
    #expect(session.canUndo && session.undoName == "Set E-mail")
    #expect(throws: ActionError.completed(cell: "email")) { try session.apply(.set("email", "x@example.com")) }

    try session.apply(.reopen)
    try session.apply(.set("email", "sawyer@example.com"))
    #expect(session.faults.isEmpty && session.row(at: path)?.faults == [])
    try session.undo()
    #expect(descriptions(of: session.faults) == refusal)
    #expect(session.faults.map(\.message) == ["This address is taken."])
    let error = #expect(throws: ActionError.self) { try session.apply(.complete) }
    #expect(error?.description == "the response cannot be completed: “email”: This address is taken.")
    try session.redo()
    #expect(session.faults.isEmpty && session.value(of: "email") == "sawyer@example.com")
    try session.apply(.complete)
    #expect(try store.check() == [])
  }

  @Test("A report made again before its answer is undone stays with both answers")
  func madeAgain() throws {
    let store = try signUp()
    let session = try store.session(for: key)
    let report = FormAction.reportFault("This address is taken.", on: "email", from: "server")
    try session.apply(.set("email", "tom@example.com"))
    try session.apply(report)
    try session.apply(.set("email", "sawyer@example.com"))
    #expect(session.faults.isEmpty)
    try session.apply(report)
    let refusal = ["email: server: This address is taken."]
    for _ in 0..<2 {
      try session.undo()
      #expect(session.value(of: "email") == "tom@example.com" && descriptions(of: session.faults) == refusal)
      try session.redo()
      #expect(session.value(of: "email") == "sawyer@example.com" && descriptions(of: session.faults) == refusal)
    }
    try session.undo()
    // One about the first address alone goes with it.
    try session.apply(.reportFault("Nobody reads this address.", on: "email", from: "server"))
    try session.redo()
    #expect(descriptions(of: session.faults) == refusal)
    try session.apply(.revert(session.revision, only: true))
    #expect(session.value(of: "email") == "tom@example.com")
    #expect(descriptions(of: session.faults) == refusal + ["email: server: Nobody reads this address."])
    #expect(try store.check() == [])
  }

  @Test("An undo that leaves an answer as it is leaves the reports about it as they are now")
  func sameAnswer() throws {
    let store = try signUp()
    let session = try store.session(for: key)
    try session.apply(.reportFault("Nobody has this name.", on: "name", from: "server"))
    try session.apply(.reportFault("Really?", on: "name", from: nil))
    // It has no answer before and after.
    try session.apply(.clear("name"))
    try session.apply(.withdrawFaults(from: "server"))
    try session.undo()
    #expect(descriptions(of: session.faults).filter { $0.hasPrefix("name") } == ["name: -: Really?"])
    try session.redo()
    #expect(descriptions(of: session.faults).filter { $0.hasPrefix("name") } == ["name: -: Really?"])
    #expect(try store.check() == [])
  }

  @Test("The documented code about reported faults works")
  func documented() throws {
    let store = try signUp()
    let session = try store.session(for: key)
    try session.apply(.set("email", "tom@example.com"))
    try session.apply(.complete)
    try session.apply(.reportFault("This address is taken.", on: "email", from: "server"))

    try session.apply(.reopen)
    try session.apply(.set("email", "sawyer@example.com"))
    let left = session.faults
    try session.undo()
    let back = session.faults.map(\.message)
    #expect(left == [] && back == ["This address is taken."])

    try session.apply(.reportFault("This person is registered already.", from: "server"))
    try session.apply(.withdrawFaults(from: "server"))
    #expect(session.faults.isEmpty)
  }

  @Test("A reporter withdraws only its own faults, on a cell or the response, and redo still works")
  func withdrawn() throws {
    let store = try signUp()
    let session = try store.session(for: key)
    try session.apply(.set("name", "Tom"))
    try session.apply(.set("email", "tom@example.com"))
    try session.undo()
    for action: FormAction in [
      .reportFault("Too short.", on: "name", from: "server"),
      .reportFault("No such person.", on: "name", from: "registry"),
      .reportFault("Not now."), .reportFault("Busy.", from: "server"), .reportFault("Busy.", from: "server"),
    ] { try session.apply(action) }
    #expect(session.revision == 7 && session.canRedo)
    #expect(
      descriptions(of: session.faults) == [
        "response: -: Not now.", "response: server: Busy.", "name: server: Too short.",
        "name: registry: No such person.", "email: -: An answer is needed.",
      ])
    #expect(try viewed(store) == descriptions(of: session.faults))
    try session.apply(.withdrawFaults(from: "server", on: "name"))
    try session.apply(.withdrawFaults())
    #expect(
      descriptions(of: session.faults) == [
        "response: server: Busy.", "name: registry: No such person.", "email: -: An answer is needed.",
      ])
    try session.apply(.withdrawFaults(from: "server"))
    try session.redo()
    #expect(descriptions(of: session.faults) == ["name: registry: No such person."])
    #expect(try session.apply(.withdrawFaults(from: "nobody")).revision == session.revision)
    #expect(try store.check() == [])
  }

  @Test("A reported fault goes when the cell's answer changes in any way, and not before")
  func whatTakesItAway() throws {
    let store = try signUp()
    let session = try store.session(for: key)
    func report() throws { try session.apply(.reportFault("No.", on: "email", from: "server")) }
    try session.apply(.set("email", "tom@example.com"))
    try report()
    for action: FormAction in [
      .draft("email", "tom@"), .set("email", "tom@example.com"), .set("name", "Tom"), .markSaved, .expandAll,
    ] { try session.apply(action) }
    #expect(descriptions(of: session.faults) == ["email: server: No."])
    let takingAway: [FormAction] = [
      .set("email", "ada@example.com"), .clear("email"), .reset("email"), .undo(.everything), .reset(nil),
    ]
    for action in takingAway {
      try session.apply(.set("email", .text("new\(session.revision)@example.com")))
      try report()
      try session.apply(action)
      #expect(!session.faults.contains { $0.kind == .reported }, "\(action)")
    }
    // A calculated value is an answer as well.
    try session.apply(.set("email", "tom@example.com"))
    try session.apply(.reportFault("No such login.", on: "login", from: "server"))
    try session.apply(.set("email", "tom@example.org"))
    #expect(descriptions(of: session.faults) == ["login: server: No such login."])
    try session.apply(.set("email", "ada@example.org"))
    #expect(session.faults.isEmpty)
    try session.undo()
    #expect(descriptions(of: session.faults) == ["login: server: No such login."])
    #expect(try store.check() == [])
  }

  @Test("A fault reported on two answers in turn is there again after an undo")
  func saidTwice() throws {
    let store = try signUp()
    let session = try store.session(for: key)
    for address in ["tom@example.com", "ada@example.com"] {
      try session.apply(.set("email", .text(address)))
      try session.apply(.reportFault("Taken.", on: "email", from: "server"))
    }
    try session.undo()
    #expect(session.value(of: "email") == "tom@example.com")
    #expect(descriptions(of: session.faults) == ["email: server: Taken."])
    #expect(try store.check() == [])
  }

  @Test("A fault goes and returns with its instance; on a repeat, it goes when an instance is removed")
  func inInstances() throws {
    let store = try signUp()
    let session = try store.session(for: key)
    try session.apply(.set("email", "tom@example.com"))
    try session.apply(.add("child"))
    try session.apply(.set("first:1", "Becky"))
    try session.apply(.reportFault("Who?", on: "first:1", from: "server"))
    try session.apply(.reportFault("Two, we heard.", on: "child", from: "server"))
    let both = ["child: server: Two, we heard.", "first:1: server: Who?"]
    #expect(descriptions(of: session.faults) == both)
    #expect(try viewed(store) == both)
    try session.apply(.remove("child:1"))
    #expect(session.faults.isEmpty)
    try session.undo()
    #expect(descriptions(of: session.faults) == both)
    #expect(throws: ActionError.namesInstance(address: "child:1")) {
      try session.apply(.reportFault("No.", on: "child:1"))
    }
    #expect(try store.check() == [])
  }

  @Test("A fault on an irrelevant cell shows once it is relevant, and moves with its cell in an upgrade")
  func waitsAndMoves() throws {
    let store = try signUp()
    let session = try store.session(for: key)
    try session.apply(.set("email", "tom@example.com"))
    try session.apply(.reportFault("No such street.", on: "street", from: "server"))
    try session.apply(.reportFault("Say it in full.", on: "name", from: "server"))
    try session.apply(.reportFault("Busy.", from: "server"))
    #expect(descriptions(of: session.faults) == ["response: server: Busy.", "name: server: Say it in full."])
    try session.apply(.set("more", true))
    #expect(session.faults.count == 3)
    var next = Self.form
    next.sections[0].cells.removeAll { $0.key == "name" }
    try store.save(next)
    try store.upgrade(key)
    try session.refresh()
    #expect(descriptions(of: session.faults) == ["response: server: Busy.", "street: server: No such street."])
    #expect(try viewed(store) == descriptions(of: session.faults))
    try store.undo(of: key)
    #expect(try store.session(for: key).faults.count == 3)
    #expect(try store.check() == [])
  }

  @Test("Other processes and compaction keep a reported fault and its author; a copy has none")
  func elsewhere() throws {
    let folder = try TemporaryFolder()
    let server = try FormStore(path: folder.path("answers.sqlite"))
    server.author = "import job"
    try server.save(Self.form)
    let app = try FormStore(path: folder.path("answers.sqlite"))
    let session = try app.session(for: key)
    try session.apply(.set("email", "tom@example.com"))
    let before = try app.contents(of: key).digest
    try server.apply(.reportFault("Taken.", on: "email", from: "server"), to: key)
    let change = try session.refresh()
    #expect(change.batch.reloadedRows == [RowPath(section: 0, row: 1)])
    #expect(descriptions(of: session.faults) == ["email: server: Taken."])
    #expect(try app.contents(of: key).digest != before)
    #expect(try app.journal(of: key).last?.author == "import job")
    try app.copy(key, to: "copy")
    #expect(try app.session(for: ResponseKey(form: "sign-up", response: "copy")).faults.isEmpty)
    try app.compact(key, keeping: 0)
    #expect(descriptions(of: try app.session(for: key).faults) == ["email: server: Taken."])
    try server.apply(.withdrawFaults(from: "server"), to: key)
    #expect(try app.contents(of: key).digest == before)
    let last = try #require(try app.history(of: key, limit: 1).first)
    #expect(last.did == "Withdraw faults from the response")
    #expect(last.changes == ["E-mail has no reported fault any more"])
    #expect(try app.check() == [])
  }

  @Test("An invalid report is refused with a reason and changes nothing")
  func refusals() throws {
    let store = try signUp()
    let session = try store.session(for: key)
    func refusal(_ action: FormAction) -> String? {
      #expect(throws: ActionError.self) { try session.apply(action) }?.description
    }
    #expect(
      refusal(.reportFault(" ", on: "email"))
        == "no such fault can be reported on “email”: the message is empty; describe the fault in a sentence")
    #expect(
      refusal(.reportFault("No.", from: ""))
        == "no such fault can be reported on the response: the name of the reporter is empty; name the reporter, or omit it"
    )
    #expect(
      refusal(.reportFault(.init(repeating: "x", count: 1_001)))
        == "no such fault can be reported on the response: the message is longer than 1000 characters; shorten it")
    #expect(
      refusal(.reportFault("a\u{1b}b"))
        == "no such fault can be reported on the response: the message holds the control character U+001B, which no XML "
        + "property list can; remove it")
    #expect(refusal(.reportFault("No.", on: "e-mail")) == "there is no cell “e-mail”; did you mean “email”?")
    for number in 1...20 { try session.apply(.reportFault("\(number)", on: "email")) }
    #expect(
      refusal(.reportFault("21", on: "email"))
        == "no such fault can be reported on “email”: it already has 20; withdraw some of them first")
    #expect(try viewed(store).filter { $0.hasPrefix("email: -: ") }.count == 21)
    #expect(try store.check() == [])
  }
}
