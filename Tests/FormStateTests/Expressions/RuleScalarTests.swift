import TestSupport
import Testing

@testable import FormState

@Suite("Values of expressions")
struct RuleScalarTests {
  @Test(
    "Numbers are written without exponents",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (1e21, "1000000000000000000000"), (1e-7, "0.0000001"),
      (-1.25e-10, "-0.000000000125"), (123456789.125, "123456789.125"), (1e15 + 0.5, "1000000000000000.5"),
      (0x1p53, "9007199254740992"), (0.1 + 0.2, "0.30000000000000004"), (.nan, "NaN"), (.infinity, "Infinity"),
      (-.infinity, "-Infinity"),
    ] as [(Double, String)])
  func numberTexts(number: Double, text: String) {
    #expect(RuleScalar.number(number).text == text)
  }

  @Test("A number round-trips through its text, rounded if it is nearly whole")
  func numberRoundTrip() {
    for seed in TestSeeds.seeds(20, full: 1000) {
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<200 {
        let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
        guard number.isFinite else { continue }
        let text = RuleScalar.number(number).text
        #expect(!text.contains("e"))
        // A smaller fraction of a number is dropped, as in Collect.
        let isNearWhole = abs(number) < 0x1p31 && abs(number - number.rounded(.towardZero)) < 1e-12
        let expected = isNearWhole ? number.rounded(.towardZero) : number
        #expect(RuleScalar.text(text).number(in: .utc) == expected, "FORMSTATE_TEST_SEED=\(seed)")
      }
    }
  }

  @Test("Blank is no value and is not true")
  func blanks() {
    #expect(RuleScalar.blank.isBlank && !RuleScalar.blank.isTrue && RuleScalar.blank.number(in: .utc).isNaN)
    #expect(RuleScalar.number(.nan).isBlank && !RuleScalar.number(.nan).isTrue)
    #expect(!RuleScalar.boolean(false).isBlank && !RuleScalar.number(0).isBlank && !RuleScalar.text(" ").isBlank)
  }

  @Test("Values are equal by type and scalar by scalar, and NaN equals itself")
  func equality() {
    #expect(RuleScalar.number(.nan) == .number(.nan))
    #expect(RuleScalar.number(0) == .number(-0.0))
    #expect(RuleScalar.number(0).hashValue == RuleScalar.number(-0.0).hashValue)
    #expect(RuleScalar.text("\u{E9}") != .text("e\u{301}"))
    #expect(RuleScalar.text("1") != .number(1))
  }

  @Test("Day numbers and dates convert to each other over many years")
  func days() throws {
    for days in stride(from: Int64(-719_162), to: 2_932_896, by: 997) {
      let date = try #require(CalendarDate(daysSince1970: days))
      #expect(date.daysSince1970 == days)
      let zone = RuleZone(secondsFromUTC: Int(days % 50_000))
      let instant = try #require(RuleInstant(text: date.isoText, in: zone))
      #expect(instant.text(in: zone) == date.isoText)
    }
    #expect(CalendarDate(daysSince1970: 2_932_897) == nil)
    #expect(CalendarDate(daysSince1970: .max) == nil)
    #expect(RuleZone(secondsFromUTC: .min).secondsFromUTC(at: 0) == -64_800)
  }
}
