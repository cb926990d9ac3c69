import FormState
import Foundation
import Testing

@Suite("Foundation dates as days and times, and back")
struct MomentTests {
  private static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  private static func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test(
    "A moment has its own day and time in each time zone",
    arguments: [
      ("Europe/Berlin", "2026-11-22", "00:30:00", "+01:00"), ("UTC", "2026-11-21", "23:30:00", "+00:00"),
      ("America/St_Johns", "2026-11-21", "20:00:00", "-03:30"),
      ("Pacific/Kiritimati", "2026-11-22", "13:30:00", "+14:00"),
    ])
  func places(name: String, day: String, time: String, offset: String) throws {
    let zone = try Self.zone(name)
    let moment = try Self.moment("2026-11-21T23:30:00Z")
    #expect(CalendarDate(moment, in: zone)?.isoText == day)
    #expect(ClockTime(moment, in: zone).isoText == time)
    #expect(OffsetDateTime(moment, in: zone)?.isoText == "\(day)T\(time)\(offset)")
    #expect(OffsetDateTime(moment, in: zone)?.moment == moment)
  }

  @Test("Where clocks go forward, a skipped time becomes one hour later")
  func springForward() throws {
    let berlin = try Self.zone("Europe/Berlin")
    let day = try #require(CalendarDate(isoText: "2026-03-29"))
    let skipped = try #require(ClockTime(hour: 2, minute: 30))
    #expect(skipped.date(on: day, in: berlin) == (try Self.moment("2026-03-29T01:30:00Z")))
    #expect(ClockTime(skipped.date(on: day, in: berlin), in: berlin).isoText == "03:30:00")
    let before = try #require(ClockTime(hour: 1, minute: 59, second: 59))
    #expect(before.date(on: day, in: berlin) == (try Self.moment("2026-03-29T00:59:59Z")))
    let after = try #require(ClockTime(hour: 3, minute: 0))
    #expect(after.date(on: day, in: berlin) == (try Self.moment("2026-03-29T01:00:00Z")))
  }

  @Test("Where clocks go back, a repeated time is the first one, and an offset tells the two apart")
  func fallBack() throws {
    let berlin = try Self.zone("Europe/Berlin")
    let day = try #require(CalendarDate(isoText: "2026-10-25"))
    let twice = try #require(ClockTime(hour: 2, minute: 30))
    #expect(twice.date(on: day, in: berlin) == (try Self.moment("2026-10-25T00:30:00Z")))
    let first = OffsetDateTime(try Self.moment("2026-10-25T00:30:00Z"), in: berlin)
    let second = OffsetDateTime(try Self.moment("2026-10-25T01:30:00Z"), in: berlin)
    #expect([first?.isoText, second?.isoText] == ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"])
    #expect(second?.moment == (try Self.moment("2026-10-25T01:30:00Z")))
  }

  @Test(
    "A day round-trips through a moment, even where midnight is skipped or repeated",
    arguments: [
      ("America/Sao_Paulo", "2017-10-15"), ("America/Sao_Paulo", "2018-02-18"), ("Africa/Cairo", "2024-04-26"),
      ("Asia/Beirut", "2024-03-31"), ("America/Havana", "2026-11-01"), ("Europe/Berlin", "1980-04-06"),
      ("Pacific/Apia", "2011-12-29"), ("Pacific/Apia", "2011-12-31"), ("UTC", "0001-01-01"), ("UTC", "9999-12-31"),
    ])
  func dayAgain(name: String, text: String) throws {
    let zone = try Self.zone(name)
    let day = try #require(CalendarDate(isoText: text))
    #expect(CalendarDate(day.date(in: zone), in: zone) == day)
    #expect(CalendarDate(day.date(in: zone).addingTimeInterval(-1), in: zone) != day)
  }

  @Test(
    "Every time of a year stays on its day, and is later only where clocks skip it")
  func timesAgain() throws {
    for name in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"] {
      let zone = try Self.zone(name)
      var day = try #require(CalendarDate(isoText: "2026-01-01"))
      for _ in 0..<365 {
        for minutes in stride(from: 0, to: 24 * 60, by: 30) {
          let time = try #require(ClockTime(hour: minutes / 60, minute: minutes % 60))
          let moment = time.date(on: day, in: zone)
          let shown = ClockTime(moment, in: zone)
          #expect(CalendarDate(moment, in: zone) == day)
          #expect(shown == time || shown > time, "\(name) \(day.isoText) \(time.isoText)")
        }
        let noon = try #require(ClockTime(hour: 12, minute: 0)).date(on: day, in: zone)
        day = try #require(CalendarDate(noon.addingTimeInterval(86_400), in: zone))
      }
    }
  }

  @Test("A moment keeps its milliseconds exactly")
  func milliseconds() throws {
    let moment = try Self.moment("2026-11-21T14:30:05Z").addingTimeInterval(0.25)
    #expect(ClockTime(moment, in: .gmt).isoText == "14:30:05.250")
    #expect(OffsetDateTime(moment, in: .gmt)?.moment == moment)
    for number in 0..<1000 {
      let moment = try Self.moment("2026-11-21T14:30:05Z").addingTimeInterval(Double(number) / 1000)
      #expect(ClockTime(moment, in: .gmt).millisecond == number)
    }
  }

  @Test("Date components convert to days and times, or to nil when invalid")
  func components() {
    #expect(CalendarDate(DateComponents(year: 1835, month: 11, day: 30))?.isoText == "1835-11-30")
    #expect(CalendarDate(DateComponents(year: 1835, month: 13, day: 30)) == nil)
    #expect(CalendarDate(DateComponents(year: 1835, month: 11)) == nil)
    #expect(CalendarDate(isoText: "1835-11-30")?.dateComponents == DateComponents(year: 1835, month: 11, day: 30))
    #expect(ClockTime(DateComponents(hour: 14, minute: 30, nanosecond: 5_000_000))?.isoText == "14:30:00.005")
    #expect(ClockTime(DateComponents(minute: 30)) == nil)
  }

  @Test("A moment outside the supported years has no day, and nothing traps")
  func extremes() {
    for seconds in [-1e18, 1e18, .infinity, -.infinity, .nan, 1e300] {
      let moment = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(CalendarDate(moment, in: .gmt) == nil)
      #expect(OffsetDateTime(moment, in: .gmt) == nil)
      _ = ClockTime(moment, in: .gmt)
    }
  }
}
