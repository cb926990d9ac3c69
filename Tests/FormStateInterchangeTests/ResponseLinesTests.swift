import FormStateStore
import TestSupport
import Testing

@testable import FormState
@testable import FormStateInterchange

/// Copies of a response in several files, which go on differently and are joined.
@Suite("Lines of a response")
struct ResponseLinesTests {
  private static let quality = OptionList(
    "quality", options: ["good", "poor"].map { OptionList.Option(value: $0, title: $0.capitalized) })

  private static let form = FormDefinition(key: "house", lists: [quality]) {
    FormSection(key: "outside", title: "Outside", isFoldable: true) {
      Cell.text("owner", title: "Owner")
      Cell.group("roof", title: "Roof", options: quality)
      Cell.text("reason", title: "Reason").relevant("${roof} = 'poor'").required()
      Cell.integer("floors", title: "Floors").constraint(". <= 5")
      Cell.text("secret", title: "Secret").sensitive()
      Cell.text("both", title: "Both").calculate("concat(${owner}, ${floors})")
    }
  }

  private let key = ResponseKey(form: "house")

  private func copies(_ count: Int, after actions: [FormAction]) throws -> [FormStore] {
    let first = try FormStore.inMemory()
    try first.save(Self.form)
    for action in actions { try first.apply(action, to: key) }
    return try [first]
      + (1..<count).map { _ in
        let copy = try FormStore.inMemory()
        try copy.restore(parts: first.forEachPart)
        return copy
      }
  }

  private func value(_ cell: String, in store: FormStore) throws -> FieldContent? {
    try store.contents(of: key).state[.value, of: StateSubject(cell)]
  }

  private func question(_ cell: String, in store: FormStore) throws -> OpenQuestion? {
    OpenQuestion(try store.contents(of: key).state[.alternatives, of: StateSubject(cell)])
  }

  @Test(
    "Copies that exchange in any order show the same, pass check, and lose no answer",
    arguments: TestSeeds.seeds(6, full: 200))
  func anyOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    let stores = try copies(3, after: [.set("owner", "Ada"), .choose("roof=good")])
    var said: Set<String> = []
    for step in 0..<14 {
      let store = stores[Int.random(in: 0..<3, using: &random)]
      let text = "text \(step)"
      let actions: [FormAction] = [
        .set("owner", .text(text)), .choose("roof=poor"), .choose("roof=good"),
        .set("floors", .integer(Int64(step % 7))),
        .clear("owner"), .undo(.everything), .redo(.everything), .expand("roof"), .complete, .reopen, .markSaved,
        .settle("owner", taking: 2), .settle("owner", taking: 1), .settle(nil, taking: 2), .settle("roof", taking: 2),
      ]
      let action = actions[Int.random(in: 0..<actions.count, using: &random)]
      if (try? store.apply(action, to: key)) != nil, action.value == .text(text) { said.insert(text) }
      if Int.random(in: 0..<3, using: &random) == 0 {
        try store.merge(parts: stores[Int.random(in: 0..<3, using: &random)].forEachPart)
        #expect(try store.check() == [], place)
      }
    }
    for _ in 0..<2 {
      for target in stores { for source in stores { try target.merge(parts: source.forEachPart) } }
    }
    let digests = try Set(stores.map { try $0.contents(of: key).digest })
    #expect(digests.count == 1, place)
    for store in stores {
      #expect(try store.check() == [], place)
      // Whatever was said is in an entry that every copy has.
      var found: Set<String> = []
      try store.forEachPart { part in
        guard case .response(_, let response) = part else { return }
        for entry in response.journal + response.others.map(\.entry) {
          for change in entry.changes { found.formUnion([change.after?.text].compactMap { $0 }) }
        }
      }
      #expect(said.isSubset(of: found), place)
    }
  }

  @Test("The same answer again settles a question")
  func sameAgain() throws {
    let stores = try copies(2, after: [.set("owner", "Ada")])
    try stores[0].apply(.set("owner", "Bob"), to: key)
    try stores[1].apply(.set("owner", "Eve"), to: key)
    try stores[0].merge(parts: stores[1].forEachPart)
    let shown = try #require(try question("owner", in: stores[0])?.shown.content?.value)
    for number in [Int.min, -1, 0, 3, .max] {
      #expect(throws: ActionError.self) { try stores[0].apply(.settle("owner", taking: number), to: key) }
    }
    try stores[0].apply(.set("owner", shown), to: key)
    #expect(try question("owner", in: stores[0]) == nil)
    try stores[1].merge(parts: stores[0].forEachPart)
    #expect(try question("owner", in: stores[1]) == nil)
    #expect(try value("owner", in: stores[1])?.value == shown)
  }

  @Test("A merge that does not follow from its lines waits with what was built upon it, and changes nothing here")
  func falseMerge() throws {
    let stores = try copies(3, after: [.set("owner", "Ada")])
    try stores[0].apply(.set("floors", 2), to: key)
    try stores[1].apply(.set("reason", "x"), to: key)
    try stores[1].apply(.expand("roof"), to: key)
    try stores[0].merge(parts: stores[1].forEachPart)
    try stores[0].apply(.collapse("roof"), to: key)
    let before = try stores[2].contents(of: key).digest
    var report: MergeReport?
    report = try stores[2].merge(parts: { take in
      try stores[0].forEachPart { part in
        guard case .response(let key, var response) = part else { return try take(part) }
        let place = try #require(response.journal.firstIndex { $0.action.merge != nil })
        let change = try #require(response.journal[place].changes.firstIndex { $0.field == .value })
        response.journal[place].changes[change].after = .value(4)
        try take(.response(key: key, response))
      }
    })
    let response = try #require(report?.responses.first)
    #expect(response.outcome == .extended || response.outcome == .waiting)
    if response.outcome == .waiting {
      #expect(response.waits == "a copy was joined by other rules than those of this program")
      #expect(try stores[2].contents(of: key).digest == before)
      #expect(try stores[2].questions().map(\.kind).contains(.line))
    }
    #expect(try stores[2].check() == [])
  }

  @Test("A sensitive answer that one copy cleared goes from the others, and what was said meanwhile is asked about")
  func sensitive() throws {
    let stores = try copies(2, after: [.set("secret", "Measles"), .set("owner", "Ada")])
    try stores[0].apply(.clear("secret"), to: key)
    try stores[1].apply(.set("floors", 1), to: key)
    let outcomes = try [
      stores[1].merge(parts: stores[0].forEachPart), stores[0].merge(parts: stores[1].forEachPart),
    ].flatMap(\.responses)
    #expect(outcomes.map(\.waits) == [nil, nil])
    for store in stores {
      #expect(try value("secret", in: store) == .cleared)
      #expect(try value("floors", in: store)?.value == 1)
      let faults = try store.check()
      #expect(faults == [])
      try store.forEachPart { part in #expect(!"\(part)".contains("Measles")) }
    }
    #expect(try stores[0].contents(of: key).digest == stores[1].contents(of: key).digest)
  }

  @Test("Lines that moved to another version wait, are listed, and join once both are there")
  func versions() throws {
    let stores = try copies(2, after: [.set("owner", "Ada")])
    var newer = Self.form
    newer.title = "House"
    try stores[0].save(newer)
    try stores[0].upgrade(key)
    try stores[1].apply(.set("floors", 3), to: key)
    let report = try stores[0].merge(parts: stores[1].forEachPart)
    #expect(report.responses.map(\.outcome) == [.waiting])
    let question = try #require(try stores[0].questions().first)
    #expect(question.kind == .line && question.waits == "a copy has moved on to another version of the form")
    #expect(try stores[0].check() == [])
    #expect(try stores[0].merge(parts: stores[1].forEachPart).responses.map(\.outcome) == [.unchanged])
  }

  @Test("Clearing a sensitive answer after copies were joined keeps the heads of their lines")
  func clearedAfterJoining() throws {
    let stores = try copies(2, after: [.set("owner", "Ada")])
    try stores[0].apply(.set("secret", "x"), to: key)
    for floors in 1...2 { try stores[1].apply(.set("floors", .integer(Int64(floors))), to: key) }
    try stores[1].merge(parts: stores[0].forEachPart)
    try stores[1].apply(.clear("secret"), to: key)
    #expect(try stores[1].check() == [])
  }
}
