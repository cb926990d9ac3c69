import FormState
import Foundation
import Testing

@testable import FormStateInterchange

@Suite("Reading documents")
struct ReadingTests {
  @Test("JSON distinguishes 64-bit integers, reals and booleans")
  func json() throws {
    let text = #"[9223372036854775807,-9223372036854775808,1.0,1e2,0.1,true,null,"\u00e9\ud83d\ude00\n",{"a":[]}]"#
    let expected: [PropertyValue] = [
      .integer(.max), .integer(.min), .real(1), .real(100), .real(0.1), .boolean(true), .null, .string("é😀\n"),
      .dictionary(["a": .array([])]),
    ]
    #expect(try Document.read(Data(text.utf8)).root == .array(expected))
  }

  @Test("XML resolves references and CDATA, skips comments and reads hexadecimal integers")
  func xml() throws {
    let body = """
      <array><!-- a --><string>&lt;&#x41;<![CDATA[<&>]]></string> <integer>-0x1F</integer><integer>+7</integer>
      <dict><key>k&amp;</key><!-- b --><real>1e3</real></dict><string/><array/><data> AQ
      I= </data></array>
      """
    let expected: [PropertyValue] = [
      .string("<A<&>"), .integer(-31), .integer(7), .dictionary(["k&": .real(1000)]), .string(""), .array([]),
      .data(Data([1, 2])),
    ]
    #expect(try Document.read(Data(propertyList(body).utf8)).root == .array(expected))
  }

  @Test("Foundation's binary integers, reals and non-ASCII texts are read")
  func binary() throws {
    let root: [Any] = [
      0, 200, 70_000, 5_000_000_000, Int64.min, -1, Float(0.5), 1.0, true, false, "é😀", "a", Data([7]),
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
    let expected: [PropertyValue] = [
      .integer(0), .integer(200), .integer(70_000), .integer(5_000_000_000), .integer(.min), .integer(-1), .real(0.5),
      .real(1), .boolean(true), .boolean(false), .string("é😀"), .string("a"), .data(Data([7])),
    ]
    #expect(try Document.read(data).root == .array(expected))
  }

  @Test("Moments from year 1 to 9999 have their Gregorian day")
  func days() throws {
    func day(_ days: Int) -> CalendarDate? {
      CalendarDate(utcDayOf: Date(timeIntervalSinceReferenceDate: Double(days) * 86_400 + 86_399))
    }
    #expect(day(0)?.isoText == "2001-01-01")
    #expect(day(-11_323)?.isoText == "1970-01-01")
    #expect(day(-730_485)?.isoText == "0001-01-01")
    #expect(day(-730_486) == nil)
    #expect(day(2_921_573)?.isoText == "9999-12-31")
    #expect(day(2_921_574) == nil)
    var last = try #require(day(-200_001))
    for days in -200_000..<200_000 {
      let next = try #require(day(days))
      let isNextDay = (next.year, next.month, next.day - 1) == (last.year, last.month, last.day)
      // No day of the same month may be between the last day of one month and the first of the next.
      let endsMonth = next.day == 1 && CalendarDate(year: last.year, month: last.month, day: last.day + 1) == nil
      #expect(isNextDay || endsMonth)
      last = next
    }
  }

  @Test(
    "A form without a key is named after its file",
    arguments: [
      ("CellDescriptor.plist", "celldescriptor"), ("a/b/My Form.v2.plist", "my-form-v2"), ("…", "form"), ("x", "x"),
    ])
  func keyFromName(name: String, key: String) {
    #expect(ImportSettings(sourceName: name).keyFromName == key)
  }
}
