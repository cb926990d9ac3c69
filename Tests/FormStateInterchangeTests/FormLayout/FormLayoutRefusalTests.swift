import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Refusing a layout or its document")
struct FormLayoutRefusalTests {
  @Test(
    "A fault of the layout is reported with its path in the layout",
    arguments: [
      ("[]", "the root is an array, not an object; begin with { \"formstateLayout\": 1, … }"),
      ("{}", "formstateLayout: is missing, so this is not a layout; write \"formstateLayout\": 1 if it is one"),
      (
        #"{"formstateLayout":2}"#,
        "formstateLayout: is the number 2, not version 1 of the format; use a FormState that supports it"
      ),
      (#"{"formstateLayout":1}"#, "sections: is missing; write an array of sections"),
      (#"{"formstateLayout":1,"sections":{}}"#, "sections: is an object, not an array; write an array"),
      (
        #"{"formstateLayout":1,"sections":[],"titel":""}"#,
        "titel: is not a known key here; did you mean “title”?"
      ),
      (
        #"{"formstateLayout":1,"sections":[],"title":"{a"}"#,
        "title: the template “{a” has a “{” without its “}”; write {field} for fields, {{ and }} for braces"
      ),
      (
        #"{"formstateLayout":1,"sections":[],"rowHeights":{"I":0}}"#,
        "rowHeights: the height of “I” is 0.0; it must be greater than 0, or null for automatic"
      ),
      (sections("7"), "section 0, sections[0]: is an integer, not an object; write an object"),
      (
        sections(#"{"from":"a","cell":{"identifier":"I"}}"#),
        "section 0, sections[0].key: is missing; write the section's stable name"
      ),
      (
        sections(#"{"key":"s","cell":{"identifier":"I"}}"#),
        "section 0, sections[0].from: is missing; write where the data is: "
          + "\"from\": \"PATH\" for one cell, or \"each\": \"PATH\" for a cell per element"
      ),
      (
        sections(#"{"key":"s","from":"a","each":"a","cell":{"identifier":"I"}}"#),
        "section 0, sections[0].each: is given beside “from”; "
          + "keep “from” for one cell, or “each” for a cell per element"
      ),
      (
        sections(#"{"key":"s","from":"a..b","cell":{"identifier":"I"}}"#),
        "section 0, sections[0].from: “a..b” is not a path; "
          + "write names joined by dots, such as address.city, or . for the value itself"
      ),
      (
        sections(#"{"key":"s","form":"a","from":"a","cell":{"identifier":"I"}}"#),
        "section 0, sections[0].form: is not a known key here; did you mean “from”?"
      ),
      (
        sections(#"{"key":"s","from":"a","cell":{"identifier":"I","kind":"repeat"}}"#),
        "section 0, sections[0].cell.kind: is “repeat”, which is not a kind that a cell can have here; write one of group, "
          + "choices, text, longText, integer, decimal, date, time, dateTime, switch, slider, file, label, custom"
      ),
      (sections(#"{"key":"s","from":"a"}"#), "section 0, sections[0].cell: is missing; write an object"),
      (
        sections(#"{"key":"s","from":"a","cell":{"identifier":"I","each":"b"}}"#),
        "section 0, sections[0].cell.cell: is missing; write an object"
      ),
      (
        sections(#"{"key":"s","from":"a","cell":{"identifier":"I","cell":{"identifier":"J","key":"k"}}}"#),
        "section 0, sections[0].cell.each: is missing; write the path of the array whose elements become cells"
      ),
      (
        sections(#"{"key":"s","from":"a","cell":{"identifier":"I","each":"b","cell":{"identifier":"J"}}}"#),
        "section 0, sections[0].cell.cell.key: is missing; "
          + "write the path of the field that identifies an element"
      ),
      (
        sections(#"{"key":"s","from":"a","folded":true,"foldable":false,"cell":{"identifier":"I"}}"#),
        "section 0, sections[0].folded: the section starts folded but is not foldable, so it can never be unfolded; "
          + "correct it in the document"
      ),
      (
        sections(#"{"key":"s","from":"a","properties":{"x":["{a.}"]},"cell":{"identifier":"I"}}"#),
        "section 0, sections[0].properties.x[0]: the text mentions {a.}, which is not a path; "
          + "write names joined by dots, such as address.city, or . for the value itself"
      ),
      (cell(#"{}"#), "section 0, sections[0].cell.identifier: is missing; write the cell's reuse identifier"),
      (
        cell(#"{"identifier":""}"#),
        "section 0, sections[0].cell.identifier: the reuse identifier is empty; give it a name"
      ),
      (
        cell(#"{"identifer":"I","identifier":"I"}"#),
        "section 0, sections[0].cell.identifer: is not a known key here; did you mean “identifier”?"
      ),
      (
        cell(#"{"identifier":"I","key":"name"}"#),
        "section 0, sections[0].cell.key: is not allowed beside “from”; remove it; the cell has the key of its section"
      ),
      (
        sections(#"{"key":"s","each":"a","cell":{"identifier":"I"}}"#),
        "section 0, sections[0].cell.key: is missing; "
          + "write the path of the field that identifies an element"
      ),
      (
        cell(#"{"identifier":"I","kind":"txt"}"#),
        "section 0, sections[0].cell.kind: is “txt”, which is not a kind of cell; did you mean “text”?"
      ),
      (
        cell(#"{"identifier":"I","kind":"option"}"#),
        "section 0, sections[0].cell.kind: is “option”, which is not a kind that a cell can have here; write one of group, "
          + "choices, text, longText, integer, decimal, date, time, dateTime, switch, slider, file, label, custom"
      ),
      (
        cell(#"{"identifier":"I","kind":"label","value":"{a}"}"#),
        "section 0, sections[0].cell.value: is not allowed in a cell of kind label; "
          + "remove it; a cell of kind label holds none"
      ),
      (
        cell(#"{"identifier":"I","kind":"group","value":"{a}"}"#),
        "section 0, sections[0].cell.value: is not allowed in a cell of kind group; "
          + "remove it; the cell has no options"
      ),
      (
        cell(#"{"identifier":"I","kind":"switch","value":"on"}"#),
        "section 0, sections[0].cell.value: is a text that the cell cannot hold; write true or false"
      ),
      (
        cell(#"{"identifier":"I","value":["{a}"]}"#),
        "section 0, sections[0].cell.value: is an array that the cell cannot hold; write text or a number"
      ),
      (
        cell(#"{"identifier":"I","kind":"slider","value":11}"#),
        "section 0, sections[0].cell.value: “11” is not accepted; give a number from 0 to 10"
      ),
      (
        cell(#"{"identifier":"I","title":7}"#),
        "section 0, sections[0].cell.title: is an integer, not a text; write it in double quotes"
      ),
      (
        cell(#"{"identifier":"I","properties":[]}"#),
        "section 0, sections[0].cell.properties: is an array, not an object; write an object"
      ),
      (
        cell(#"{"identifier":"I","inline":{"lineLimit":0}}"#),
        "section 0, sections[0].cell.inline.lineLimit: is 0; "
          + "it must be 1 or more, or null for no limit"
      ),
      (
        cell(#"{"identifier":"I","expanded":true}"#),
        "section 0, sections[0].cell.expanded: the cell starts expanded but is not expandable; "
          + "correct it in the document"
      ),
    ] as [(String, String)])
  func layoutFaults(text: String, message: String) {
    #expect(refusal(ofLayout: text) == "layout.json: \(message)")
  }

  @Test("All faults of a layout are reported together, in its order")
  func allLayoutFaults() {
    let text = sections(
      #"{"key":"a","from":"a","cell":{"identifier":""}}"#, #"{"key":"b","from":"b","cell":{"title":"{}"}}"#,
      #"{"key":"a","each":"","cell":{"identifier":"I"}}"#, #"{"key":"a","from":"c","cell":{"identifier":"I"}}"#)
    #expect(
      refusal(ofLayout: text) == """
        layout.json has 6 faults; nothing was imported:
          section 0, sections[0].cell.identifier: the reuse identifier is empty; give it a name
          section 1, sections[1].cell.identifier: is missing; write the cell's reuse identifier
          section 1, sections[1].cell.title: the template “{}” has an empty placeholder “{}”; \
        write {field} for fields, {{ and }} for braces
          section 2, sections[2].each: “” is not a path; \
        write names joined by dots, such as address.city, or . for the value itself
          section 2, sections[2].cell.key: is missing; \
        write the path of the field that identifies an element
          section 3, sections[3].key: another section has the same key; keys are unique in a form
        """)
  }

  @Test(
    "A mismatch is reported with its path in the document",
    arguments: [
      ("7", "line 1, column 1: this is neither a property list (XML or binary) nor a JSON object or array"),
      ("[]", ""),
      ("[7]", "the root is an array, not an object; write an object, or change the path in the layout"),
      (#"{"data":7}"#, "data: is an integer, not an object; write an object, or change the path in the layout"),
      (
        #"{"data":{"friends":{"a":1}}}"#,
        "data.friends: is an object, not an array; write an array, or make one cell of it with “from” in the layout"
      ),
      (
        #"{"data":{"friends":"Ada"}}"#,
        "data.friends: is a text, not an array; write an array, or make one cell of it with “from” in the layout"
      ),
      (
        #"{"data":{"about":["a"]}}"#,
        "data.about: is an array, not one value; "
          + "write one value, or make a cell for each element with “each” in the layout"
      ),
      (
        #"{"data":{"about":{"a":1}}}"#,
        "data.about: is an object, not a text; write a text or a number, or let the layout name a value inside it"
      ),
      (
        #"{"data":{"fullName":["a"]}}"#,
        "data.fullName: is an array, not a text; write a text or a number, or let the layout name a value inside it"
      ),
      (
        #"{"data":{"friends":[{"name":"a"},7]}}"#,
        "data.friends[1]: is an integer, not an object; write an object, or change the path in the layout"
      ),
      (
        #"{"data":{"friends":[{"name":"a"},{"name":"b"},{"pictureUrl":"c"}]}}"#,
        "data.friends[2].name: is missing, though it is the key of a cell; "
          + "write a text or a number that distinguishes the element from the others"
      ),
      (
        #"{"data":{"friends":[{"name":null}]}}"#,
        "data.friends[0].name: is null, though it is the key of a cell; "
          + "write a text or a number that distinguishes the element from the others"
      ),
      (
        #"{"data":{"friends":[{"name":""}]}}"#,
        "data.friends[0].name: is empty, though it is the key of a cell; "
          + "write a text or a number that distinguishes the element from the others"
      ),
      (
        #"{"data":{"friends":[{"name":true}]}}"#,
        "data.friends[0].name: is a boolean, though it is the key of a cell; "
          + "write a text or a number that distinguishes the element from the others"
      ),
      (
        #"{"data":{"friends":[{"name":"Ada"},{"name":"Eve"},{"name":"Ada"}]}}"#,
        "data.friends[2].name: is the same as data.friends[0].name; give each element a different key"
      ),
      (
        #"{"data":{"friends":[{"name":"Ada "}]}}"#,
        "data.friends[0].name: the key begins or ends with a space or contains a control character; remove it"
      ),
      (
        #"{"data":{"about":"a\u0000"}}"#,
        "line 1, column 20: a text holds the control character U+0000, which no XML property list can; remove it"
      ),
    ] as [(String, String)])
  func documentFaults(document: String, message: String) throws {
    let layout = try readLayout(Repository.text(of: "Examples/profile-layout.json"))
    #expect(refusal(of: document, by: layout) == (message.isEmpty ? "" : "d.json: \(message)"))
  }

  @Test("A value that a cell cannot hold is reported with its path in the document")
  func values() throws {
    func message(_ cell: String, _ document: String) throws -> String {
      refusal(of: document, by: try readLayout(FormLayoutRefusalTests.cell(cell)))
    }
    #expect(
      try message(#"{"identifier":"I","kind":"slider","value":"{x.y}"}"#, #"{"a":{"x":{"y":"7"}}}"#)
        == "d.json: a.x.y: is a text that the cell cannot hold; write a number")
    #expect(
      try message(#"{"identifier":"I","kind":"slider","value":"{x}"}"#, #"{"a":{"x":11}}"#)
        == "d.json: a.x: “11” is not accepted; give a number from 0 to 10")
    #expect(
      try message(#"{"identifier":"I","kind":"date","value":"{x}-30"}"#, #"{"a":{"x":"1991-02"}}"#)
        == "d.json: a: is a text that the cell cannot hold; "
        + "write a date as \"YYYY-MM-DD\", for example \"1835-11-30\"")
  }

  @Test("Equal keys from two sections are refused")
  func keysOfTwoSections() throws {
    let layout = try readLayout(
      sections(
        #"{"key":"s/x","from":"b","cell":{"identifier":"I"}}"#,
        #"{"key":"s","each":"a","cell":{"identifier":"I","key":"."}}"#))
    #expect(
      refusal(of: #"{"a":["x"],"b":1}"#, by: layout)
        == "d.json: a[0]: section 0, row 0 has the same key; keys are unique in a form")
  }

  @Test("All faults of a document are reported together, each once")
  func allDocumentFaults() throws {
    let layout = try readLayout(Repository.text(of: "Examples/profile-layout.json"))
    let document = #"""
      {"data":{"fullName":{"first":"A"},"about":["x"],"profileAttributes":{"key":"x"},
      "friends":[{"name":"A"},7,{"name":"A","pictureUrl":[]},{"name":{}}]}}
      """#
    #expect(
      refusal(of: document, by: layout) == """
        d.json has 6 faults; nothing was imported:
          data.fullName: is an object, not a text; write a text or a number, or let the layout name a value inside it
          data.about: is an array, not one value; \
        write one value, or make a cell for each element with “each” in the layout
          data.profileAttributes: is an object, not an array; \
        write an array, or make one cell of it with “from” in the layout
          data.friends[1]: is an integer, not an object; write an object, or change the path in the layout
          data.friends[2].name: is the same as data.friends[0].name; give each element a different key
          data.friends[3].name: is an object, though it is the key of a cell; \
        write a text or a number that distinguishes the element from the others
        """)
  }

  @Test("Settings that conflict with a layout are refused")
  func settings() throws {
    let layout = try readLayout(sections(#"{"key":"s","from":"a","cell":{"identifier":"I"}}"#))
    #expect(
      refusal(
        of: #"{"a":1}"#, by: layout, settings: ImportSettings(formKey: "f", sectionTitles: ["A"], sourceName: "d.json"))
        == "d.json: section titles are given, but the layout names the sections; omit them")
    #expect(
      refusal(of: #"{"a":1}"#, by: layout, settings: ImportSettings(formKey: "", sourceName: "d.json"))
        == "d.json: the key is empty; give it a permanent name")
  }

  @Test("A property list is neither a layout nor a document for one")
  func propertyLists() throws {
    let plist = propertyList("<dict/>")
    #expect(refusal(ofLayout: plist) == "layout.json: this is a property list, not JSON; write the layout as JSON")
    let message = refusal(of: plist, by: try readLayout(sections()))
    #expect(message == "d.json: this is a property list, not JSON; a layout is for JSON documents")
  }

  @Test("Excessive depth is refused in the layout and in the document")
  func depth() throws {
    let deep = String(repeating: #"{"a":"#, count: 100_000)
    #expect(refusal(ofLayout: deep).contains("containers are nested more than 32 levels deep"))
    let message = refusal(of: deep, by: try readLayout(sections()))
    #expect(message.contains("containers are nested more than 200 levels deep"))
  }

  @Test("A layout may not make more than a multiple of the document's size")
  func multiplied() throws {
    let names = String(repeating: "{.}", count: 1000)
    let text = String(repeating: "x", count: 1_000_000)
    let sentence =
      "d.json: the layout makes more than 20194432 bytes from the document, more than 16 times its size; "
      + "use long texts in fewer places"
    let document = #"{"a":"\#(text)"}"#
    #expect(
      refusal(of: document, by: try readLayout(Self.cell(#"{"identifier":"I","title":"\#(names)"}"#))) == sentence)
    let properties = (0..<1000).map { #""p\#($0)":"{.}""# }.joined(separator: ",")
    let cell = Self.cell(#"{"identifier":"I","properties":{\#(properties)}}"#)
    #expect(refusal(of: document, by: try readLayout(cell)) == sentence)
    #expect(refusal(of: document, by: try readLayout(Self.cell(#"{"identifier":"I","title":"{.}{.}{.}"}"#))).isEmpty)
    let elements = (0..<20_000).map { String($0) }.joined(separator: ",")
    let constant = String(repeating: "y", count: 1000)
    let each = sections(#"{"key":"s","each":"a","cell":{"identifier":"I","key":".","subtitle":"\#(constant)"}}"#)
    #expect(
      refusal(of: #"{"a":[\#(elements)]}"#, by: try readLayout(each)).hasPrefix("d.json: the layout makes more than"))
  }

  /// A layout that makes one cell of the value at `a`.
  private static func cell(_ cell: String) -> String {
    sections(#"{"key":"s","from":"a","cell":\#(cell)}"#)
  }
}
