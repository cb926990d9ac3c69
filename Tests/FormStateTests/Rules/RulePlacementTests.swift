import FormState
import Testing

/// The faults of rules on cells, each with its message.
@Suite("Rules on cells")
struct RulePlacementTests {
  private func faults(
    _ rules: [FormRule], on kind: CellKind = .text, default value: CellValue? = nil, summary: Summary? = nil
  ) -> [String] {
    let isGroup = kind == .group
    var cell = FormCell(
      key: "c", kind: kind, defaultValue: value, isExpandable: isGroup, summary: summary, rules: rules)
    cell.additionalRows = isGroup ? 1 : 0
    let inner = isGroup ? [FormCell(key: "inner", kind: .text)] : []
    let form = FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: [cell] + inner + [FormCell(key: "other", kind: .text)])])
    return form.definitionFaults().map(\.description)
  }

  private func place(_ kind: String) -> String { "section 0, row 0 (c), \(kind): " }

  @Test("A cell can have one rule of each kind and any number of constraints")
  func together() {
    #expect(
      faults([
        FormRule(.relevant, "${other} = ''"), FormRule(.required, "true()", message: "Say it."),
        FormRule(.readOnly, "${other} = 'x'"), FormRule(.constraint, ". != 'a'", severity: .warning),
        FormRule(.constraint, ". != 'b'", message: "Not b."), FormRule(.calculate, "${other}"),
        FormRule(.title, "concat('About ', ${other})"),
      ]) == [])
  }

  @Test("A set rule can have any number of triggers, which must be questions")
  func settings() {
    #expect(
      faults([
        FormRule(.set, "1", triggers: ["other"]), FormRule(.set, "2", triggers: ["c", "other"]), FormRule(.set, "3"),
        FormRule(.default, "4"),
      ]) == [])
    #expect(
      faults([FormRule(.set, "1", triggers: ["othr"])])
        == [place("set") + "its trigger is not a question: there is no cell “othr”; did you mean “other”?"])
    #expect(
      faults([FormRule(.set, "1", triggers: ["s"])])
        == [place("set") + "its trigger is not a question: “s” is a section, which holds no value; name a cell"])
    #expect(
      faults([FormRule(.set, "1", triggers: ["other"]), FormRule(.calculate, "2")])
        == [place("set") + "the cell's value is already calculated; remove one of the two rules"])
    #expect(
      faults([FormRule(.set, "1", triggers: ["c"])], on: .label) == [
        place("set") + "a cell of kind label holds no value, so it cannot have this rule",
        place("set") + "its trigger “c” is of kind label and never has a value; name a question",
      ])
    #expect(
      faults([FormRule(.set, "${nowhere}", triggers: ["other"])])
        == [place("set") + "column 1: there is no cell “nowhere”"])
  }

  @Test("Two rules of a kind, or two sources of one value or title, are refused")
  func twice() {
    #expect(
      faults([FormRule(.required, "true()"), FormRule(.required, "false()")])
        == [place("required") + "the cell has two rules of this kind; keep one"])
    #expect(
      faults([FormRule(.calculate, "1"), FormRule(.default, "2")])
        == [place("default") + "the cell's value is already calculated; remove one of the two rules"])
    #expect(
      faults([FormRule(.default, "2")], default: "1")
        == [place("default") + "the cell already has an initial value; remove the value or the rule"])
    #expect(
      faults([FormRule(.title, "'x'")], on: .group, summary: .join(separator: " "))
        == [place("title") + "the title already follows from a summary; remove the summary or the rule"])
  }

  @Test("A cell without a value cannot have rules about its value")
  func withoutValue() {
    #expect(
      faults([FormRule(.required, "true()")], on: .label)
        == [place("required") + "a cell of kind label holds no value, so it cannot have this rule"])
    #expect(
      faults([FormRule(.constraint, "true()")], on: .group)
        == [place("constraint") + "a cell of kind group without options holds no value, so it cannot have this rule"])
  }

  @Test("Only required rules and constraints have a message, and only constraints a severity")
  func messages() {
    #expect(
      faults([FormRule(.readOnly, "true()", message: "No.")])
        == [
          place("readOnly")
            + "only a required rule and a constraint have a message, and only a constraint has a severity"
        ])
    #expect(
      faults([FormRule(.required, "true()", severity: .warning)])
        == [place("required") + "only a constraint has a severity; a required rule has none"])
    #expect(
      faults([FormRule(.constraint, "true()", message: "a\u{1}")])
        == [
          place("constraint")
            + "the message holds the control character U+0001, which no XML property list can; remove it"
        ])
  }

  @Test("A calculation must give a valid value or nothing in a fresh response")
  func calculatedAtFirst() {
    #expect(faults([FormRule(.calculate, "5")], on: .slider) == [])
    #expect(faults([FormRule(.calculate, "''")], on: .slider) == [])
    #expect(
      faults([FormRule(.calculate, "11")], on: .slider)
        == [
          place("calculate")
            + "returns something in a fresh response that is not a valid slider here; return nothing then"
        ])
  }

  @Test("A fault of circular calculations names only the cycle")
  func cycle() {
    let cells = [("tax", "${total} * 0.19"), ("total", "${net} + ${tax}"), ("gross", "${total}")].map {
      FormCell(key: $0, kind: .custom, rules: [FormRule(.calculate, $1)])
    }
    let form = FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: cells + [FormCell(key: "net", kind: .custom)])])
    #expect(
      form.definitionFaults().map(\.description) == [
        "section 0, row 0 (tax), calculate: the rules are circular: “tax” is calculated from “total”, "
          + "“total” is calculated from “tax”"
      ])
  }
}
