import Testing

@testable import FormState
@testable import FormStateStore

/// Rules with time or chance: the entry keeps their moment, so that a replay gives the same values.
@Suite("Clock and chance")
struct MomentTests {
  private static let form = FormDefinition(key: "visit") {
    FormSection(key: "visit") {
      Cell.text("number", title: "Number").initially("uuid()").readOnly()
      Cell.date("day", title: "Day").initially("today()")
      Cell.date("born", title: "Born")
      Cell.custom("age", identifier: "Age", title: "Age")
        .calculate("if(${born} = '', '', int((today() - ${born}) div 365.25))")
      Cell.custom("draw", identifier: "Draw", title: "Draw").calculate("concat(${born}, ' ', random())")
    }
  }
  private let key = ResponseKey(form: "visit")

  private func value(_ key: String, _ store: FormStore) throws -> CellValue? {
    try store.status(of: .key(key), in: self.key).value
  }

  @Test("Opening a session evaluates rules on time and chance once, as the first revision")
  func beginning() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    let session = try store.session(for: key)
    #expect(session.revision == 1)
    let number = try #require(session.value(of: "number"))
    #expect(number.plainText.count == 36)
    let moment = try #require(try store.journal(of: key).first?.moment)
    #expect(session.value(of: "day")?.plainText == String(moment.description.prefix(10)))
    #expect(try store.session(for: key).revision == 1)
    #expect(try store.session(for: key).value(of: "number") == number)
    #expect(try store.check() == [])
  }

  @Test("A journal replayed in another store gives the same digest despite its time and chance")
  func replay() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    try store.apply(.set("born", .text("2000-02-29")), to: key)
    try store.apply(.recalculate, to: key)
    try store.apply(.set("born", .text("1990-01-01")), to: key)
    try store.undo(of: key)
    let journal = try store.journal(of: key)
    #expect(journal.map { $0.moment != nil } == [true, true, true, true, false])
    let other = try FormStore.inMemory()
    try other.save(Self.form)
    try other.replay(journal.map { ScriptedAction($0) }, to: key)
    #expect(try other.contents(of: key).digest == store.contents(of: key).digest)
    #expect(try other.check() == [] && store.check() == [])
  }

  @Test("Undo restores random values; recalculating renews them, but not initial values")
  func undo() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    try store.apply(.set("born", .text("2000-02-29")), to: key)
    let (number, draw) = (try value("number", store), try value("draw", store))
    try store.apply(.set("born", .text("1990-01-01")), to: key)
    #expect(try value("draw", store) != draw)
    try store.undo(of: key)
    #expect(try value("draw", store) == draw)
    try store.apply(.recalculate, to: key)
    #expect(try value("draw", store) != draw && value("number", store) == number)
    #expect(try store.check() == [])
  }

  @Test("An upgrade and its undo keep initial values")
  func upgrade() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    try store.apply(.set("born", .text("2000-02-29")), to: key)
    let number = try value("number", store)
    var changed = Self.form
    changed.title = "Visit"
    try store.save(changed)
    try store.upgrade(key)
    #expect(try value("number", store) == number)
    try store.undo(of: key)
    #expect(try value("number", store) == number)
    #expect(try store.check() == [])
  }

  @Test("A moment is read from exactly the text that it writes")
  func text() {
    let moment = RuleMoment(
      time: Timestamp(isoText: "2026-11-22T07:41:07.123Z") ?? .now, zone: RuleZone(secondsFromUTC: 7200), seed: 0x9F)
    #expect(moment.description == "2026-11-22T09:41:07.123+02:00 000000000000009f")
    #expect(RuleMoment(moment.description) == moment)
    for text in [
      "", "2026-11-22T09:41:07.123+02:00", "2026-11-22T09:41:07.123Z 000000000000009f",
      "2026-13-22T09:41:07.123+02:00 000000000000009f",
      "2026-11-22T09:41:07.123+02:00 9f", "2026-11-22T09:41:07.123+02:00 000000000000009F",
    ] {
      #expect(RuleMoment(text) == nil, "\(text)")
    }
  }
}
