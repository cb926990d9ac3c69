import FormState
import Testing

/// The faults of a form's rules, each with its message.
@Suite("Rules of a form")
struct FormRuleTests {
  private func faults(_ first: String?, _ second: String? = nil, section: String? = nil) -> [String] {
    var group = FormCell(key: "pair", kind: .group, isExpandable: true, additionalRows: 1)
    group.rules = [first.map { FormRule(.relevant, $0) }].compactMap { $0 }
    var inner = FormCell(key: "inner", kind: .text)
    inner.rules = [second.map { FormRule(.relevant, $0) }].compactMap { $0 }
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s", relevant: section.map { FormRule(.relevant, $0) },
          cells: [FormCell(key: "outer", kind: .switch), group, inner, FormCell(key: "other", kind: .text)])
      ], lists: [OptionList("town", options: [.init(value: "ely", title: "Ely")])])
    return form.definitionFaults().map(\.description)
  }

  @Test("A rule may read any other cell, before or after its own")
  func sound() {
    #expect(faults("${outer} and ${other} != ''") == [])
    #expect(faults("${outer}", "${other} = 'yes' or string-length(${other}) > 3") == [])
    #expect(faults("true()", section: "1 = 1") == [])
  }

  @Test("A fault names the place, the column and a correction")
  func faulty() {
    #expect(
      faults("${outr}") == [
        "section 0, row 1 (pair), relevant: column 1: there is no cell “outr”; did you mean “outer”?"
      ])
    #expect(
      faults("1 = ${s}") == [
        "section 0, row 1 (pair), relevant: column 5: “s” is a section, which holds no value; name a cell"
      ])
    #expect(
      faults("${outer} and") == [
        "section 0, row 1 (pair), relevant: column 13: the expression ends before a value"
      ])
    #expect(faults("today() > ${other}") == [])
    #expect(
      faults("list('towns')/name = 'Ely'") == [
        "section 0, row 1 (pair), relevant: there is no list “towns”; did you mean “town”?"
      ])
    #expect(faults("list('town')[name = ${other} and label != '']/title = 'Ely'") == [])
    #expect(
      faults("count(list('town')[mayor = ${other}]) > 0") == [
        "section 0, row 1 (pair), relevant: the list “town” has no column “mayor”; its columns are value and title"
      ])
    #expect(
      faults("list('town')[1]/size > 3") == [
        "section 0, row 1 (pair), relevant: the list “town” has no column “size”; its columns are value and title"
      ])
    #expect(
      faults(nil, section: ". = 1") == [
        "section 0 (s), relevant: “.” is invalid here, since a section holds no value; name a cell"
      ])
    #expect(
      faults("'a\u{1}' = ''") == [
        "section 0, row 1 (pair), relevant: holds the control character U+0001, which no XML property list can; remove it"
      ])
  }

  @Test("A fault of circular rules names only the cycle, and which cell is in which")
  func circles() {
    let cycle = "the rules are circular: whether"
    #expect(
      faults("${pair} = 'x'") == ["section 0, row 1 (pair), relevant: \(cycle) “pair” is relevant follows from “pair”"]
    )
    #expect(
      faults("${inner} = 'x'", "${other} = 'y'") == [
        "section 0, row 1 (pair), relevant: \(cycle) “pair” is relevant follows from “inner” in “pair”"
      ])
    #expect(
      faults(nil, section: "${other} = 'x'") == [
        "section 0 (s), relevant: \(cycle) “s” is relevant follows from “other” in “s”"
      ])
    var cells = (0..<5).map { FormCell(key: "c\($0)", kind: .text) }
    for (number, read) in [(0, 1), (1, 2), (2, 0), (3, 1)] {
      cells[number].rules = [FormRule(.relevant, "${c\(read)} = ''")]
    }
    let form = FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)])
    #expect(
      form.definitionFaults().map(\.description) == [
        "section 0, row 0 (c0), relevant: \(cycle) “c0” is relevant follows from “c1”, whether “c1” is relevant follows from “c2”, "
          + "whether “c2” is relevant follows from “c0”"
      ])
  }

  @Test("A rule that fails in a fresh response is a fault that names the rule")
  func failing() {
    let long = FormCell(key: "long", kind: .text, defaultValue: .text(String(repeating: "x", count: 10_000)))
    var reader = FormCell(key: "reader", kind: .text)
    let all = Array(repeating: "${long}", count: 150).joined(separator: ", ")
    reader.rules = [FormRule(.relevant, "concat(\(all)) != ''")]
    let form = FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [long, reader])])
    #expect(
      form.definitionFaults().map(\.description) == [
        "form (reader), relevant: the rule creates a text of more than 1 MB; join fewer texts"
      ])
  }

  @Test("Ranks follow the longest path, so that each rule runs once, after its dependencies")
  func ranks() {
    var cells = (0..<6).map { FormCell(key: "c\($0)", kind: .text) }
    let rules = ["${c1} = ''", "${c2} = ''", nil, "${c0} = '' and ${c2} = ''", "${c3} = ''", nil]
    for (number, rule) in rules.enumerated() {
      cells[number].rules = [rule].compactMap { $0.map { FormRule(.relevant, $0) } }
    }
    let form = FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)])
    let ordered = form.fresh.rules.rules
    #expect(ordered.compactMap(\.place.position) == [1, 0, 3, 4])
    #expect(ordered.map(\.rank) == [0, 1, 2, 3])
  }
}
