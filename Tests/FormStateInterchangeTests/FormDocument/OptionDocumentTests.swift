import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// Options in form JSON, their lists, and the steps of sliders.
@Suite("Options in form JSON")
struct OptionDocumentTests {
  private static let quality = OptionList(
    "quality", options: [.init(value: "good", title: "Good"), .init(value: "poor=bad", title: "poor=bad")])

  private static let form = FormDefinition(
    key: "house", lists: [quality, OptionList("unused", options: [.init(value: "a", title: "")])]
  ) {
    FormSection(key: "outside") {
      Cell.group("roof", subtitle: "Roof", value: "poor=bad", options: quality) {
        Cell.group("why") { Cell.option("why=rain", value: "rain") }
        Cell.text("remark")
      }
      Cell.group("walls", options: quality).summary(nil).hidden()
      Cell.custom("own", identifier: "mine", value: .text("x")) {
        Cell.option("own=x", value: "x", title: "X") { Cell.label("deep") }
        Cell.option("given", value: "y")
        Cell.option("z")
        Cell.option("own=", value: "own=")
      }
      Cell.slider("level", value: 2, step: 0.5)
      Cell.slider("other", minimum: 1, step: 2)
    }
  }

  @Test("A title that looks like its value and is spelled otherwise is written")
  func spelling() throws {
    let option = OptionList.Option(value: "\u{E9}", title: "e\u{301}")
    let form = FormDefinition(key: "f", lists: [OptionList("l", options: [option])]) {
      FormSection(key: "s") { Cell.text("t") }
    }
    #expect(try imported(try FormDocument.write(form)).form == form)
  }

  @Test("A document and a store keep values, lists and steps")
  func comesBack() throws {
    try Self.form.checkDefinition()
    let written = try FormDocument.write(Self.form)
    let again = try imported(written).form
    #expect(again == Self.form)
    #expect(try FormDocument.write(again) == written)
    #expect(StateDigest.ofDefinition(again) == StateDigest.ofDefinition(Self.form))
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    #expect(try store.form("house") == Self.form)
  }

  @Test("Derived option keys and titles are not written, and a list is written once")
  func layout() throws {
    let text = String(decoding: try FormDocument.write(Self.form), as: UTF8.self)
    for absent in ["roof=good", "walls=good", "why=rain", "own=x"] { #expect(!text.contains(absent)) }
    #expect(text.components(separatedBy: #""title": "Good""#).count == 2)
    #expect(text.components(separatedBy: #""options": "quality""#).count == 3)
    #expect(text.contains(#""value": "poor=bad""#))
    #expect(!text.contains(#""title": "poor=bad""#))
  }

  @Test("Options can be an array on their question; without a key an option has QUESTION=VALUE")
  func written() throws {
    let text = """
      {"formstate":1,"key":"f","lists":{"yes-no":[{"value":"yes","title":"Yes"},{"value":"no"}]},\
      "sections":[{"key":"s","cells":[\
      {"key":"a","kind":"group","options":"yes-no","value":"no"},\
      {"key":"b","kind":"group","options":[{"value":"1","title":"One"},{"value":"2"}],"cells":[\
      {"kind":"option","value":"3","title":"Three","cells":[{"key":"t","kind":"text"}]}]}]}]}
      """
    let form = try imported(Data(text.utf8)).form
    let cells = form.sections[0].cells
    #expect(cells.map(\.key) == ["a", "a=yes", "a=no", "b", "b=1", "b=2", "b=3", "t"])
    #expect(cells.map(\.optionValue) == [nil, "yes", "no", nil, "1", "2", "3", nil])
    #expect(cells.map(\.title) == ["", "Yes", "no", "", "One", "2", "Three", ""])
    #expect(cells.map(\.additionalRows) == [2, 0, 0, 4, 0, 0, 1, 0])
    #expect(cells.map(\.list) == ["yes-no", nil, nil, nil, nil, nil, nil, nil])
    #expect(cells[0].summary == .choice && cells[0].isExpandable)
    #expect(cells[0].defaultValue == .text("no"))
    #expect(try imported(try FormDocument.write(form)).form == form)
  }

  private static func document(_ cells: String, lists: String = #"{"quality":[{"value":"good"},{"value":"poor"}]}"#)
    -> String
  {
    #"{"formstate":1,"key":"f","lists":\#(lists),"sections":[{"key":"s","cells":[\#(cells)]}]}"#
  }

  private static let refusals: [(String, String)] = [
    (
      document(#"{"key":"q","kind":"group","options":"qualty"}"#),
      "section 0, row 0, sections[0].cells[0].options: there is no list “qualty”; did you mean “quality”?"
    ),
    (
      document(#"{"key":"q","kind":"group","options":"colours"}"#),
      "section 0, row 0, sections[0].cells[0].options: there is no list “colours”; define it among the form's “lists”"
    ),
    (
      document(#"{"key":"q","kind":"group","options":7}"#),
      "section 0, row 0, sections[0].cells[0].options: is an integer; "
        + "name a list of the form, or write an array of {\"value\", \"title\"}"
    ),
    (
      document(#"{"key":"q","kind":"group","options":"quality","cells":[{"kind":"option","value":"fair"}]}"#),
      "section 0, row 0, sections[0].cells[0].options: the options under it are not those of the list “quality”; "
        + "put exactly those options first"
    ),
    (
      document(
        #"{"key":"q","kind":"group","cells":[{"key":"a","kind":"option","value":"x"},"#
          + #"{"key":"b","kind":"option","value":"x"}]}"#),
      "section 0, row 0, sections[0].cells[0].options: two options have the value “x”; values are unique in a question"
    ),
    (
      document(#"{"key":"q","kind":"group","options":[{"title":"X"}]}"#),
      "section 0, row 0, sections[0].cells[0].options[0].value: is missing; "
        + "write the value of a question when the option is chosen"
    ),
    (
      document(#"{"key":"q","kind":"group","options":[{"value":"x","titel":"X"}]}"#),
      "section 0, row 0, sections[0].cells[0].options[0].titel: is not a known key here; did you mean “title”?"
    ),
    (
      document(#"{"key":"q","kind":"group","options":["x"]}"#),
      "section 0, row 0, sections[0].cells[0].options[0]: is a text, not an object; write an object"
    ),
    (
      document(
        #"{"key":"q","kind":"group","value":"nested","cells":[{"kind":"option","value":"x","cells":["#
          + #"{"key":"r","kind":"group","cells":[{"kind":"option","value":"nested"}]}]}]}"#),
      "section 0, row 0, sections[0].cells[0].value: “nested” is not accepted; "
        + "give the value of an option directly under the cell"
    ),
    (
      document(#"{"key":"q","kind":"group","cells":[{"key":"a","kind":"option","value":7}]}"#),
      "section 0, row 1, sections[0].cells[0].cells[0].value: is an integer, not a text; write it in double quotes"
    ),
    (
      document(#"{"key":"q","kind":"group","cells":[{"kind":"option"}]}"#),
      "section 0, row 1, sections[0].cells[0].cells[0].key: is missing; write the cell's stable name"
    ),
    (
      document("", lists: #"{"a":[{"value":"x","tilte":"X"}]}"#),
      "lists.a[0].tilte: is not a known key here; did you mean “title”?"
    ),
    (document("", lists: #"{"a":[]}"#), "lists: the list “a” has no options; give it some, or remove it"),
    (document("", lists: #"{"a":{}}"#), "lists.a: is an object, not an array; write an array"),
    (
      document("", lists: "[]"),
      "lists: is an array, not an object; write the name of each list with an array of options"
    ),
    (
      document(#"{"key":"q","kind":"slider","step":"1"}"#),
      "section 0, row 0, sections[0].cells[0].step: is a text, not a number; write a number"
    ),
    (
      document(#"{"key":"q","kind":"slider","step":0}"#),
      "section 0, row 0, sections[0].cells[0].step: is 0.0; it must be greater than 0"
    ),
    (
      document(#"{"key":"q","kind":"text","step":1}"#),
      "section 0, row 0, sections[0].cells[0].step: a cell of kind text has no step; correct it in the document"
    ),
  ]

  @Test("A fault in options, lists or steps is reported with its path and the fix", arguments: refusals)
  func refused(text: String, message: String) {
    #expect(refusal(ofJSON: text) == "form.json: \(message)")
  }

  @Test("Faults in and after options of a list have their paths in the document")
  func paths() {
    let cells =
      #"{"key":"q","kind":"group","options":"quality","cells":[{"key":"a","kind":"group"},{"key":"a","kind":"group"}]},"#
      + #"{"key":"q=poor","kind":"text"},{"key":"p","kind":"group","options":[{"value":"x"},{"value":"x"}]}"#
    #expect(
      refusal(ofJSON: Self.document(cells)) == """
        form.json has 4 faults; nothing was imported:
          section 0, row 4, sections[0].cells[0].cells[1].key: section 0, row 3 has the same key; \
        keys are unique in a form
          section 0, row 5, sections[0].cells[1].key: section 0, row 2 has the same key; keys are unique in a form
          section 0, row 6, sections[0].cells[2].options: two options have the value “x”; \
        values are unique in a question
          section 0, row 8, sections[0].cells[2].options[1].key: section 0, row 7 has the same key; \
        keys are unique in a form
        """)
  }
}
