import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// The places of semantic faults in a file, for anyone with an editor.
@Suite("Lines and columns of semantic faults")
struct FaultLineTests {
  private func refusal(_ text: String, name: String = "form.json", settings: ImportSettings? = nil) -> [String] {
    let settings = settings ?? ImportSettings(sourceName: name)
    let error = #expect(throws: ImportError.self) { try DefinitionImporter.read(Data(text.utf8), settings: settings) }
    return error?.diagnostics.map(\.description) ?? []
  }

  @Test("In form JSON each fault has the place of its member, in document order")
  func json() {
    let text = """
      { "formstate": 1, "key": "f", "sections": [
        { "key": "s", "cells": [
          { "key": "a", "kind": "text", "relevant": "${gone} = 1" },
          { "kind": "group", "key": "g",
            "required": true },
          { "key": "b", "kind": "text", "titel": "é",  "value": 7 },
          { "title": "no key",
            "kind": "text" },
          { "key": "a", "kind": "integer", "constraints": [ { "message": "?" } ] }
        ] }
      ] }
      """
    #expect(
      refusal(text) == [
        "line 3, column 35, sections[0].cells[0].relevant: column 1: there is no cell “gone”; correct it in the document",
        "line 5, column 7, sections[0].cells[1].required: a cell of kind group without options holds no value, so it "
          + "cannot have this rule; correct it in the document",
        "line 6, column 35, sections[0].cells[2].titel: is not a known key here; did you mean “title”?",
        "line 6, column 50, sections[0].cells[2].value: is an integer that the cell cannot hold; write text in double "
          + "quotes",
        "line 7, column 5, sections[0].cells[3].key: is missing; write the cell's stable name",
        "line 9, column 55, sections[0].cells[4].constraints[0].expression: is missing; write the expression, such as "
          + "\". > 0\"",
      ])
  }

  @Test("Duplicate keys and faults in lists, versions and languages have their places")
  func jsonElsewhere() {
    #expect(
      refusal(
        """
        {"formstate":1,"key":"f","language":"en","sections":[{"key":"s","cells":[
        {"key":"a","kind":"text","title":{"en":"A","fr":7}},
        {"key":"a","kind":"text"},{"key":"q","kind":"group","options":"colors"}]}],
        "lists":{"colours":[{"value":"red","title":"Red"},
          {"value":"blue"}]},
        "properties":{"a.b":{"c":1},"a":{"b":{"c":2}}},
        "version":2,"otherVersions":[{"version":1,"sections":[{"key":"s","cells":[{"key":"x","kind":"txt"}]}]}]}
        """) == [
          "line 2, column 44, sections[0].cells[0].title.fr: is an integer, not a text; write it in double quotes",
          "line 3, column 2, sections[0].cells[1].key: section 0, row 0 has the same key; keys are unique in a form",
          "line 3, column 53, sections[0].cells[2].options: there is no list “colors”; did you mean “colours”?",
          "line 7, column 86, otherVersions[0].sections[0].cells[0].kind: is “txt”, which is not a kind of cell; did you mean "
            + "“text”?",
        ])
  }

  @Test("A fault of the whole document has no place")
  func missing() {
    #expect(
      refusal("\n {\"formstate\":1,\"key\":\"f\"}") == [
        "sections: is missing; write an array of sections"
      ])
    #expect(
      refusal("\u{FEFF}[\n1]") == [
        "the root is an array, not an object; begin with { \"formstate\": 1, … }, or map it to a form with --layout"
      ])
  }

  private static let cell = """
    <dict><key>cellIdentifier</key><string>idCellTextfield</string>
    <key>isExpandable</key><true/><key>isExpanded</key><false/><key>isVisible</key><true/>
    <key>value</key><string></string><key>primaryTitle</key><string>T</string>
    <key>secondaryTitle</key><string></string>
    """

  private func plist(_ body: String) -> String { "<plist version=\"1.0\">\n\(body)\n</plist>" }

  @Test("In an XML property list each fault and each irregularity has its place")
  func propertyList() throws {
    let text = plist(
      """
      <array><array>
      \(Self.cell)
        <key>key</key><string>a</string><key>additionalRows</key><string>one</string></dict>
      \(Self.cell)
        <key>key</key><string>a</string><key>additionalRows</key><integer>0</integer></dict>
      <!-- <dict> --><string>no cell</string>
      </array></array>
      """)
    #expect(
      refusal(text, name: "form.plist") == [
        "line 7, column 35, section 0, row 0, additionalRows: is the text “one”, not an integer; write the number of rows "
          + "below the cell as an integer",
        "line 13, column 16, section 0, row 2: the cell is a text, not a dictionary; write a dictionary with the keys of a "
          + "cell, or remove it",
      ])
    let twins = text.replacingOccurrences(of: "<string>one</string>", with: "<integer>0</integer>")
      .replacingOccurrences(of: "<string>no cell</string>", with: "")
    #expect(
      refusal(twins, name: "form.plist") == [
        "line 12, column 3, section 0, row 1, key: section 0, row 0 has the same key; keys are unique in a form"
      ])
    let flat = plist("<array>\n\(Self.cell)<key>additionalRows</key><string>0</string></dict></array>")
    let form = try DefinitionImporter.read(Data(flat.utf8), settings: ImportSettings(sourceName: "form.plist"))
    #expect(
      form.diagnostics.map(\.description) == [
        "the root is an array of cells, not of sections; read as one section",
        "line 6, column 43, section 0, row 0, additionalRows: is the text “0”, not an integer; read as the number 0",
      ])
  }

  @Test("In a binary property list faults have only section and row")
  func binary() throws {
    let cells: [Any] = [["cellIdentifier": "idCellTextfield", "isExpandable": "maybe", "isVisible": true]]
    let data = try PropertyListSerialization.data(fromPropertyList: [cells], format: .binary, options: 0)
    let error = #expect(throws: ImportError.self) {
      try DefinitionImporter.read(data, settings: ImportSettings(sourceName: "form.plist"))
    }
    #expect(error?.diagnostics.first?.line == nil)
    #expect(error?.description.hasPrefix("form.plist: section 0, row 0, isExpandable: ") == true)
  }

  @Test("In an XForm each fault and each omission has the place of its element")
  func xform() throws {
    let text = """
      <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head><model>
        <instance>
          <data id=" f"><a/><b/></data></instance>
        <bind nodeset="/data/a" relevant="/data/gone = 1"/>  <bind nodeset="/data/c"/>
      </model></h:head><h:body><input ref="/data/a"/>
        <input ref="/data/b"/></h:body></h:html>
      """
    #expect(
      refusal(text, name: "f.xml") == [
        "line 3, column 5, key: the key begins or ends with a space or contains a control character; remove it"
      ])
    let sound = text.replacingOccurrences(of: "\" f\"", with: "\"f\"")
    let expected = [
      "line 4, column 3: the rule “relevant” of a: there is no node gone at this point of a path; it is kept without "
        + "effect",
      "line 4, column 56: a bind names no node of the primary instance; it is omitted",
    ]
    let form = try DefinitionImporter.read(Data(sound.utf8), settings: ImportSettings(sourceName: "f.xml"))
    #expect(form.diagnostics.map(\.description) == expected)
    #expect(refusal(sound, settings: ImportSettings(sourceName: "f.xml", isStrict: true)) == expected)
  }

  @Test("Faults of a layout have places in it, faults of the data in the document")
  func layout() throws {
    let broken = """
      {"formstateLayout":1,"sections":[
      {"key":"s","from":"a","cell":{"identifier":"I","kind":"txt"}}]}
      """
    let error = #expect(throws: ImportError.self) {
      try FormLayout.read(Data(broken.utf8), sourceName: "layout.json")
    }
    #expect(
      error?.description
        == "layout.json: line 2, column 48, sections[0].cell.kind: is “txt”, which is not a kind of cell; did you mean “text”?"
    )
    let layout = try readLayout(
      sections(#"{"key":"s","each":"a","cell":{"identifier":"I","key":"id","title":"{id}"}}"#))
    let document = "{\"a\":[ {\"id\":\"1\"},\n {\"id\":\"1\"}, 7 ]}"
    let refused = #expect(throws: ImportError.self) {
      try layout.form(from: Data(document.utf8), settings: ImportSettings(sourceName: "d.json"))
    }
    #expect(refused?.diagnostics.map { [$0.line, $0.column] } == [[2, 3], [2, 14]])
  }

  @Test("Reading in portions gives the same places, also without a second reading")
  func pieces() throws {
    let text = """
      {"formstate":1,"key":"f","sections":[{"key":"s","cells":[
        {"key":"a","kind":"txt"}]}],"responses":[{"key":"r",
      "journal":7}]}
      """
    let whole = #expect(throws: ImportError.self) {
      try FormDocument.read(Data(text.utf8), settings: ImportSettings(sourceName: "f.json"))
    }
    #expect(whole?.diagnostics.map { [$0.line, $0.column] } == [[2, 14], [3, 1]])
    for again in [nil, { Data(text.utf8) }] {
      var portions = [Data(text.utf8.prefix(40)), Data(text.utf8.dropFirst(40))]
      let window = DocumentWindow(
        reading: { portions.isEmpty ? Data() : portions.removeFirst() }, again: again)
      var reader = FormPartsReader(.document, in: window, settings: ImportSettings(sourceName: "f.json"))
      let error = #expect(throws: ImportError.self) { while try reader.next() != nil {} }
      #expect(error == whole)
    }
  }

  @Test(
    "Members with unusual names have their places",
    arguments: [
      "plain", "with.dot", "with[0]", "é", "e\u{301}", "quo\\\"te", String(repeating: "long", count: 40),
    ])
  func names(name: String) {
    let text = "{\"formstate\":1,\"key\":\"f\",\"sections\":[],\n  \"\(name)\":1}"
    #expect(refusal(text).first?.hasPrefix("line 2, column 3, ") == true)
  }
}
