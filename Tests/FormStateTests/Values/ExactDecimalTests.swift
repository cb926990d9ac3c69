import Foundation
import Testing

@testable import FormState

@Suite("Numbers exactly as they were entered")
struct ExactDecimalTests {
  @Test(
    "A number keeps its sign, digits and fraction as written, up to 64 characters",
    arguments: [
      "0", "7", "007", "1.50", "-0.10", "+3", "-0", "99999999999999999999.000", String(repeating: "9", count: 64),
    ])
  func kept(text: String) {
    #expect(ExactDecimal(text)?.text == text)
  }

  @Test(
    "Other texts are not numbers",
    arguments: [
      "", "-", "+", ".", ".5", "5.", "1e5", "1E5", "--1", "+-1", "1-", "1.2.3", "1,5", " 1", "1 ", "1_000", "٣", "½",
      "0x1F",
      "nan", "inf", "1\u{0}", "1\u{301}", String(repeating: "9", count: 65), String(repeating: "1", count: 10_000_000),
    ])
  func refused(text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test(
    "A Double is written in its fewest digits, without an exponent",
    arguments: [
      (7.0, "7"), (72.5, "72.5"), (-0.1, "-0.1"), (1.5e-7, "0.00000015"), (1e16, "10000000000000000"),
      (123_456_789_012_345_680, "123456789012345680"), (-2.5e20, "-250000000000000000000"),
      (0.1 + 0.2, "0.30000000000000004"),
    ])
  func ofDouble(number: Double, text: String) {
    #expect(ExactDecimal(number)?.text == text)
    #expect(ExactDecimal(number)?.number == number)
  }

  @Test(
    "A Double that is not finite or has too many digits is refused", arguments: [Double.nan, .infinity, 1e300, 1e-300])
  func noDouble(number: Double) {
    #expect(ExactDecimal(number) == nil)
  }

  @Test("A decimal converts to Int or Double only when that is exact")
  func exactness() {
    #expect(ExactDecimal("7.00")?.exactWhole == 7)
    #expect(ExactDecimal("-0.0")?.exactWhole == 0)
    #expect(ExactDecimal("7.01")?.exactWhole == nil)
    #expect(ExactDecimal("9223372036854775807")?.exactWhole == .max)
    #expect(ExactDecimal("9223372036854775808")?.exactWhole == nil)
    #expect(ExactDecimal("0.10")?.exactNumber == 0.1)
    #expect(ExactDecimal("0.1000000000000000055")?.exactNumber == nil)
    #expect(ExactDecimal("1.50")?.number == 1.5)
  }

  @Test("Decimals convert to and from Foundation's Decimal")
  func foundation() throws {
    let price = try #require(ExactDecimal("19.90"))
    #expect(Decimal(price) == Decimal(string: "19.9"))
    #expect(ExactDecimal(Decimal(sign: .minus, exponent: -2, significand: 1990))?.text == "-19.9")
    #expect(ExactDecimal(Decimal.nan) == nil)
    #expect(Decimal(try #require(ExactDecimal(String(repeating: "9", count: 39)))) == nil)
  }

  @Test("JSON encodes a decimal as a string and decodes a number too")
  func json() throws {
    let price = try #require(ExactDecimal("19.90"))
    #expect(String(decoding: try JSONEncoder().encode([price]), as: UTF8.self) == #"["19.90"]"#)
    #expect(
      try JSONDecoder().decode([ExactDecimal].self, from: Data(#"["19.90", 2.5]"#.utf8)).map(\.text) == [
        "19.90", "2.5",
      ])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([ExactDecimal].self, from: Data(#"["1e5"]"#.utf8)) }
  }
}
