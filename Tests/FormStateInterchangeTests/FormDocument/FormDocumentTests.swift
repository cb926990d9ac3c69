import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Form JSON")
struct FormDocumentTests {
  /// A form with every feature of the format.
  private static let everything = FormDefinition(
    key: "all", title: "All “things”",
    sections: [
      FormSection(
        key: "one", title: "One", isFoldable: false,
        cells: [
          FormCell(
            key: "a", kind: .group, title: "A", isExpandable: true, startsExpanded: true, additionalRows: 3,
            isAccordion: true, inline: InlineExpansion(),
            summary: (try? Template("{b}, {c}")).map(Summary.template)),
          FormCell(key: "b", kind: .text, defaultValue: .text("line\nend\t\u{7F}")),
          FormCell(
            key: "c", kind: .custom, identifier: "mine", defaultValue: .integer(.max), isExpandable: true,
            additionalRows: 1, summary: nil),
          FormCell(key: "d", kind: .slider, defaultValue: .real(0.1), range: NumberRange(minimum: -0.5, maximum: 1)),
        ]),
      FormSection(
        key: "two", startsFolded: true, isAccordion: true,
        cells: [
          FormCell(key: "e", kind: .group),
          FormCell(key: "f", kind: .switch, switchTitles: SwitchTitles(off: "", on: "Yes")),
          FormCell(
            key: "g", kind: .date, defaultValue: CalendarDate(isoText: "0001-01-01").map(CellValue.date), isHidden: true
          ),
          FormCell(
            key: "h", kind: .label, subtitle: "Read me", isExpandable: true,
            inline: InlineExpansion(collapsedHeight: .points(40.5), expandedHeight: .points(90), lineLimit: 2),
            summary: .join(separator: " – ")),
          FormCell(key: "i", kind: .custom, isExpandable: true, additionalRows: 1, summary: .choice),
          FormCell(key: "j", kind: .option, identifier: "other"),
        ], properties: ["$date": .string("no date")]),
      FormSection(key: "empty"),
    ],
    accordion: .sections, rowHeights: ["mine": .automatic, "other": .points(12.5)],
    properties: [
      "null": .null, "whole": .real(1), "minus": .real(-0.0), "small": .real(.leastNonzeroMagnitude),
      "int": .integer(.min),
      "flag": .boolean(true), "date": .date(Date(timeIntervalSinceReferenceDate: 0.25)),
      "day": .date(Date(timeIntervalSinceReferenceDate: 86_400)), "data": .data(Data([0, 255])),
      "list": .array([.dictionary(["$data": .string("AA==")]), .dictionary(["$$": .null]), .dictionary([:])]),
    ])

  @Test("Every feature of a form survives writing and reading, with the same bytes")
  func everythingComesBack() throws {
    let written = try FormDocument.write(Self.everything)
    let again = try imported(written)
    #expect(again.form == Self.everything)
    #expect(try FormDocument.write(again.form) == written)
    #expect(StateDigest.ofDefinition(again.form) == StateDigest.ofDefinition(Self.everything))
  }

  @Test("A store returns every property unchanged")
  func storeKeepsProperties() throws {
    let store = try FormStore.inMemory()
    let form = Self.everything
    try store.save(form)
    let read = try store.form("all")
    #expect(read == form)
    #expect(StateDigest.ofDefinition(read) == StateDigest.ofDefinition(form))
  }

  @Test("A form that was edited after reading is checked again when it is saved")
  func changedAfterReading() throws {
    let store = try FormStore.inMemory()
    var imported = try DefinitionImporter.read(
      try FormDocument.write(Self.everything), settings: ImportSettings(sourceName: "all.json"))
    imported.form.sections[0].cells[0].key = ""
    #expect(throws: InvalidDefinition.self) { try store.importForms([imported.formContents]) }
    imported.form = Self.everything
    var formContents = imported.formContents
    formContents.form.sections[0].cells[0].additionalRows = 1000
    #expect(throws: InvalidDefinition.self) { try store.importForms([formContents]) }
  }

  @Test("Missing members have their defaults")
  func defaults() throws {
    let text = """
      {"formstate":1,"key":"p","sections":[{"key":"s","cells":[
        {"key":"a","kind":"group","cells":[{"key":"b","kind":"option"}]},
        {"key":"c","kind":"slider"},{"key":"d","kind":"text","cells":[{"key":"e","kind":"date","value":"2024-02-29"}]},
        {"key":"f","kind":"group"}]}]}
      """
    let section = try imported(Data(text.utf8)).form.sections[0]
    #expect(section.isFoldable)
    #expect(section.cells.map(\.isExpandable) == [true, false, false, true, false, true])
    #expect(section.cells.map(\.additionalRows) == [1, 0, 0, 1, 0, 0])
    #expect(section.cells.map(\.summary) == [.choice, nil, nil, .join(separator: " "), nil, nil])
    #expect(section.cells[2].range == NumberRange(minimum: 0, maximum: 10))
    #expect(section.cells[0].identifier == "idCellNormal")
    #expect(section.cells[4].defaultValue == CalendarDate(isoText: "2024-02-29").map(CellValue.date))
  }

  @Test("The format is stable: a fixed order of keys, two spaces per level")
  func layout() throws {
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "a", kind: .group, isExpandable: true, additionalRows: 1),
            FormCell(key: "b", kind: .label, title: "x\t/"),
          ])
      ])
    #expect(
      String(decoding: try FormDocument.write(form), as: UTF8.self) == #"""
        {
          "formstate": 1,
          "key": "f",
          "sections": [
            {
              "key": "s",
              "cells": [
                {
                  "key": "a",
                  "kind": "group",
                  "cells": [
                    {
                      "key": "b",
                      "kind": "label",
                      "title": "x\t/"
                    }
                  ]
                }
              ]
            }
          ]
        }

        """#)
  }

  @Test(
    "A fault is reported with its path and the fix",
    arguments: [
      (
        #"[]"#,
        "the root is an array, not an object; begin with { \"formstate\": 1, … }, or map it to a form with --layout"
      ),
      (
        #"{}"#,
        "formstate: is missing, so this is not a form document; write \"formstate\": 1 if it is one; map other JSON to a form with --layout"
      ),
      (
        #"{"formstate":2}"#, "formstate: is the number 2, not version 1 of the format; use a FormState that supports it"
      ),
      (#"{"formstate":1,"sections":[]}"#, "key: is missing; write the form's stable name"),
      (
        #"{"formstate":1,"key":"f","sections":[],"titel":""}"#,
        "titel: is not a known key here; did you mean “title”?"
      ),
      (
        #"{"formstate":1,"key":"f","sections":[{"key":"s","folded":true,"foldable":false}]}"#,
        "section 0, sections[0].folded: the section starts folded but is not foldable, so it can never be unfolded; correct it in the document"
      ),
      (
        cells(#"{"key":"a","kind":"text"},{"key":"b","kind":"text","titel":"B"}"#),
        "section 0, row 1, sections[0].cells[1].titel: is not a known key here; did you mean “title”?"
      ),
      (
        cells(#"{"key":"a","kind":"group","cells":[{"key":"b","kind":"text"},{"key":"c"}]}"#),
        "section 0, row 2, sections[0].cells[0].cells[1].kind: is missing; write one of group, choices, text, longText, integer, decimal, date, time, dateTime, switch, option, slider, file, label, repeat, custom"
      ),
      (
        cells(#"{"key":"a","kind":"group","cells":[{"key":"b","kind":"slider","value":11}]}"#),
        "section 0, row 1, sections[0].cells[0].cells[0].value: “11” is not accepted; give a number from 0 to 10"
      ),
      (
        #"{"formstate":1,"key":"f","sections":[],"accordion":"rows"}"#,
        "accordion: is not a known accordion; write true for the cells at the top level of all sections, \"sections\" for the sections themselves"
      ),
      (
        cells(#"{"key":"a","kind":"label","inline":{"lineLimit":1.5}}"#),
        "section 0, row 0, sections[0].cells[0].inline.lineLimit: is a number, not a whole number; write the number of lines, or null for all"
      ),
      (
        cells(#"{"key":"a","kind":"label","inline":{"height":44}}"#),
        "section 0, row 0, sections[0].cells[0].inline.height: is not a known key here; remove it"
      ),
      (
        cells(#"{"key":"a","kind":"label","inline":"yes"}"#),
        "section 0, row 0, sections[0].cells[0].inline: is a text, not an object; write true, or an object with heights"
      ),
      (
        cells(#"{"key":"a","kind":"label","inline":{"expandedHeight":0}}"#),
        "section 0, row 0, sections[0].cells[0].inline.expandedHeight: is 0.0; it must be greater than 0, or null for automatic"
      ),
      (
        cells(#"{"key":"a","kind":"switch","value":"on"}"#),
        "section 0, row 0, sections[0].cells[0].value: is a text that the cell cannot hold; write true or false"
      ),
      (
        cells(#"{"key":"a","kind":"group","summary":{"template":"{b"}}"#),
        "section 0, row 0, sections[0].cells[0].summary: the template “{b” has a “{” without its “}”; write {key} for cells, {{ and }} for braces"
      ),
      (
        cells(#"{"key":"a","kind":"text"},{"key":"a","kind":"text"}"#),
        "section 0, row 1, sections[0].cells[1].key: section 0, row 0 has the same key; keys are unique in a form"
      ),
      (
        cells(#"{"key":"a","kind":"text","title":"a\u0000b"}"#),
        "line 1, column 93: a text holds the control character U+0000, which no XML property list can; remove it"
      ),
      (
        cells(#"{"key":"p","kind":"repeat","title":"P"}"#),
        "section 0, row 0, sections[0].cells[0].cells: a repeat needs at least one cell under it as the template of its "
          + "instances; correct it in the document"
      ),
      (cells(#"7"#), "section 0, row 0, sections[0].cells[0]: is an integer, not an object; write an object"),
      (
        cells(
          #""#,
          more:
            #","responses":[{"key":"r","journal":[{"revision":1,"time":"2026-11-21T03:12:13.456Z","action":{"action":"tap","cell":"x"}}]}]"#
        ),
        "responses[0].journal[0].action.cell: there is no cell “x”; name one that the form has"
      ),
    ] as [(String, String)])
  func faults(text: String, message: String) {
    #expect(refusal(ofJSON: text) == "form.json: \(message)")
  }

  @Test("All faults are reported together")
  func allFaults() {
    #expect(
      refusal(ofJSON: cells(#"{"kind":"txt","expanded":1},{"key":"b","kind":"date","value":"soon"}"#)) == """
        form.json has 4 faults; nothing was imported:
          section 0, row 0, sections[0].cells[0].key: is missing; write the cell's stable name
          section 0, row 0, sections[0].cells[0].kind: is “txt”, which is not a kind of cell; did you mean “text”?
          section 0, row 0, sections[0].cells[0].expanded: is an integer, not a boolean; write true or false
          section 0, row 1, sections[0].cells[1].value: is a text that the cell cannot hold; \
        write a date as "YYYY-MM-DD", for example "1835-11-30"
        """)
  }

  @Test("Cells nested too deeply are refused, at any depth of the document")
  func depth() {
    let opening = String(repeating: #"{"key":"a","kind":"group","cells":["#, count: 110)
    let message = refusal(ofJSON: cells(opening + String(repeating: "]}", count: 110)))
    #expect(message.contains("is nested more than 100 levels deep; flatten the form"))
    let deeper = String(repeating: #"{"cells":["#, count: 50_000)
    #expect(refusal(ofJSON: cells(deeper)).contains("containers are nested"))
  }

  @Test("The deepest allowed form can be written and read")
  func deepestForm() throws {
    let cells = (0...FormDefinition.maximumLevel).map { level in
      FormCell(
        key: "c\(level)", kind: .group, isExpandable: true, additionalRows: FormDefinition.maximumLevel - level,
        properties: ["deep": .array([.array([])])])
    }
    let form = FormDefinition(key: "deep", sections: [FormSection(key: "s", cells: cells)])
    #expect(try imported(try FormDocument.write(form)).form == form)
  }

  @Test(
    "Responses keep digest, revision and journal, and a second export is byte-identical",
    arguments: TestSeeds.seeds(5, full: 200))
  func randomResponses(seed: UInt64) throws {
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 3, cellsPerSection: 20)
    let replay = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    let store = try FormStore.inMemory()
    try store.save(form)
    let keys = ["default", "second"].map { ResponseKey(form: form.key, response: $0) }
    for key in keys { try RandomResponse.fillIn(key, of: form, in: store, random: &random) }
    let written = try Self.export(form.key, from: store)
    let other = try FormStore.inMemory()
    try other.importForms([try imported(written).formContents])
    for key in keys {
      #expect(try other.contents(of: key).isAlike(try store.contents(of: key)), replay)
      #expect(try other.journal(of: key) == (try store.journal(of: key)), replay)
    }
    #expect(try Self.export(form.key, from: other) == written, replay)
    #expect(try other.check() == [], replay)
  }

  private static func export(_ key: String, from store: FormStore) throws -> Data {
    let responses = try store.responseKeys(ofForm: key).map { response in
      (response, try FormContents.Response(of: ResponseKey(form: key, response: response), in: store))
    }
    return try FormDocument.write(try store.form(key), responses: Dictionary(uniqueKeysWithValues: responses))
  }
}

/// A document with one section with the given cells.
private func cells(_ cells: String, more: String = "") -> String {
  #"{"formstate":1,"key":"f","sections":[{"key":"s","cells":[\#(cells)]}]\#(more)}"#
}
