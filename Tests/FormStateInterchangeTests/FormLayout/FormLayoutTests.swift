import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Layouts")
struct FormLayoutTests {
  @Test("The example profile has five sections of five types, in the order of the layout")
  func profile() throws {
    let form = try Self.form("person.json")
    #expect(form.key == "person")
    #expect(form.title == "Mira Halvorsen")
    #expect(form.sections.map(\.key) == ["name", "about", "email", "attributes", "friends"])
    #expect(form.sections.map(\.title) == ["", "About", "Email", "Attributes", "Friends"])
    #expect(
      form.sections.map { Set($0.cells.map(\.identifier)) } == [
        ["NamePictureCell"], ["AboutCell"], ["EmailCell"], ["AttributeCell"], ["FriendCell"],
      ])
    #expect(form.sections.map(\.cells.count) == [1, 1, 1, 3, 3])
    #expect(form.sections[0].cells[0].key == "name")
    #expect(form.sections[1].cells[0].inline == InlineExpansion(lineLimit: 2))
    #expect(form.sections[1].cells[0].isExpandable)
    let attribute = form.sections[3].cells[1]
    #expect(attribute.key == "attributes/Languages")
    #expect((attribute.title, attribute.subtitle) == ("Languages", "Norwegian, Portuguese"))
    #expect(form.sections[4].cells.map(\.title) == ["Teodor Lima", "Anneke Vos", "Samir Haddad"])
    #expect(form.sections[4].cells[2].properties == ["name": .string("Samir Haddad"), "pictureUrl": .null])
    #expect(form.rowHeight(of: form.sections[4].cells[0], isExpanded: false) == .points(60))
    #expect(form.definitionFaults() == [])
  }

  @Test("Without friends there is no section of friends, and the other sections are equal")
  func withoutFriends() throws {
    let full = try Self.form("person.json").sections
    let form = try Self.form("person-without-friends.json")
    #expect(form.sections == full.filter { $0.key != "friends" })
  }

  @Test("Moving a line of the layout only moves its section")
  func movedLine() throws {
    var lines = try Repository.text(of: "Examples/profile-layout.json").components(separatedBy: "\n")
    let friends = try #require(lines.firstIndex { $0.contains("\"key\": \"friends\"") })
    let email = try #require(lines.firstIndex { $0.contains("\"key\": \"email\"") })
    let line = lines.remove(at: email)
    lines.insert(line, at: friends - 1)
    let moved = try readLayout(lines.joined(separator: "\n"))
    let data = Data(try Repository.text(of: "Examples/person.json").utf8)
    let form = try moved.form(from: data, settings: ImportSettings(sourceName: "person.json")).form
    #expect(form.sections.map(\.key) == ["name", "about", "attributes", "email", "friends"])
    let before = try Self.form("person.json")
    #expect(Set(form.sections) == Set(before.sections))
  }

  @Test(
    "A section whose data is missing, null or empty is omitted",
    arguments: [
      "{}", #"{"data":null}"#, #"{"data":""}"#, #"{"data":[]}"#, #"{"data":{}}"#, #"{"data":{"a":null}}"#,
      #"{"data":{"a":[]}}"#, #"{"data":{"a":{}}}"#, #"{"data":{"a":""}}"#, #"{"data":{"other":"x"}}"#,
    ])
  func emptySections(document: String) throws {
    let layout = try readLayout(
      sections(
        #"{"key":"each","each":"data.a","cell":{"identifier":"I","key":"."}}"#,
        #"{"key":"from","from":"data.a","cell":{"identifier":"I","title":"{.}"}}"#,
        #"{"key":"fields","from":"data","cell":{"identifier":"I","title":"A","properties":{"x":["{a}"]}}}"#))
    let imported = try layout.form(from: Data(document.utf8), settings: ImportSettings(sourceName: "d.json"))
    #expect(imported.form.sections == [])
    #expect(
      imported.diagnostics.map(\.description) == [
        "the document has data for none of the layout's sections; the form is empty; "
          + "compare the layout's paths with the document"
      ])
  }

  @Test("False and 0 are values")
  func falsehoods() throws {
    let cell = try cell(#"{"identifier":"I","title":"{a} {b}"}"#, from: #"{"a":false,"b":0}"#)
    #expect(cell?.title == "false 0")
  }

  @Test("Titles contain numbers and booleans as text, omit null, and can escape braces")
  func titles() throws {
    let cell = try cell(
      #"{"identifier":"I","title":"{{{a}|{b}|{c}|{d}|{e}|{f.g}}}","subtitle":"constant"}"#,
      from: #"{"a":1,"b":2.0,"c":0.5,"d":true,"e":null,"f":{"g":"x"}}"#)
    #expect(cell?.title == "{1|2|0.5|true||x}")
    #expect(cell?.subtitle == "constant")
  }

  @Test("A property of a single placeholder keeps its type, or is omitted if it has no value")
  func properties() throws {
    let cell = try cell(
      #"""
      {"identifier":"I","properties":{"int":"{i}","real":"{r}","flag":"{f}","null":"{n}","list":"{l}","object":"{o}",
      "inner":"{o.x}","missing":"{m}","text":"{i}/{m}","constant":5,"same":"same","nothing":null,"all":"{.}",
      "nested":{"a":["{i}","{m}",true],"b":"{m}"},"day":{"$date":"{t}"},"money":{"$$date":"{t}"},"no":{"$date":"{u}"}}}
      """#,
      from: #"""
        {"i":7,"r":1.0,"f":true,"n":null,"l":[1,{"a":null}],"o":{"x":2},"t":"2026-11-21T03:12:13Z","u":{"$date":"x"}}
        """#)
    var properties = try #require(cell?.properties)
    #expect(properties.removeValue(forKey: "all") != nil)
    #expect(
      properties == [
        "int": .integer(7), "real": .real(1), "flag": .boolean(true), "null": .null,
        "list": .array([.integer(1), .dictionary(["a": .null])]), "object": .dictionary(["x": .integer(2)]),
        "inner": .integer(2), "text": .string("7/"), "constant": .integer(5), "same": .string("same"), "nothing": .null,
        "nested": .dictionary(["a": .array([.integer(7), .null, .boolean(true)])]),
        "day": .date(Date(timeIntervalSince1970: 1_795_230_733)),
        "money": .dictionary(["$date": .string("2026-11-21T03:12:13Z")]),
        "no": .dictionary(["$date": .dictionary(["$date": .string("x")])]),
      ])
  }

  @Test("Default values have the type of the cell's kind")
  func values() throws {
    func value(_ cell: String, _ document: String) throws -> CellValue? {
      try self.cell(cell, from: document)?.defaultValue
    }
    #expect(
      try value(#"{"identifier":"I","kind":"text","title":"{b}","value":"{a}"}"#, #"{"a":7,"b":1}"#) == .text("7"))
    #expect(try value(#"{"identifier":"I","kind":"text","title":"{b}","value":"{a}"}"#, #"{"b":1}"#) == nil)
    #expect(try value(#"{"identifier":"I","kind":"switch","value":"{a}"}"#, #"{"a":true}"#) == .boolean(true))
    #expect(
      try value(#"{"identifier":"I","kind":"slider","maximum":250,"value":"{a}"}"#, #"{"a":180.0}"#) == .integer(180))
    #expect(
      try value(#"{"identifier":"I","kind":"date","value":"{y}-{m}"}"#, #"{"y":"1991-03","m":"03"}"#)?.plainText
        == "1991-03-03")
    #expect(try value(#"{"identifier":"I","value":"{a}"}"#, #"{"a":0.5}"#) == .real(0.5))
    #expect(try value(#"{"identifier":"I","kind":"switch","title":"{a}","value":true}"#, #"{"a":1}"#) == .boolean(true))
  }

  @Test("Keys of elements are texts, numbers or the elements themselves")
  func keys() throws {
    let layout = try readLayout(
      sections(#"{"key":"s","each":".","cell":{"identifier":"I","key":"id.n","title":"{x}"}}"#))
    let settings = ImportSettings(formKey: "f", sourceName: "d.json")
    let form = try layout.form(
      from: Data(#"[{"id":{"n":1}},{"id":{"n":2.0}},{"id":{"n":"1.0"}}]"#.utf8), settings: settings
    ).form
    #expect(form.key == "f")
    #expect(form.sections.first?.cells.map(\.key) == ["s/1", "s/2", "s/1.0"])
    let scalars = try readLayout(sections(#"{"key":"s","each":"a","cell":{"identifier":"I","key":".","title":"{.}"}}"#))
    let cells = try scalars.form(from: Data(#"{"a":["x",7]}"#.utf8), settings: settings).form.sections.first?.cells
    #expect(cells?.map(\.key) == ["s/x", "s/7"])
    #expect(cells?.map(\.title) == ["x", "7"])
  }

  private static let pages = #"""
    {"key":"p","title":"Pages","each":"pages","cell":{"identifier":"Page","key":"name","title":"{title}","expanded":true,
    "each":"elements","cell":{"identifier":"Question","kind":"text","key":"name","title":"{title}",
    "each":"hints","cell":{"identifier":"Hint","kind":"label","key":".","title":"{.}"}}}}
    """#

  @Test("Nested arrays become nested cells")
  func nested() throws {
    let document = #"""
      {"pages":[{"name":"one","title":"First","elements":[
        {"name":"a","title":"A","hints":["x","y"]},{"name":"b","title":"B"}]},
        {"name":"two","title":"Second","elements":[]},{"name":"three","title":"Third","elements":[{"name":"a","title":"C"}]}]}
      """#
    let imported = try readLayout(sections(Self.pages)).form(
      from: Data(document.utf8), settings: ImportSettings(sourceName: "d.json"))
    let cells = try #require(imported.form.sections.first?.cells)
    #expect(
      cells.map(\.key) == [
        "p/one", "p/one/a", "p/one/a/x", "p/one/a/y", "p/one/b", "p/two", "p/three", "p/three/a",
      ])
    #expect(cells.map(\.additionalRows) == [4, 2, 0, 0, 0, 0, 1, 0])
    #expect(cells.map(\.isExpandable) == [true, true, false, false, false, false, true, false])
    #expect(cells.map(\.title) == ["First", "A", "x", "y", "B", "Second", "Third", "C"])
    #expect(imported.diagnostics == [])
    #expect(imported.form.definitionFaults() == [])
  }

  @Test("Elements that a layout omits are counted, at any depth")
  func leftOut() throws {
    let document = #"""
      {"pages":[{"name":"one","title":"1","elements":[{"name":"a"},{"name":"b"}]},
        {"name":"two","title":"2","elements":[{"name":"c"}]}],
        "tags":["x"],"images":[{"url":"u"}],"meta":{"authors":[{"n":1},{"n":2}],"kept":[{"n":1}]}}
      """#
    let layout = try readLayout(
      sections(
        #"{"key":"p","each":"pages","cell":{"identifier":"Page","key":"name","title":"{title}"}}"#,
        #"{"key":"m","from":"meta","cell":{"identifier":"M","title":"M","properties":{"kept":"{kept}"}}}"#))
    let imported = try layout.form(from: Data(document.utf8), settings: ImportSettings(sourceName: "d.json"))
    let advice = "; write “each” and “cell” for them if they should be cells"
    #expect(
      imported.diagnostics.map(\.description) == [
        "the layout omits 1 element of “images”" + advice,
        "the layout omits 2 elements of “meta.authors”" + advice,
        "the layout omits 3 elements of “pages.elements”" + advice,
      ])
  }

  @Test("Form and sections take titles and properties from the whole document")
  func sectionMembers() throws {
    let layout = try readLayout(
      """
      {"formstateLayout":1,"title":"{n} things","accordion":"sections","properties":{"n":"{n}"},"sections":[
      {"key":"s","title":"All {n}","foldable":true,"folded":true,"accordion":true,"properties":{"n":"{n}"},
      "each":"a","cell":{"identifier":"I","key":".","inline":true,"expanded":true}}]}
      """)
    let data = Data(#"{"n":2,"a":[1,2]}"#.utf8)
    let form = try layout.form(from: data, settings: ImportSettings(sourceName: "d.json")).form
    #expect((form.title, form.accordion, form.properties) == ("2 things", .sections, ["n": .integer(2)]))
    let section = try #require(form.sections.first)
    #expect((section.title, section.properties) == ("All 2", ["n": .integer(2)]))
    #expect(section.startsFolded && section.isAccordion)
    #expect(section.cells.allSatisfy { $0.startsExpanded && $0.isExpandable && $0.inline == InlineExpansion() })
  }

  @Test("A form from a layout survives form JSON and a store")
  func roundTrips() throws {
    let form = try Self.form("person.json")
    #expect(try imported(try FormDocument.write(form)).form == form)
    let store = try FormStore.inMemory()
    try store.save(form)
    #expect(try store.form(form.key) == form)
  }

  @Test("The deepest accepted document can be written as form JSON")
  func deepest() throws {
    let depth = 198
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let form = try readLayout(
      sections(#"{"key":"s","from":".","cell":{"identifier":"I","properties":{"a":{"b":"{.}"}}}}"#)
    )
    .form(from: Data(#"{"a":\#(nested)}"#.utf8), settings: ImportSettings(sourceName: "d.json")).form
    #expect(try imported(try FormDocument.write(form)).form == form)
  }

  private static func form(_ example: String) throws -> FormDefinition {
    let layout = try FormLayout.read(
      Data(try Repository.text(of: "Examples/profile-layout.json").utf8), sourceName: "profile-layout.json")
    let data = Data(try Repository.text(of: "Examples/\(example)").utf8)
    let imported = try layout.form(from: data, settings: ImportSettings(sourceName: example))
    #expect(imported.diagnostics == [])
    return imported.form
  }

  /// The cell that a layout makes from a whole document.
  private func cell(_ cell: String, from document: String) throws -> FormCell? {
    let layout = try readLayout(sections(#"{"key":"s","from":".","cell":\#(cell)}"#))
    let settings = ImportSettings(sourceName: "d.json")
    return try layout.form(from: Data(document.utf8), settings: settings).form.sections.first?.cells.first
  }
}
