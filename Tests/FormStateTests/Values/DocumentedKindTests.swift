import FormState
import Foundation
import Testing

/// The code in the article on kinds.
@Suite("The article on kinds of values")
struct DocumentedKindTests {
  private struct Picker {
    let date: Date
    let zone: TimeZone
  }

  @Test("The documented form is valid and has the documented cells")
  func form() throws {
    let vitals = FormDefinition(key: "vitals", title: "Vital signs") {
      FormSection(key: "body") {
        Cell.integer("pulse", title: "Pulse", range: NumberRange(minimum: 0, maximum: 300), unit: "bpm")
        Cell.decimal("weight", title: "Weight", value: "72.50", unit: "kg")
        Cell.dateTime("measured", title: "Measured")
        Cell.choices("symptoms", title: "Symptoms") {
          Cell.option("fever", title: "Fever")
          Cell.option("cough", title: "Cough")
        }
      }
    }
    try vitals.checkDefinition()
    let cells = vitals.sections[0].cells
    #expect(cells.map(\.kind) == [.integer, .decimal, .dateTime, .choices, .option, .option])
    #expect(cells[1].defaultValue.map(cells[1].displayText) == "72.50 kg")
    #expect(cells[3].isExpandable && cells[3].summary == .choice)
  }

  @Test("The documented conversions preserve the day and the moment")
  func conversions() throws {
    let picker = Picker(
      date: Date(timeIntervalSince1970: 1_795_267_800), zone: try #require(TimeZone(identifier: "Europe/Berlin")))
    let birthday = CalendarDate(picker.date, in: picker.zone)
    let shown = birthday?.date(in: picker.zone)
    let measured = OffsetDateTime(picker.date, in: picker.zone)
    let moment = measured?.moment
    #expect(birthday?.isoText == "2026-11-21")
    #expect(shown == (try Date("2026-11-20T23:00:00Z", strategy: .iso8601)))
    #expect(measured?.isoText == "2026-11-21T14:30:00+01:00")
    #expect(moment == picker.date)
  }

  @Test("Builder cells equal cells made with FormCell")
  func builder() {
    let range = NumberRange(minimum: 0, maximum: 1.5)
    let written = FormSection(key: "s") {
      Cell.longText("a", title: "A", value: "x\ny")
      Cell.integer("b", value: -7, step: 2)
      Cell.decimal("c", value: "1e5", range: range, step: 0.5, unit: "m")
      Cell.time("d", subtitle: "D", value: "14:30")
      Cell.dateTime("e", value: "2026-11-21T14:30Z")
      Cell.file("f", value: "a.jpg")
      Cell.choices("g", values: ["h"]) { Cell.option("h") }
      Cell.slider("i", unit: "%")
    }
    #expect(
      written.cells == [
        FormCell(key: "a", kind: .longText, title: "A", defaultValue: "x\ny"),
        FormCell(key: "b", kind: .integer, defaultValue: -7, step: 2),
        FormCell(key: "c", kind: .decimal, defaultValue: "1e5", range: range, step: 0.5, unit: "m"),
        FormCell(
          key: "d", kind: .time, subtitle: "D", defaultValue: ClockTime(hour: 14, minute: 30).map(CellValue.time)),
        FormCell(
          key: "e", kind: .dateTime,
          defaultValue: OffsetDateTime(isoText: "2026-11-21T14:30:00Z").map(CellValue.dateTime)),
        FormCell(key: "f", kind: .file, defaultValue: "a.jpg"),
        FormCell(
          key: "g", kind: .choices, defaultValue: .choices(["h"]), isExpandable: true, additionalRows: 1,
          summary: .choice),
        FormCell(key: "h", kind: .option),
        FormCell(key: "i", kind: .slider, unit: "%"),
      ])
  }
}
