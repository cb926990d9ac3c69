import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Reading cells from a property list")
struct SharedRowTests {
  private static var cell: [String: Any] {
    [
      "isExpandable": false, "isExpanded": false, "isVisible": true, "value": "", "primaryTitle": "Name",
      "secondaryTitle": "", "cellIdentifier": "idCellTextfield", "additionalRows": 0,
    ]
  }

  @Test("An element that is not a cell is refused with its place")
  func others() throws {
    let root: [Any] = [[1, Self.cell, "two", Self.cell, [3]], Self.cell, [[Self.cell]]]
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(fromPropertyList: root, format: format, options: 0)
      let error = #expect(throws: ImportError.self) { try imported(data) }
      let problems = error?.diagnostics.map { "\($0.section ?? -1) \($0.row ?? -1) \($0.problem)" }
      #expect(
        problems == [
          "0 0 the cell is an integer, not a dictionary", "0 2 the cell is a text, not a dictionary",
          "0 4 the cell is an array, not a dictionary", "1 -1 the section is a dictionary, not an array of cells",
          "2 0 the cell is an array, not a dictionary",
        ])
    }
  }

  @Test("Shared cells and sections of a binary property list are read as if written out")
  func sharing() throws {
    var file = BinaryPropertyListBuilder()
    let name = file.add("cellIdentifier")
    let identifier = file.add("mine")
    let note = file.add("note")
    let small = file.dictionary([name], [identifier])
    let cell = file.dictionary([name, note], [identifier, small])
    let section = file.array([small, cell, cell])
    file.top = file.array([section, section])
    let form = try imported(file.data).form
    #expect(
      form.sections.map { $0.cells.map { $0.properties["note"] != nil } } == [
        [false, true, true], [false, true, true],
      ])
    #expect(form.sections[1].cells[2].properties["note"] == .dictionary(["cellIdentifier": .string("mine")]))
  }
}
