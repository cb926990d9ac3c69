import Foundation
import Testing

@testable import FormState
@testable import FormStateStore

/// A visit late in the evening is on that day, wherever the person is and wherever the file is read later.
@Suite("Dates in the person's time zone")
struct FieldTimeZoneTests {
  private static let form = FormDefinition(key: "visit") {
    FormSection(key: "visit") {
      Cell.dateTime("visit", title: "Visit")
      Cell.date("born", title: "Born")
      Cell.text("day", title: "Day").calculate("format-date(${visit}, '%Y-%m-%d')")
      Cell.text("hour", title: "Hour").calculate("format-date-time(${visit}, '%H:%M')")
      Cell.text("start", title: "Start of day").calculate("date-time(decimal-date-time(date(${day})))")
      Cell.switch("isBefore", title: "Born before").calculate("${born} < ${visit}")
      Cell.text("note", title: "Note")
      Cell.text("copy", title: "Copy").calculate("${note}")
      Cell.text("fixed", title: "Fixed").calculate("format-date-time('2017-05-26T23:59:59-07:00', '%d %H')")
    }
  }

  private static let names = [
    "America/Phoenix", "America/New_York", "Europe/Vienna", "Asia/Kathmandu", "America/St_Johns", "Asia/Tokyo",
    "Australia/Lord_Howe", "Pacific/Auckland",
  ]

  /// In winter, in summer, and within a day of the clock changes in New York, Vienna and Auckland.
  private static let visits = [
    "2026-01-26T21:30:00-07:00", "2026-05-26T21:30:00-07:00", "2026-03-08T06:30:00Z", "2026-03-08T07:30:00Z",
    "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-04-04T13:30:00Z", "2026-04-04T14:30:00Z",
  ]

  private let key = ResponseKey(form: "visit")

  private func value(_ cell: String, in store: FormStore) throws -> String? {
    try store.status(of: .key(cell), in: key).value?.plainText
  }

  private func moment(in zone: TimeZone) throws -> RuleMoment {
    RuleMoment(time: try #require(Timestamp(isoText: "2026-11-24T12:00:00.000Z")), zone: RuleZone(zone), seed: 1)
  }

  private func expected(_ visit: String, in zone: TimeZone, _ format: String) throws -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = zone
    formatter.dateFormat = format
    return formatter.string(from: try #require(OffsetDateTime(isoText: visit)).moment)
  }

  @Test("Days and hours are in the person's zone, with the offset of that day", arguments: names)
  func days(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    for visit in Self.visits {
      let action = FormAction.set("visit", .text(visit))
      try store.replay([ScriptedAction(action, moment: try moment(in: zone))], to: key)
      #expect(try value("day", in: store) == expected(visit, in: zone, "yyyy-MM-dd"), "\(visit)")
      #expect(try value("hour", in: store) == expected(visit, in: zone, "HH:mm"), "\(visit)")
      #expect(try value("start", in: store) == value("day", in: store), "\(visit)")
    }
    #expect(try store.check() == [])
  }

  @Test("An entry keeps the time zone only if its rules use it")
  func keeping() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    let moment = try moment(in: try #require(TimeZone(identifier: "America/Phoenix")))
    let actions: [FormAction] = [
      .set("note", "Late"), .set("visit", .text(Self.visits[1])), .set("born", .text("2000-02-29")), .undo(.everything),
      .undo(.everything), .redo(.everything),
    ]
    try store.replay(actions.map { ScriptedAction($0, moment: moment) }, to: key)
    // The first entry begins the response. A blank is neither before nor after anything, in any zone.
    let kept = try store.journal(of: key).dropFirst().map(\.moment)
    #expect(kept == [nil, moment, moment, nil, nil, moment])
    #expect(
      moment.description == "2026-11-24T05:00:00.000-07:00[America/Phoenix] 0000000000000001")
    #expect(try store.check() == [])
  }

  @Test("A journal gives the same digest on another device at another time")
  func replay() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    for (name, visit) in zip(Self.names, Self.visits) {
      let moment = try moment(in: try #require(TimeZone(identifier: name)))
      let actions: [FormAction] = [
        .set("visit", .text(visit)), .set("born", .text(String(visit.prefix(10)))), .undo(.everything),
        .redo(.everything),
      ]
      try store.replay(actions.map { ScriptedAction($0, moment: moment) }, to: key)
    }
    let journal = try store.journal(of: key)
    let other = try FormStore.inMemory()
    try other.save(Self.form)
    try other.replay(journal.map { ScriptedAction($0) }, to: key)
    #expect(try other.contents(of: key).digest == store.contents(of: key).digest)
    let third = try FormStore.inMemory()
    try third.importForms([FormContents(form: Self.form, responses: [key.response: .init(journal: journal)])])
    #expect(try third.contents(of: key).digest == store.contents(of: key).digest)
    #expect(try store.check() == [] && other.check() == [] && third.check() == [])
  }

  @Test("A form's initial values are in the zone of the person who opens it")
  func beginning() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    #expect(Self.form.fresh.state(ofCell: "fixed").isEmpty)
    let session = try store.session(for: key)
    let zone = TimeZone.current
    #expect(session.value(of: "fixed")?.plainText == (try expected("2017-05-26T23:59:59-07:00", in: zone, "dd HH")))
    #expect(try store.journal(of: key).map { $0.moment?.zone } == [RuleZone(zone)])
    #expect(try store.check() == [])
  }

  @Test("An upgrade and its undo run rules in the zone of the person who upgrades")
  func upgrade() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    let moment = try moment(in: try #require(TimeZone(identifier: "Asia/Tokyo")))
    try store.replay([ScriptedAction(.set("visit", .text(Self.visits[1])), moment: moment)], to: key)
    var changed = Self.form
    changed.sections[0].cells[3] = changed.sections[0].cells[3].with(
      FormRule(.calculate, "format-date-time(${visit}, '%h h %M')"))
    try store.save(changed)
    try store.upgrade(key)
    let hour = try expected(Self.visits[1], in: .current, "H 'h' mm")
    #expect(try value("hour", in: store) == hour)
    try store.undo(of: key)
    #expect(try value("hour", in: store) == expected(Self.visits[1], in: .current, "HH:mm"))
    try store.redo(of: key)
    #expect(try value("hour", in: store) == hour)
    #expect(try store.journal(of: key).dropFirst(2).allSatisfy { $0.moment?.zone == .current })
    #expect(try store.check() == [])
  }
}

extension FormCell {
  fileprivate func with(_ rule: FormRule) -> FormCell {
    var cell = self
    cell.rules = [rule]
    return cell
  }
}
