import TestSupport
import Testing

@testable import FormState

@Suite("Forms written in code")
struct FormBuilderTests {
  @Test("The tutorial's form in code equals the one made cell by cell")
  func tutorial() {
    let form = FormDefinition(key: "profile", title: "Profile") {
      FormSection(key: "personal", title: "Personal") {
        Cell.group("fullname", subtitle: "Full name") {
          Cell.text("firstname", title: "First name")
          Cell.text("lastname", title: "Last name")
        }
        Cell.group("birth", subtitle: "Date of birth") { Cell.date("birth-date") }
        Cell.group("marital", subtitle: "Marital status") {
          Cell.switch("marital-switch", title: "Off = Single, On = Married", value: false, off: "Single", on: "Married")
        }
      }
      FormSection(key: "preferences", title: "Preferences") {
        Cell.group("sport", subtitle: "Favourite sport") {
          for title in ["Football", "Basketball", "Baseball", "Volleyball"] {
            Cell.option(title.lowercased(), title: title)
          }
        }
        Cell.group("colour", subtitle: "Favourite colour") {
          for title in ["Red", "Green", "Blue"] { Cell.option(title.lowercased(), title: title) }
        }
      }
      FormSection(key: "work", title: "Work Experience") {
        Cell.group("level", subtitle: "Level") { Cell.slider("level-slider", value: 0) }
      }
    }
    #expect(form == ProfileForm.form)
  }

  @Test("Summary and expandability default to what the cells directly under a cell need")
  func inferred() {
    let section = FormSection(key: "s") {
      Cell.group("empty")
      Cell.group("of-groups") {
        Cell.group("of-options") {
          Cell.option("option") { Cell.text("remark") }
        }
      }
      Cell.text("plain")
      Cell.label("terms").inline(lineLimit: 2)
      Cell.custom("closed", identifier: "mine") { Cell.text("under") }.expandable(false)
      Cell.text("open").expandable()
    }
    let expected: [(key: String, rows: Int, isExpandable: Bool, summary: Summary?)] = [
      ("empty", 0, true, nil), ("of-groups", 3, true, nil), ("of-options", 2, true, .choice),
      ("option", 1, true, .join(separator: " ")), ("remark", 0, false, nil), ("plain", 0, false, nil),
      ("terms", 0, true, nil), ("closed", 1, false, nil), ("under", 0, false, nil), ("open", 0, true, nil),
    ]
    #expect(section.cells.map(\.key) == expected.map(\.key))
    #expect(section.cells.map(\.additionalRows) == expected.map(\.rows))
    #expect(section.cells.map(\.isExpandable) == expected.map(\.isExpandable))
    #expect(section.cells.map(\.summary) == expected.map(\.summary))
  }

  @Test("Modifiers work in any order, and the last of each kind wins")
  func modifiers() {
    let one = Cell.text("a").identifier("x").properties(["p": .integer(1), "q": .null]).inline(lineLimit: 3)
      .hidden().expanded().summary(.choice).accordion().properties(["p": .integer(2)])
    let other = Cell.text("a").properties(["q": .null, "p": .integer(2)]).accordion(false).accordion().hidden(false)
      .summary(nil).summary(.choice).expanded().hidden().inline(lineLimit: 3).identifier("y").identifier("x")
    let expected = FormCell(
      key: "a", kind: .text, identifier: "x", isExpandable: true, startsExpanded: true, isHidden: true,
      isAccordion: true, inline: InlineExpansion(lineLimit: 3), summary: .choice,
      properties: ["p": .integer(2), "q": .null])
    #expect(one.cells == [expected])
    #expect(other.cells == [expected])
  }

  @CellBuilder private func cells(count: Int, name: String?, isOpen: Bool) -> [FormCell] {
    for number in 0..<count {
      if number.isMultiple(of: 2) { Cell.text("even\(number)") } else { Cell.date("odd\(number)") }
    }
    if let name { Cell.label("hello-\(name)") }
    if isOpen { Cell.group("open") } else { Cell.group("closed") }
    switch count {
    case 0: Cell.label("none")
    case 1: Cell.label("one")
    default: Cell.label("many")
    }
    if #available(macOS 10.15, iOS 13, *) { Cell.label("available") }
  }

  @Test("Loops and conditions produce their cells, and an empty closure none")
  func control() {
    #expect(
      cells(count: 3, name: "Ada", isOpen: true).map(\.key) == [
        "even0", "odd1", "even2", "hello-Ada", "open", "many", "available",
      ])
    #expect(cells(count: 0, name: nil, isOpen: false).map(\.key) == ["closed", "none", "available"])
    #expect(FormSection(key: "s") {}.cells == [])
    #expect(FormDefinition(key: "f") {} == FormDefinition(key: "f"))
    let nested = FormSection(key: "s") { Cell.group("g") { cells(count: 1, name: nil, isOpen: true) } }
    #expect(nested.cells.map(\.additionalRows) == [4, 0, 0, 0, 0])
  }

  @Test("Sections support loops and conditions too")
  func sections() {
    func form(_ numbers: Range<Int>, extra: FormSection?) -> FormDefinition {
      FormDefinition(key: "f") {
        for number in numbers { FormSection(key: "s\(number)") { Cell.text("t\(number)") } }
        if let extra { extra } else { FormSection(key: "last", isFoldable: false) {} }
      }
    }
    #expect(form(0..<2, extra: nil).sections.map(\.key) == ["s0", "s1", "last"])
    #expect(form(0..<0, extra: FormSection(key: "extra")).sections.map(\.key) == ["extra"])
  }

  @Test("A form of 42,000 cells is built and checked")
  func large() throws {
    let form = FormDefinition(key: "f") {
      FormSection(key: "s") {
        for group in 0..<2000 {
          Cell.group("g\(group)") { for option in 0..<20 { Cell.option("g\(group)-\(option)") } }
        }
      }
    }
    #expect(form.cellCount == 42_000)
    try form.checkDefinition()
  }

  @Test("Cells nested deeper than 100 levels in code are reported")
  func tooDeep() {
    let cells = (0...102).reversed().reduce([FormCell]()) { under, level in
      Cell.group("g\(level)") { under }.cells
    }
    let faults = FormDefinition(key: "f") { FormSection(key: "s") { cells } }.definitionFaults()
    #expect(
      faults.map(\.description)
        == [101, 102].map {
          "section 0, row \($0) (g\($0)), additionalRows: the cell is nested \($0) levels deep; at most 100 are possible"
        })
  }

  @Test("All faults of a form in code are reported at once, each with its place")
  func faults() {
    let form = FormDefinition(key: " f", rowHeights: ["mine": .points(0)]) {
      FormSection(key: "one", isFoldable: false, startsFolded: true) {
        Cell.group("name") { Cell.text("first") }.summary(template: "{last}, {first")
        Cell.group("names") { Cell.text("given") }.summary(template: "{givn}")
        Cell.slider("level", value: 3, minimum: 5, maximum: 1)
        Cell.slider("other", value: .nan)
        Cell.slider("endless", maximum: .infinity)
        Cell.option("lost")
        Cell.text("") { Cell.option("astray") }
      }
      FormSection(key: "one") {
        Cell.text("name").expanded().accordion().expandable(false)
        Cell.date("birth", value: "1835-02-30")
        Cell.label("terms").inline(collapsedHeight: .points(0), expandedHeight: .points(-1), lineLimit: 0)
        Cell.text("inline").inline().expandable(false).summary(.choice).identifier("")
        Cell.group("sport", value: "tennis") { Cell.option("football") }
        Cell.custom("own", identifier: "mine", value: .real(2)) { Cell.text("under") }.expandable(false)
      }
    }
    let error = #expect(throws: InvalidDefinition.self) { try form.checkDefinition() }
    let expected = """
      form ( f), key: the key begins or ends with a space or contains a control character; remove it
      form ( f), rowHeights: the height of “mine” is 0.0; it must be greater than 0, or null for automatic
      section 0 (one), folded: the section starts folded but is not foldable, so it can never be unfolded
      section 0, row 0 (name), summary: the template “{last}, {first” has a “{” without its “}”; \
      write {key} for cells, {{ and }} for braces
      section 0, row 2 (names), summary: the template mentions “givn”, which is not under it; \
      the nearest key there is “given”
      section 0, row 4 (level), minimum: the minimum is above the maximum (5 to 1); swap them
      section 0, row 4 (level), value: “3” is not accepted; give a number from 5 to 1
      section 0, row 5 (other), value: “nan” is not accepted; give a number from 0 to 10
      section 0, row 6 (endless), minimum: a slider's minimum and maximum must be finite numbers
      section 0, row 7 (lost), kind: an option must be under a group, choices or custom cell, whose value it is when chosen
      section 0, row 8, key: the key is empty; give it a permanent name
      section 0, row 9 (astray), kind: an option must be under a group, choices or custom cell, whose value it is when chosen
      section 1 (one), key: another section has the same key; keys are unique in a form
      section 1, row 0 (name), key: section 0, row 0 has the same key; keys are unique in a form
      section 1, row 0 (name), expanded: the cell starts expanded but is not expandable
      section 1, row 0 (name), accordion: the cell is not expandable, so no cells can show under it
      section 1, row 1 (birth), value: “1835-02-30” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30
      section 1, row 2 (terms), inline.collapsedHeight: is 0.0; it must be greater than 0, or null for automatic
      section 1, row 2 (terms), inline.expandedHeight: is -1.0; it must be greater than 0, or null for automatic
      section 1, row 2 (terms), inline.lineLimit: is 0; it must be 1 or more, or null for no limit
      section 1, row 3 (inline), identifier: the reuse identifier is empty; give it a name
      section 1, row 3 (inline), inline: the cell is not expandable, so it can never grow
      section 1, row 3 (inline), summary: only an expandable cell can have a summary
      section 1, row 4 (sport), value: “tennis” is not accepted; give the value of an option directly under the cell
      section 1, row 6 (own), additionalRows: is 1, but the cell is not expandable, so they can never show
      section 1, row 6 (own), value: is not in canonical form; write 2
      """
    #expect(error?.faults.map(\.description).joined(separator: "\n") == expected)
  }

  @Test("A malformed template is kept as written and shows nothing")
  func malformedTemplate() throws {
    let summary = try #require(Cell.group("g").summary(template: "a}").cells.first?.summary)
    #expect(summary.text == "a}")
    if case .template(let template) = summary {
      #expect(template.malformed?.description == "the template “a}” has a “}” without its “{”")
      #expect(template.filled { _ in "text" } == nil)
    }
    #expect(Cell.group("g").summary(template: "{a}").cells.first?.summary == .template(try Template("{a}")))
  }
}
