import Foundation
import TestSupport
import Testing

@testable import FormState

@Suite("Timestamps")
struct TimestampTests {
  @Test(
    "A moment converts to its text and its date, and back",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
      (1_795_230_733_456, "2026-11-21T03:12:13.456Z"),
      (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func texts(milliseconds: Int64, text: String) throws {
    let moment = try #require(Timestamp(milliseconds: milliseconds))
    #expect(moment.isoText == text)
    #expect(Timestamp(isoText: text) == moment)
    #expect(Timestamp(moment.date) == moment)
  }

  @Test("Random moments round-trip through their text and their date", arguments: TestSeeds.seeds(4, full: 100))
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let milliseconds = Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &generator)
      let moment = try #require(Timestamp(milliseconds: milliseconds))
      #expect(Timestamp(isoText: moment.isoText) == moment, "replay with FORMSTATE_TEST_SEED=\(seed)")
      #expect(Timestamp(moment.date) == moment, "replay with FORMSTATE_TEST_SEED=\(seed)")
    }
  }

  @Test("Consecutive days are 24 hours apart, and nonexistent days are refused", arguments: [1896, 1999, 2096, 2399])
  func days(year first: Int) throws {
    var last = try #require(Timestamp(isoText: "\(first - 1)-12-31T12:00:00.000Z"))
    for year in first..<(first + 9) {
      for (month, day) in (1...12).flatMap({ month in (1...31).map { (month, $0) } }) {
        let digits = [month, day].map { ($0 < 10 ? "0" : "") + String($0) }
        let moment = Timestamp(isoText: "\(year)-\(digits[0])-\(digits[1])T12:00:00.000Z")
        #expect((moment == nil) == (CalendarDate(year: year, month: month, day: day) == nil))
        guard let moment else { continue }
        #expect(moment.milliseconds - last.milliseconds == 86_400_000)
        last = moment
      }
    }
  }

  @Test(
    "A malformed text, or a moment that does not exist, is refused",
    arguments: [
      "", "now", "2026-11-21", "2026-11-21T03:12:13Z", "2026-11-21T03:12:13.456", "2026-11-21T03:12:13.456z",
      "2026-11-21 03:12:13.456Z", "2026-11-21T03:12:13,456Z", "2026-11-21T03:12:13.456+01:00",
      "2026-11-21T03:12:13.45Z",
      "2026-11-21T24:00:00.000Z", "2026-11-21T23:60:00.000Z", "2026-11-21T23:59:60.000Z", "2026-00-21T03:12:13.456Z",
      "2026-13-21T03:12:13.456Z", "2026-11-00T03:12:13.456Z", "2026-11-31T03:12:13.456Z", "2026-02-29T03:12:13.456Z",
      "2100-02-29T03:12:13.456Z", "-001-11-21T03:12:13.456Z", "+026-11-21T03:12:13.456Z", "2026-1121-T03:12:13.456Z",
      "2026-11-21T+3:12:13.456Z", "2026-11-21T03:12:13.4\u{660}Z", "2026-11-21T03:12:13.456Z\n",
      " 026-11-21T03:12:13.456Z",
    ])
  func refused(text: String) {
    #expect(Timestamp(isoText: text) == nil)
  }

  @Test("Only the years 0 to 9999 have moments; a date outside them becomes the nearest one")
  func edges() throws {
    let first: Int64 = -62_167_219_200_000
    let last: Int64 = 253_402_300_799_999
    #expect([.min, first - 1, last + 1, .max].allSatisfy { Timestamp(milliseconds: $0) == nil })
    #expect(Timestamp(Date.distantPast).milliseconds >= first)
    for (seconds, nearest) in [(-1e300, first), (-.infinity, first), (1e300, last), (.infinity, last), (.nan, 0)] {
      #expect(Timestamp(Date(timeIntervalSince1970: seconds)).milliseconds == nearest)
    }
    #expect(Timestamp(Date(timeIntervalSince1970: 0.0014)).milliseconds == 1)
    #expect(Timestamp(Date(timeIntervalSince1970: -0.0016)).milliseconds == -2)
  }

  @Test("Moments are ordered by time, as their texts are")
  func order() throws {
    let moments = [-1, 0, 1, 253_402_300_799_999, -62_167_219_200_000].compactMap { Timestamp(milliseconds: $0) }
    #expect(moments.sorted().map(\.milliseconds) == [-62_167_219_200_000, -1, 0, 1, 253_402_300_799_999])
    #expect(moments.sorted().map(\.isoText) == moments.map(\.isoText).sorted())
  }
}
