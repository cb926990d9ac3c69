import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Numbers, times, multiple choice and files in documents")
struct KindDocumentTests {
  private static let document = #"""
    {"formstate": 1, "key": "visit", "sections": [{"key": "s", "title": "Patient", "cells": [
      {"key": "age", "kind": "integer", "title": "Age", "minimum": 0, "maximum": 130, "unit": "years", "value": 41},
      {"key": "weight", "kind": "decimal", "title": "Weight", "unit": "kg", "value": "72.50"},
      {"key": "height", "kind": "decimal", "title": "Height", "value": 1.8, "step": 0.01},
      {"key": "seen", "kind": "time", "title": "Seen", "value": "14:30"},
      {"key": "next", "kind": "dateTime", "title": "Next", "value": "2026-11-21T14:30:00+01:00"},
      {"key": "symptoms", "kind": "choices", "title": "Symptoms", "value": ["cough", "fever"], "options": [
        {"value": "fever", "title": "Fever"}, {"value": "cough", "title": "Cough, dry"}]},
      {"key": "scan", "kind": "file", "title": "Scan", "value": "a.jpg"},
      {"key": "story", "kind": "longText", "title": "Story", "value": "one\ntwo"},
      {"key": "pain", "kind": "slider", "title": "Pain", "unit": "of 10"}]}]}
    """#

  private static func form() throws -> FormDefinition { try imported(Data(document.utf8), name: "visit.json").form }

  private static func filledIn() throws -> (store: FormStore, key: ResponseKey) {
    let store = try FormStore.inMemory()
    try store.save(form())
    let key = ResponseKey(form: "visit")
    for action: FormAction in [
      .set("age", 7), .set("weight", "0.10"), .set("seen", "23:59:59.5"), .set("next", "2024-02-29T00:00:00Z"),
      .tap("symptoms=cough"), .set("scan", "b.jpg"), .set("story", "=three"), .set("pain", 3), .markSaved,
      .tap("symptoms=cough"), .draft("height", "1.8o"), .clear("story"),
    ] { try store.apply(action, to: key) }
    return (store, key)
  }

  @Test("Cells are read by their kinds, and written and read unchanged")
  func definition() throws {
    let form = try Self.form()
    let cells = form.sections[0].cells.filter { $0.kind != .option }
    #expect(
      cells.map { $0.defaultValue?.plainText } == [
        "41", "72.50", "1.8", "14:30:00", "2026-11-21T14:30:00+01:00", #"["cough","fever"]"#, "a.jpg", "one\ntwo", nil,
      ])
    #expect(cells.map(\.unit) == ["years", "kg", nil, nil, nil, nil, nil, nil, "of 10"])
    let written = try FormDocument.write(form)
    #expect(try imported(written, name: "visit.json").form == form)
    let text = String(decoding: written, as: UTF8.self)
    #expect(text.contains(#""value": "72.50""#) && text.contains(#""unit": "kg""#))
  }

  @Test("A response with its journal keeps its digest through export and import")
  func journal() throws {
    let (store, key) = try Self.filledIn()
    let response = try FormContents.Response(of: key, in: store)
    let written = try FormDocument.write(try store.form("visit"), responses: ["default": response])
    let again = try imported(written, name: "visit.json")
    let journal = again.formContents.responses["default"]?.journal ?? []
    #expect(journal.map(\.action) == response.journal.map(\.action))
    #expect(journal.map(\.changes) == response.journal.map(\.changes))
    let other = try FormStore.inMemory()
    try other.importForms([again.formContents])
    #expect(try other.contents(of: key).state == (try store.contents(of: key).state.withoutDrafts))
    #expect(try other.contents(of: key).digest == (try store.contents(of: key).digest))
    #expect(try other.check() == [])
  }

  @Test("Replaying the exported script gives the same state")
  func script() throws {
    let (store, key) = try Self.filledIn()
    let script = try ActionScript.write(try store.journal(of: key))
    let text = String(decoding: script, as: UTF8.self)
    #expect(text.contains(#"{"action":"set","cell":"weight","value":"0.10"}"#))
    let other = try FormStore.inMemory()
    try other.save(Self.form())
    for line in try ActionScript.read(script, source: "script") { try other.apply(line.action, to: key) }
    #expect(try other.contents(of: key).digest == (try store.contents(of: key).digest))
  }

  @Test("An array in a script is a value of multiple choice")
  func arrays() throws {
    let line = #"{"action":"set","cell":"symptoms","value":["Cough, dry","fever"]}"#
    let actions = try ActionScript.read(Data(line.utf8), source: "script").map(\.action)
    #expect(actions == [.set("symptoms", .choices(["Cough, dry", "fever"]))])
    #expect(try actions.map { try ActionScript.line(for: ScriptedAction($0)) } == [line])
  }

  @Test("A property list keeps values, ranges and units, untouched and filled in", arguments: [false, true])
  func propertyList(isFilledIn: Bool) throws {
    let (store, key) = try Self.filledIn()
    if !isFilledIn { try store.apply(.reset(nil), to: key) }
    let contents = try store.contents(of: key)
    let written = try CellDescriptorPlist.write(contents, as: .xml)
    var settings = ImportSettings(sourceName: "visit.plist")
    settings.isStrict = true
    let again = try DefinitionImporter.read(written, settings: settings).form
    let (cells, expected) = (again.sections[0].cells, contents.form.sections[0].cells)
    #expect(cells.map(\.kind) == expected.map(\.kind))
    #expect(cells.map(\.unit) == expected.map(\.unit))
    #expect(cells.map(\.range) == expected.map(\.range))
    #expect(cells.map(\.defaultValue) == expected.map { contents.state.value(of: $0, in: contents.form) })
  }

  @Test("A date of a property list is a moment in UTC; invalid values are not defaults")
  func foreignPropertyList() throws {
    func value(_ kind: String, _ value: String) throws -> CellValue? {
      let cell = PlistText.cell("mine", "T", value: value, replacing: [("cellKind", "<string>\(kind)</string>")])
      return try imported(PlistText.document([[cell]])).form.sections[0].cells[0].defaultValue
    }
    #expect(try value("dateTime", "<date>2026-11-21T03:12:13Z</date>")?.plainText == "2026-11-21T03:12:13Z")
    #expect(try value("integer", "<string>7</string>") == 7)
    #expect(try value("decimal", "<real>0.5</real>") == ExactDecimal("0.5").map(CellValue.decimal))
    #expect(try value("decimal", "<string>1e5</string>") == nil)
    #expect(try value("time", "<string>25:00</string>") == nil)
    #expect(try value("choices", "<array><string>none</string></array>") == nil)
  }

  @Test("Numbers in a table have no unit, unless the table is readable")
  func table() throws {
    let (store, key) = try Self.filledIn()
    let contents = try store.contents(of: key)
    let plain = String(decoding: try AnswerTable.write([contents]), as: UTF8.self)
    #expect(
      plain == """
        form,response,age,weight,height,seen,next,symptoms,scan,story,pain\r
        visit,default,7,0.10,1.8,23:59:59.500,2024-02-29T00:00:00Z,"[""fever"",""cough""]",b.jpg,,3\r

        """)
    let readable = try AnswerTable.write([contents], style: AnswerTable.Style(isReadable: true))
    #expect(
      String(decoding: readable, as: UTF8.self).hasSuffix(
        """
        visit,default,7 years,0.10 kg,1.8,23:59:59.500,"February 29, 2024 at 00:00 UTC","Fever, Cough, dry",b.jpg,,3 of 10\r

        """))
  }

  @Test("A layout makes numbers, times and files from a document")
  func layout() throws {
    func value(_ kind: String, _ value: String, _ document: String) throws -> String? {
      let cell = #"{"identifier":"I","kind":"\#(kind)","value":\#(value),"title":"{t}"}"#
      let layout = try readLayout(sections(#"{"key":"s","from":".","cell":\#(cell)}"#))
      let settings = ImportSettings(sourceName: "d.json")
      return try layout.form(from: Data(document.utf8), settings: settings).form.sections[0].cells[0]
        .defaultValue?.plainText
    }
    #expect(try value("integer", #""{n}""#, #"{"n":7,"t":""}"#) == "7")
    #expect(try value("decimal", #""{n}""#, #"{"n":"1.50","t":""}"#) == "1.50")
    #expect(try value("time", #""{h}:00""#, #"{"h":"07","t":""}"#) == "07:00:00")
    #expect(try value("file", #""{f}.jpg""#, #"{"f":"a","t":""}"#) == "a.jpg")
  }
}
