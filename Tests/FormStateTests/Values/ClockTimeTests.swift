import FormState
import Testing

@Suite("Times of day, and days with a time and an offset")
struct ClockTimeTests {
  @Test(
    "A time is stored with seconds and shown without zero seconds",
    arguments: [
      ("14:30", "14:30:00", "14:30"), ("00:00:00", "00:00:00", "00:00"), ("23:59:59", "23:59:59", "23:59:59"),
      ("07:05:09.25", "07:05:09.250", "07:05:09.250"), ("07:05:09.2", "07:05:09.200", "07:05:09.200"),
      ("14:30+01:00", "14:30:00+01:00", "14:30 +01:00"), ("12:00Z", "12:00:00Z", "12:00 UTC"),
      ("10:30:00.000-03:30", "10:30:00-03:30", "10:30 -03:30"),
      ("07:05:09.5+00:00", "07:05:09.500+00:00", "07:05:09.500 +00:00"),
      ("07:05:00.000", "07:05:00", "07:05"), ("07:05:00.001", "07:05:00.001", "07:05:00.001"),
    ])
  func time(text: String, stored: String, shown: String) {
    #expect(ClockTime(isoText: text)?.isoText == stored)
    #expect(ClockTime(isoText: text)?.longText == shown)
  }

  @Test(
    "Other texts are not times, including 24:00 and leap seconds",
    arguments: [
      "", "7:30", "24:00", "24:00:00", "23:59:60", "12:60", "12:00:", "12:00:0", "12:00:00.", "12:00:00.1234", "12.30",
      "12:00 PM", "12:00ZZ", "12:00+1:00", "12:00-00:00", "12:00+14:01", "12:00Z+01:00", "-1:00", "１２:00",
      "12:00:00\u{0}", " 12:00", "12:00:00.1x",
    ])
  func noTime(text: String) {
    #expect(ClockTime(isoText: text) == nil)
  }

  @Test(
    "A date and time keeps its offset as given",
    arguments: [
      ("2026-11-21T14:30:00+01:00", "2026-11-21T14:30:00+01:00", "November 21, 2026 at 14:30 +01:00"),
      ("2026-11-21T14:30Z", "2026-11-21T14:30:00Z", "November 21, 2026 at 14:30 UTC"),
      ("2024-02-29T23:59:59.5-03:30", "2024-02-29T23:59:59.500-03:30", "February 29, 2024 at 23:59:59.500 -03:30"),
      ("0001-01-01T00:00:00+00:00", "0001-01-01T00:00:00+00:00", "January 1, 1 at 00:00 +00:00"),
      ("9999-12-31T23:59:00-14:00", "9999-12-31T23:59:00-14:00", "December 31, 9999 at 23:59 -14:00"),
    ])
  func dateTime(text: String, stored: String, shown: String) {
    #expect(OffsetDateTime(isoText: text)?.isoText == stored)
    #expect(OffsetDateTime(isoText: text)?.longText == shown)
  }

  @Test(
    "A malformed date and time, or one without a valid offset, is refused",
    arguments: [
      "", "2026-11-21", "2026-11-21T14:30", "2026-11-21T14:30:00", "2026-13-21T14:30Z", "2026-02-29T14:30Z",
      "2026-11-21T24:00Z", "2026-11-21T23:59:60Z", "2026-11-21T14:30+25:00", "2026-11-21T14:30+14:01",
      "2026-11-21T14:30+1:00",
      "2026-11-21T14:30+01", "2026-11-21T14:30+0100", "2026-11-21T14:30+01:60", "2026-11-21T14:30-00:00",
      "2026-11-21 14:30Z", "2026-11-21t14:30z", "2026-11-21T14:30ZZ", "2026-11-21T14:30Z\u{0}", "+2026-11-21T14:30Z",
      "2026-11-21T14:30:00.0000000000000+01:00", "２０２６-11-21T14:30Z",
    ])
  func noDateTime(text: String) {
    #expect(OffsetDateTime(isoText: text) == nil)
  }

  @Test("Z and +00:00 are the same moment but different values")
  func zulu() throws {
    let utc = try #require(OffsetDateTime(isoText: "2026-11-21T14:30:00Z"))
    let zero = try #require(OffsetDateTime(isoText: "2026-11-21T14:30:00+00:00"))
    #expect(utc != zero)
    #expect(utc.moment == zero.moment)
    #expect(CellValue.dateTime(utc) != .dateTime(zero))
  }
}
