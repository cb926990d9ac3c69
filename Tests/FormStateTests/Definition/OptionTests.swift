import Testing

@testable import FormState

@Suite("Options and lists of options")
struct OptionTests {
  private static let quality = OptionList(
    "quality", options: [.init(value: "good", title: "Good"), .init(value: "poor", title: "Poor")])

  private func faults(_ form: FormDefinition) -> [String] { form.definitionFaults().map(\.description) }

  private func form(lists: [OptionList] = [], @CellBuilder content: () -> [FormCell]) -> FormDefinition {
    FormDefinition(key: "f", lists: lists) { FormSection(key: "s", content: content) }
  }

  @Test("An option's value is its key by default, and other cells have none")
  func value() {
    #expect(FormCell(key: "a", kind: .option).optionValue == "a")
    #expect(FormCell(key: "a", kind: .option, optionValue: "b").optionValue == "b")
    #expect(Cell.option("a", value: "b").cells.first?.optionValue == "b")
    #expect(CellKind.allCases.filter { $0 != .option }.allSatisfy { FormCell(key: "a", kind: $0).optionValue == nil })
  }

  @Test("A value is unique among its siblings but may repeat under other questions")
  func unique() {
    let form = form {
      Cell.group("roof") {
        Cell.option("roof-poor", value: "poor")
        Cell.option("roof-good", value: "good") { Cell.group("why") { Cell.option("why-poor", value: "poor") } }
      }
      Cell.group("walls") { Cell.option("walls-poor", value: "poor") }
    }
    #expect(faults(form) == [])
    let twice = self.form {
      Cell.custom("roof") {
        Cell.option("a", value: "poor")
        Cell.label("between")
        Cell.option("b", value: "poor")
      }
    }
    #expect(
      faults(twice) == [
        "section 0, row 0 (roof), options: two options have the value “poor”; values are unique in a question"
      ])
  }

  @Test("A default must be the value of an option directly under the cell, not a key or a nested value")
  func defaults() {
    func form(_ value: String) -> FormDefinition {
      self.form {
        Cell.group("roof", value: value) {
          Cell.option("roof-poor", value: "poor") { Cell.group("why") { Cell.option("nested") } }
          Cell.label("label")
          Cell.option("roof-good", value: "good")
        }
      }
    }
    for value in ["poor", "good"] { #expect(faults(form(value)) == []) }
    for value in ["nested", "roof-poor", "label", "why", ""] {
      #expect(
        faults(form(value)) == [
          "section 0, row 0 (roof), value: “\(value)” is not accepted; give the value of an option directly under the cell"
        ])
    }
  }

  @Test("An option without a value, and an option value on another cell, are reported")
  func misplaced() {
    var cells = Cell.group("g") { Cell.option("a", value: "") }.cells
    cells.append(FormCell(key: "t", kind: .text, optionValue: "v"))
    cells += Cell.group("h") { Cell.option("b", value: "x\0") }.cells
    #expect(
      faults(FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)])) == [
        "section 0, row 1 (a), value: an option needs a value, which its question holds when it is chosen",
        "section 0, row 2 (t), value: only an option has an option value",
        "section 0, row 4 (b), value: holds the control character U+0000, which no XML property list can; remove it",
      ])
  }

  @Test("A list adds its options to each question that names it, first and with derived keys")
  func builder() throws {
    let form = form(lists: [Self.quality]) {
      Cell.group("roof", subtitle: "Roof", value: "poor", options: Self.quality) { Cell.text("remark") }
      Cell.group("walls", options: Self.quality)
    }
    try form.checkDefinition()
    let cells = form.sections[0].cells
    #expect(cells.map(\.key) == ["roof", "roof=good", "roof=poor", "remark", "walls", "walls=good", "walls=poor"])
    #expect(cells.map(\.optionValue) == [nil, "good", "poor", nil, nil, "good", "poor"])
    #expect(cells.map(\.title) == ["", "Good", "Poor", "", "", "Good", "Poor"])
    #expect(cells.map(\.list) == ["quality", nil, nil, nil, "quality", nil, nil])
    #expect(cells.map(\.additionalRows) == [3, 0, 0, 0, 2, 0, 0])
    #expect(cells[4].summary == .choice)
  }

  @Test("Lists are sorted by name, so that equal forms are equal")
  func order() {
    let other = OptionList("Other", options: [.init(value: "a", title: "A")])
    var form = FormDefinition(key: "f", lists: [Self.quality, other])
    #expect(form.lists.map(\.name) == ["Other", "quality"])
    #expect(form == FormDefinition(key: "f", lists: [other, Self.quality]))
    form.lists.append(OptionList("middle", options: other.options))
    #expect(form.lists.map(\.name) == ["Other", "middle", "quality"])
  }

  @Test("Each fault of a list is reported once")
  func listFaults() {
    let lists = [
      OptionList("a", options: []),
      OptionList("b", options: [.init(value: "", title: "x"), .init(value: "y", title: "")]),
      OptionList("c", options: [.init(value: "x", title: "1"), .init(value: "x", title: "2")]),
      OptionList("d", options: [.init(value: "x", title: "\0")]), Self.quality, Self.quality,
      OptionList(" ", options: Self.quality.options),
    ]
    #expect(
      faults(
        FormDefinition(
          key: "f",
          sections: [
            FormSection(
              key: "s",
              cells: [FormCell(key: "q", kind: .group, isExpandable: true, additionalRows: 2, list: "c")]
                + (lists.element(at: 2)?.cells(ofQuestion: "q") ?? []))
          ], lists: lists)
      ).filter { $0.contains(", lists:") } == [
        "form (f), lists: the key begins or ends with a space or contains a control character; remove it",
        "form (f), lists: the list “a” has no options; give it some, or remove it",
        "form (f), lists: an option of the list “b” has no value; give it one",
        "form (f), lists: two options of the list “c” have the same value; give each a different one",
        "form (f), lists: an option of the list “d” holds the control character U+0000, which no XML property list can; remove it",
        "form (f), lists: another list has the name “quality”; give each a different name",
      ])
  }

  @Test("A question must have exactly its list's options first, and an unknown list gets a suggestion")
  func questions() {
    let unlike = "the options under it are not those of the list “quality”; put exactly those options first"
    let options = Self.quality.cells(ofQuestion: "q")
    let questions: [([FormCell], String)] = [
      ([], unlike), (Array(options.dropLast()), unlike), (options.reversed(), unlike),
      (options + [FormCell(key: "more", kind: .option)], unlike), ([FormCell(key: "t", kind: .text)] + options, unlike),
      (Self.quality.cells(ofQuestion: "other"), unlike),
    ]
    for (under, problem) in questions {
      var question = FormCell(key: "q", kind: .group, isExpandable: true, additionalRows: under.count)
      question.list = "quality"
      let section = FormSection(key: "s", cells: [question] + under)
      #expect(
        faults(FormDefinition(key: "f", sections: [section], lists: [Self.quality]))
          == ["section 0, row 0 (q), options: \(problem)"])
    }
    let unknown = form(lists: [Self.quality]) { Cell.group("q", options: OptionList("qualty", options: [])) }
    #expect(
      faults(unknown) == ["section 0, row 0 (q), options: there is no list “qualty”; did you mean “quality”?"])
    var label = FormCell(key: "q", kind: .label)
    label.list = "quality"
    #expect(
      faults(form(lists: [Self.quality]) { [label] })
        == ["section 0, row 0 (q), options: a cell of kind label cannot have options"])
  }

  @Test("A slider's step must be above 0, and a text cell has none")
  func step() {
    #expect(faults(form { Cell.slider("a", step: 0.5) }) == [])
    let cells = [
      Cell.slider("a", step: 0).cells, Cell.slider("b", step: -1).cells,
      Cell.slider("c", step: .nan).cells,
      Cell.slider("d", minimum: 2, maximum: 1, step: .infinity).cells, [FormCell(key: "e", kind: .text, step: 1)],
    ]
    #expect(
      faults(form { cells.flatMap(\.self) }) == [
        "section 0, row 0 (a), step: is 0.0; it must be greater than 0",
        "section 0, row 1 (b), step: is -1.0; it must be greater than 0",
        "section 0, row 2 (c), step: is nan; it must be greater than 0",
        "section 0, row 3 (d), minimum: the minimum is above the maximum (2 to 1); swap them",
        "section 0, row 3 (d), step: is inf; it must be greater than 0",
        "section 0, row 4 (e), step: a cell of kind text has no step",
      ])
  }
}
