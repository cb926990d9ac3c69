import Foundation
import TestSupport
import Testing

@testable import FormState

@Suite("Time zones of actions")
struct RuleZoneTests {
  /// West and east, with and without summer time, two with odd offsets, one that moves its clocks by half an hour.
  static let names = [
    "America/Phoenix", "America/New_York", "Europe/Vienna", "Asia/Kathmandu", "America/St_Johns", "Asia/Tokyo",
    "Australia/Lord_Howe", "Pacific/Auckland",
  ]

  private static func zone(_ name: String) throws -> RuleZone {
    RuleZone(try #require(TimeZone(identifier: name)))
  }

  private static func calendar(_ name: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    return calendar
  }

  @Test(
    "Clocks agree with Foundation's calendar at each hour of two years", arguments: TestSeeds.some(3, of: names))
  func clocks(name: String) throws {
    let (zone, calendar) = (try Self.zone(name), try Self.calendar(name))
    let start = try #require(Timestamp(isoText: "2025-12-31T00:00:00.000Z")).milliseconds
    for hour in stride(from: Int64(0), to: 2 * 366 * 24, by: 1) {
      let milliseconds = start + hour * 3_600_000
      let clock = try #require(RuleInstant(milliseconds: milliseconds)?.clock(in: zone))
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
      #expect(clock.date == CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0))
      #expect(clock.hour == parts.hour && clock.minute == parts.minute)
      // The text has the offset of that hour, so it means the same in any other zone.
      #expect(RuleInstant(text: clock.text, in: .utc)?.milliseconds == milliseconds)
    }
  }

  @Test("A day without an offset starts as in Foundation's calendar", arguments: TestSeeds.some(3, of: names))
  func days(name: String) throws {
    let (zone, calendar) = (try Self.zone(name), try Self.calendar(name))
    for day in stride(from: Int64(0), to: 40_000, by: 1) {
      let date = try #require(CalendarDate(daysSince1970: day))
      let parts = DateComponents(year: date.year, month: date.month, day: date.day, hour: 12)
      let noon = try #require(calendar.date(from: parts))
      let instant = try #require(RuleInstant(text: date.isoText, in: zone))
      #expect(Double(instant.milliseconds) / 1000 == calendar.startOfDay(for: noon).timeIntervalSince1970, "\(date)")
    }
  }

  @Test("A repeated hour is the first one, and a skipped hour becomes one hour later")
  func changes() throws {
    let zone = try Self.zone("America/New_York")
    #expect(RuleInstant(text: "2026-11-01T01:30", in: zone) == RuleInstant(text: "2026-11-01T01:30-04:00", in: .utc))
    #expect(RuleInstant(text: "2026-03-08T02:30", in: zone) == RuleInstant(text: "2026-03-08T02:30-05:00", in: .utc))
    #expect(RuleInstant(text: "2026-07-04", in: zone) == RuleInstant(text: "2026-07-04T00:00-04:00", in: .utc))
    #expect(RuleInstant(text: "2026-01-04", in: zone) == RuleInstant(text: "2026-01-04T00:00-05:00", in: .utc))
  }

  @Test("A moment is written with the name of its zone and reads back the same", arguments: names)
  func moments(name: String) throws {
    let zone = try Self.zone(name)
    for text in ["2026-01-15T12:00:00.000Z", "2026-07-15T12:00:00.000Z", "2026-11-01T06:30:00.000Z"] {
      let moment = RuleMoment(time: try #require(Timestamp(isoText: text)), zone: zone, seed: 7)
      #expect(moment.description.contains("[\(name)] 0000000000000007"))
      #expect(RuleMoment(moment.description) == moment)
    }
  }

  @Test("The written offset counts if the machine does not know the zone or disagrees with it")
  func unknownZones() throws {
    let summer = try #require(RuleInstant(text: "2026-07-01", in: .utc)).milliseconds
    for text in [
      "2026-01-15T12:00:00.000+05:00[Moon/Tranquility] 0000000000000001",
      "2026-01-15T12:00:00.000+05:00[Europe/Vienna] 0000000000000001",
    ] {
      let moment = try #require(RuleMoment(text))
      #expect(moment.description == text)
      #expect(moment.zone.secondsFromUTC(at: summer) == 18_000)
    }
    #expect(RuleMoment("2026-01-15T12:00:00.000+05:00 0000000000000001")?.zone.name == nil)
  }

  @Test("Undo recalculates with the zone's offset at the time of the undo")
  func undoneTimes() throws {
    let form = FormDefinition(key: "f") {
      FormSection(key: "s") {
        Cell.text("clock", title: "Clock")
        Cell.text("part", title: "Part of the day").calculate("decimal-time(${clock})")
      }
    }
    let zone = try Self.zone("America/New_York")
    for (time, part) in [("2026-01-15T12:00:00.000Z", 7.0), ("2026-07-15T12:00:00.000Z", 8.0)] {
      let moment = RuleMoment(time: try #require(Timestamp(isoText: time)), zone: zone, seed: 1)
      let response = try ResponseInMemory(form, at: moment)
      for action in [FormAction.set("clock", "12:00:00Z"), .set("clock", "18:00:00Z"), .undo(.everything)] {
        try response.apply(action)
      }
      #expect(response.state.value(of: form.sections[0].cells[1], in: form) == .text("\(part / 24)"))
    }
  }

  @Test("An upgrade calculates with the zone's offset at the time of the upgrade")
  func upgradedTimes() throws {
    let clock = Cell.text("clock", title: "Clock")
    let old = FormDefinition(key: "f") { FormSection(key: "s") { clock } }
    let new = FormDefinition(key: "f") {
      FormSection(key: "s") {
        clock
        Cell.text("part", title: "Part of the day").calculate("decimal-time(${clock})")
      }
    }
    var state = ResponseState()
    state.apply(StateChange(.value, of: StateSubject("clock"), before: nil, after: .value(.text("12:00:00Z"))))
    let (from, to) = (Upgrade.Version(1, FormIndex(old)), Upgrade.Version(2, FormIndex(new)))
    let plan = try UpgradePlan(
      upgrading: state, from: from, to: to, version: { _ in nil },
      match: { VersionMatch(from: $0.index.form, to: new) }, mapping: [:])
    for (time, part) in [("2026-01-15T12:00:00.000Z", 7.0), ("2026-07-15T12:00:00.000Z", 8.0)] {
      let moment = RuleMoment(
        time: try #require(Timestamp(isoText: time)), zone: try Self.zone("America/New_York"), seed: 1)
      let upgrade = try Upgrade(upgrading: state, from: from, to: to, by: plan.move, at: moment)
      #expect(upgrade.state.value(of: new.sections[0].cells[1], in: new) == .text("\(part / 24)"))
    }
  }

  @Test(
    "A malformed moment is refused",
    arguments: [
      "2026-01-15T12:00:00.000+05:00[] 0000000000000001", "2026-01-15T12:00:00.000+05:00[a 0000000000000001",
      "2026-01-15T12:00:00.000+05:00[ä] 0000000000000001", "2026-01-15T12:00:00.000[Europe/Vienna] 0000000000000001",
      "2026-01-15T12:00:00.000+05:00[a][b] 0000000000000001", "2026-01-15T12:00:00.000+05:00[a b] 0000000000000001",
    ])
  func refused(text: String) {
    #expect(RuleMoment(text) == nil)
  }
}
