import FormState
import Testing

@Suite("Accepted values")
struct CellValueTests {
  private static let date = CalendarDate(year: 1835, month: 11, day: 30).map(CellValue.date)

  @Test(
    "A typed value and its text on a command line are stored as the same value",
    arguments: [
      (CellKind.text, CellValue.text("7"), CellValue.text("7")),
      (.text, .text(""), .text("")),
      (.slider, .text("7"), .integer(7)),
      (.slider, .real(7.0), .integer(7)),
      (.slider, .text("7.50"), .real(7.5)),
      (.slider, .integer(10), .integer(10)),
      (.switch, .text("ON"), .boolean(true)),
      (.switch, .text("no"), .boolean(false)),
      (.switch, .integer(1), .boolean(true)),
      (.date, .text("1835-11-30"), date ?? .text("")),
      (.custom, .text("7"), .text("7")),
      (.custom, .boolean(true), .integer(1)),
      (.custom, .real(2), .integer(2)),
      (.custom, .integer(.max), .integer(.max)),
    ])
  func accepted(kind: CellKind, given: CellValue, stored: CellValue) throws {
    #expect(try FormCell(key: "cell", kind: kind).accepted(given) == stored)
  }

  @Test(
    "A refusal says what would be accepted",
    arguments: [
      (CellKind.slider, CellValue.integer(11), "“11” is not accepted; give a number from 0 to 10"),
      (.slider, .text("much"), "“much” is not accepted; give a number from 0 to 10"),
      (.slider, .text("nan"), "“nan” is not accepted; give a number from 0 to 10"),
      (.slider, .boolean(true), "“true” is not accepted; give a number from 0 to 10"),
      (.date, .text("soon"), "“soon” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30"),
      (.date, .integer(3), "“3” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30"),
      (.switch, .text("maybe"), "“maybe” is not accepted; give on or off"),
      (.switch, .integer(2), "“2” is not accepted; give on or off"),
      (.text, .integer(5), "“5” is not accepted; give text"),
      (.custom, .real(.infinity), "“inf” is not accepted; give text or a finite number"),
      (
        .group, .text("x"),
        "“x” is not accepted; give the value of one of its options; a group without options holds no value"
      ),
      (.option, .text("x"), "“x” is not accepted; give no value for an option; choose it instead"),
      (.label, .text("x"), "“x” is not accepted; give no value for a label; it only shows text"),
    ])
  func refused(kind: CellKind, given: CellValue, message: String) {
    let error = #expect(throws: RefusedValue.self) { try FormCell(key: "cell", kind: kind).accepted(given) }
    #expect(error?.description == message)
  }

  @Test(
    "A switch's title can name its two positions",
    arguments: [
      ("Off = Single, On = Married", SwitchTitles(off: "Single", on: "Married")),
      ("on=Yes, please,off = No, thanks", SwitchTitles(off: "No, thanks", on: "Yes, please")),
    ])
  func switchTitles(text: String, titles: SwitchTitles) {
    #expect(SwitchTitles(describedBy: text) == titles)
  }

  @Test(
    "Other texts name no positions",
    arguments: ["", "Married", "Off = a, Off = b", "Off = , On = b", "x = 1, y = 2"])
  func noSwitchTitles(text: String) {
    #expect(SwitchTitles(describedBy: text) == nil)
  }
}
