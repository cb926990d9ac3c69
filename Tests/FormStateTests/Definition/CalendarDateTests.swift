import FormState
import Testing

@Suite("Calendar dates")
struct CalendarDateTests {
  @Test("A day converts to and from ISO 8601 and has a long style")
  func styles() throws {
    let date = try #require(CalendarDate(isoText: "1835-11-30"))
    #expect(date == CalendarDate(year: 1835, month: 11, day: 30))
    #expect(date.isoText == "1835-11-30")
    #expect(date.longText == "November 30, 1835")
    #expect(CalendarDate(year: 7, month: 1, day: 2)?.isoText == "0007-01-02")
  }

  @Test(
    "Nonexistent days and other formats are refused",
    arguments: [
      "", "soon", "2026-13-01", "2026-00-01", "2026-02-29", "2025-04-31", "1900-02-29", "2026-1-1",
      "2026-01-1x",
      "0000-01-01", "+026-01-01", "2026-01-01T00:00:00Z", "2026/01/01", "٢٠٢٦-٠١-٠١", "-026-01-01",
    ])
  func refused(text: String) {
    #expect(CalendarDate(isoText: text) == nil)
  }

  @Test("Leap days exist in leap years", arguments: ["2024-02-29", "2000-02-29", "1600-02-29"])
  func leapDays(text: String) {
    #expect(CalendarDate(isoText: text)?.isoText == text)
  }
}
