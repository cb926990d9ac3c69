import FormState
import TestSupport
import Testing

@Suite("Faults in a definition")
struct DefinitionFaultTests {
  @Test("The tutorial's form has no faults")
  func sound() throws {
    try ProfileForm.form.checkDefinition()
  }

  @Test("All faults are reported at once, each with its place")
  func allAtOnce() throws {
    let cells = [
      FormCell(key: "a", kind: .option, title: "nobody's option"),
      FormCell(key: "a", kind: .text),
      FormCell(key: "", kind: .slider, range: NumberRange(minimum: 5, maximum: 1)),
      FormCell(key: "b", kind: .text, startsExpanded: true, additionalRows: 1),
      FormCell(key: "c ", kind: .label, defaultValue: .text("x")),
      FormCell(
        key: "d", kind: .group, isExpandable: true, additionalRows: 9,
        summary: .template(try Template("{lastname}"))),
      FormCell(key: "lastnam", kind: .text, defaultValue: .integer(3), summary: .choice),
    ]
    let form = FormDefinition(
      key: "",
      sections: [
        FormSection(key: "s", isFoldable: false, startsFolded: true, cells: cells), FormSection(key: "s"),
      ], rowHeights: ["idCellText": .points(0)])
    let error = #expect(throws: InvalidDefinition.self) { try form.checkDefinition() }
    let expected = """
      the form “” has 16 faults in its definition:
        form, key: the key is empty; give it a permanent name
        form, rowHeights: the height of “idCellText” is 0.0; it must be greater than 0, or null for automatic
        section 0 (s), folded: the section starts folded but is not foldable, so it can never be unfolded
        section 0, row 0 (a), kind: an option must be under a group, choices or custom cell, whose value it is when chosen
        section 0, row 1 (a), key: section 0, row 0 has the same key; keys are unique in a form
        section 0, row 2, key: the key is empty; give it a permanent name
        section 0, row 2, minimum: the minimum is above the maximum (5 to 1); swap them
        section 0, row 3 (b), additionalRows: is 1, but the cell is not expandable, so they can never show
        section 0, row 3 (b), expanded: the cell starts expanded but is not expandable
        section 0, row 4 (c ), key: the key begins or ends with a space or contains a control character; remove it
        section 0, row 4 (c ), value: “x” is not accepted; give no value; a cell of kind label holds none
        section 0, row 5 (d), additionalRows: is 9, which runs past the section's end; at most 1 rows follow
        section 0, row 5 (d), summary: the template mentions “lastname”, which is not under it; \
      the nearest key there is “lastnam”
        section 0, row 6 (lastnam), value: “3” is not accepted; give text
        section 0, row 6 (lastnam), summary: only an expandable cell can have a summary
        section 1 (s), key: another section has the same key; keys are unique in a form
      """
    #expect(error?.description == expected)
  }

  @Test("Faults of accordion and inline expansion are reported")
  func opening() throws {
    let cells = [
      FormCell(key: "a", kind: .label, isAccordion: true),
      FormCell(key: "b", kind: .label, inline: InlineExpansion(collapsedHeight: .points(-1), lineLimit: 0)),
      FormCell(key: "c", kind: .label, isExpandable: true, inline: InlineExpansion(expandedHeight: .points(.infinity))),
    ]
    let form = FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)])
    #expect(
      form.definitionFaults().map(\.description) == [
        "section 0, row 0 (a), accordion: the cell is not expandable, so no cells can show under it",
        "section 0, row 1 (b), inline: the cell is not expandable, so it can never grow",
        "section 0, row 1 (b), inline.collapsedHeight: is -1.0; it must be greater than 0, or null for automatic",
        "section 0, row 1 (b), inline.lineLimit: is 0; it must be 1 or more, or null for no limit",
        "section 0, row 2 (c), inline.expandedHeight: is inf; it must be greater than 0, or null for automatic",
      ])
  }

  @Test("Overlapping descendants are refused, and huge counts do not overflow", arguments: [2, 3, Int.max])
  func overlapping(rows: Int) {
    let cells = [
      FormCell(key: "a", kind: .group, isExpandable: true, additionalRows: 2),
      FormCell(key: "b", kind: .group, isExpandable: true, additionalRows: rows),
      FormCell(key: "c", kind: .label), FormCell(key: "d", kind: .label),
    ]
    let faults = FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)]).definitionFaults()
    #expect(
      faults.map(\.description) == [
        "section 0, row 1 (b), additionalRows: is \(rows), which runs past the end of the cell it is under; "
          + "at most 1 rows follow"
      ])
  }

  @Test("Nesting deeper than 100 levels is refused, without recursion")
  func tooDeep() {
    let count = 20_000
    let cells = (0..<count).map { row in
      FormCell(key: "c\(row)", kind: .group, isExpandable: true, additionalRows: count - row - 1)
    }
    let faults = FormDefinition(key: "deep", sections: [FormSection(key: "s", cells: cells)]).definitionFaults()
    // The check stops at 10,000 faults.
    #expect(faults.count == 10_000)
    #expect(faults.first?.row == FormDefinition.maximumLevel + 1)
  }

  @Test(
    "An unknown key suggests the nearest key, or none if nothing is near",
    arguments: [
      ("firstnam", "firstname"), ("FIRSTNAME", "firstname"), ("lastname", nil), ("frstnmae", "firstname"),
      ("f1r5tn4m3", nil), ("l", "k"),
    ])
  func nearestKeys(written: String, nearest: String?) {
    #expect(["zzz", "firstname", "k"].nearest(to: written) == nearest)
  }
}
