import FormState
import TestSupport
import Testing

@Suite("Accepted numbers, times, files and choices")
struct KindValueTests {
  private static let age = FormCell(
    key: "age", kind: .integer, range: NumberRange(minimum: 0, maximum: 130), unit: "years")
  private static let price = FormCell(key: "price", kind: .decimal, range: NumberRange(minimum: -5, maximum: 99.5))

  private static func decimal(_ text: String) -> CellValue {
    ExactDecimal(text).map(CellValue.decimal) ?? .text("none")
  }
  private static func time(_ text: String) -> CellValue {
    ClockTime(isoText: text).map(CellValue.time) ?? .text("none")
  }
  private static func moment(_ text: String) -> CellValue {
    OffsetDateTime(isoText: text).map(CellValue.dateTime) ?? .text("none")
  }

  @Test(
    "A typed value and its text on a command line are stored as the same value",
    arguments: [
      (CellKind.integer, CellValue.text("7"), CellValue.integer(7)),
      (.integer, .text("-007"), .integer(-7)),
      (.integer, .text("9223372036854775807"), .integer(.max)),
      (.integer, .real(7), .integer(7)),
      (.integer, decimal("7.00"), .integer(7)),
      (.decimal, .text("1.50"), decimal("1.50")),
      (.decimal, .integer(7), decimal("7")),
      (.decimal, .real(72.5), decimal("72.5")),
      (.slider, decimal("7.50"), .real(7.5)),
      (.time, .text("14:30"), time("14:30:00")),
      (.dateTime, .text("2026-11-21T14:30+01:00"), moment("2026-11-21T14:30:00+01:00")),
      (.date, moment("1835-11-30T00:00:00-03:30"), CalendarDate(isoText: "1835-11-30").map(CellValue.date) ?? ""),
      (.file, .text("photos/1.jpg"), .text("photos/1.jpg")),
      (.longText, .text("one\ntwo"), .text("one\ntwo")),
      (.choices, .choices(["b", "a"]), .choices(["b", "a"])),
      (.custom, decimal("1.50"), .text("1.50")),
      (.custom, time("14:30"), .text("14:30:00")),
    ])
  func accepted(kind: CellKind, given: CellValue, stored: CellValue) throws {
    #expect(try FormCell(key: "cell", kind: kind).accepted(given) == stored)
  }

  @Test(
    "A refusal says what would be accepted",
    arguments: [
      (CellKind.integer, CellValue.text("1e5"), "“1e5” is not accepted; give a whole number, for example 42"),
      (.integer, .text("7.5"), "“7.5” is not accepted; give a whole number, for example 42"),
      (.integer, .real(0.5), "“0.5” is not accepted; give a whole number, for example 42"),
      (.integer, .text("--1"), "“--1” is not accepted; give a whole number, for example 42"),
      (.integer, .boolean(true), "“true” is not accepted; give a whole number, for example 42"),
      (
        .integer, .text("9223372036854775808"),
        "“9223372036854775808” is not accepted; give a whole number from -9223372036854775808 to 9223372036854775807"
      ),
      (.decimal, .text("1e5"), "“1e5” is not accepted; give a number, for example 72.50"),
      (.decimal, .text("1,5"), "“1,5” is not accepted; give a number, for example 72.50; write 1.5"),
      (.decimal, .real(.infinity), "“inf” is not accepted; give a number, for example 72.50"),
      (
        .decimal, .text(String(repeating: "9", count: 65)),
        "“\(String(repeating: "9", count: 40))” is not accepted; give a number of at most 64 characters, for example 72.50"
      ),
      (.time, .text("24:00"), "“24:00” is not accepted; give a time of day as HH:MM or HH:MM:SS, for example 14:30"),
      (
        .time, .text("23:59:60"),
        "“23:59:60” is not accepted; give a time of day as HH:MM or HH:MM:SS, for example 14:30"
      ),
      (
        .dateTime, .text("2026-11-21T14:30"),
        """
        “2026-11-21T14:30” is not accepted; give its offset from UTC as well: 2026-11-21T14:30:00Z for UTC, or with hours and \
        minutes, for example 2026-11-21T14:30:00+01:00
        """
      ),
      (
        .dateTime, .text("2026-13-21T14:30Z"),
        """
        “2026-13-21T14:30Z” is not accepted; give a date and time with its offset, for example 2026-11-21T14:30:00+01:00
        """
      ),
      (
        .dateTime, .text("2026-11-21T14:30+25:00"),
        """
        “2026-11-21T14:30+25:00” is not accepted; give a date and time with its offset, for example \
        2026-11-21T14:30:00+01:00
        """
      ),
      (
        .date, moment("1835-11-30T08:00:00Z"),
        "“1835-11-30T08:00:00Z” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30"
      ),
      (.file, .text(""), "“” is not accepted; give the non-empty name or path of a file"),
      (.longText, .integer(5), "“5” is not accepted; give text"),
      (
        .longText, .text("a\0b"),
        "“a·b” is not accepted; give text without the control character U+0000, which no XML property list can represent"
      ),
      (.choices, .choices(["a", "a"]), "“[\"a\",\"a\"]” is not accepted; give each of its options once"),
      (.choices, .choices([]), "“[]” is not accepted; give it at least one of its options, or clear it"),
      (.choices, .text("a"), "“a” is not accepted; give it some of its options, with set or choose"),
      (
        .slider, decimal("0.1000000000000000055"),
        "“0.1000000000000000055” is not accepted; give a number from 0 to 10"
      ),
    ])
  func refused(kind: CellKind, given: CellValue, message: String) {
    let error = #expect(throws: RefusedValue.self) { try FormCell(key: "cell", kind: kind).accepted(given) }
    #expect(error?.description == message)
  }

  @Test("A number outside its range is refused with the range")
  func range() {
    let old = #expect(throws: RefusedValue.self) { try Self.age.accepted(.text("131")) }
    #expect(old?.description == "“131” is not accepted; give a whole number from 0 to 130")
    let dear = #expect(throws: RefusedValue.self) { try Self.price.accepted(.text("99.51")) }
    #expect(dear?.description == "“99.51” is not accepted; give a number from -5 to 99.5")
    #expect(throws: Never.self) { try Self.price.accepted(.text("99.50")) }
    #expect(throws: Never.self) { try Self.age.accepted(.text("0")) }
  }

  @Test("Only a text cell accepts a very long text, and a refusal stays short")
  func longTexts() throws {
    let text = String(repeating: "7", count: TestSeeds.isFull ? 10_000_000 : 500_000)
    for kind in [CellKind.integer, .decimal, .time, .dateTime, .date, .switch] {
      let refusal = #expect(throws: RefusedValue.self) { try FormCell(key: "cell", kind: kind).accepted(.text(text)) }
      #expect((refusal?.description.count ?? 0) < 250)
    }
    #expect(try FormCell(key: "cell", kind: .longText).accepted(.text(text)) == .text(text))
  }

  @Test("Numbers are displayed with their unit, and times in long style")
  func displayed() throws {
    #expect(Self.age.displayText(of: .integer(41)) == "41 years")
    var weight = FormCell(key: "weight", kind: .decimal, unit: "kg")
    #expect(weight.displayText(of: Self.decimal("72.50")) == "72.50 kg")
    weight.unit = nil
    #expect(weight.displayText(of: Self.decimal("72.50")) == "72.50")
    #expect(FormCell(key: "t", kind: .time).displayText(of: Self.time("14:30:00")) == "14:30")
    #expect(
      FormCell(key: "t", kind: .dateTime).displayText(of: Self.moment("2026-11-21T14:30:00Z"))
        == "November 21, 2026 at 14:30 UTC")
    #expect(FormCell(key: "c", kind: .choices).displayText(of: .choices(["a", "b"])) == "a, b")
  }

  @Test("Misplaced ranges, steps, units and options are reported")
  func definitionFaults() {
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "a", kind: .text, range: NumberRange(minimum: 0, maximum: 1), step: 1, unit: "kg"),
            FormCell(key: "b", kind: .integer, range: NumberRange(minimum: 2, maximum: 1), step: 0, unit: ""),
            FormCell(key: "c", kind: .decimal, defaultValue: .text("1e5")),
            FormCell(key: "d", kind: .decimal, range: NumberRange(minimum: 0, maximum: .infinity)),
            FormCell(
              key: "e", kind: .choices, defaultValue: .choices(["x", "z"]), isExpandable: true, additionalRows: 1),
            FormCell(key: "x", kind: .option), FormCell(key: "y", kind: .option),
            FormCell(key: "g", kind: .integer), FormCell(key: "h", kind: .time, defaultValue: .text("14:30")),
            FormCell(key: "i", kind: .integer, defaultValue: .integer(7), unit: "\0"),
          ])
      ])
    #expect(
      form.definitionFaults().map { "\($0.key) \($0.property): \($0.problem)" } == [
        "a minimum: a cell of kind text has no minimum and maximum", "a step: a cell of kind text has no step",
        "a unit: a cell of kind text has no unit",
        "b minimum: the minimum is above the maximum (2 to 1); swap them",
        "b step: is 0.0; it must be greater than 0",
        "b unit: is empty; omit it for a plain number",
        "c value: “1e5” is not accepted; give a number, for example 72.50",
        "d minimum: the cell's minimum and maximum must be finite numbers",
        "e value: “[\"x\",\"z\"]” is not accepted; give values of options directly under the cell",
        "y kind: an option must be under a group, choices or custom cell, whose value it is when chosen",
        "h value: is not in canonical form; write 14:30:00",
        "i unit: holds the control character U+0000, which no XML property list can; remove it",
      ])
  }
}
