import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Document")
struct DocumentTests {
  @Test("detects the format from the content")
  func detectsFormats() throws {
    let cells: [[String: Any]] = [["isExpandable": true, "additionalRows": 2, "primaryTitle": "Имя"]]
    let xml = try PropertyListSerialization.data(fromPropertyList: cells, format: .xml, options: 0)
    let binary = try PropertyListSerialization.data(fromPropertyList: cells, format: .binary, options: 0)
    let json = try JSONSerialization.data(withJSONObject: cells)
    #expect(try Document.read(xml).format == .xmlPropertyList)
    #expect(try Document.read(binary).format == .binaryPropertyList)
    #expect(try Document.read(json).format == .json)
    #expect(try Document.read(Data("\u{FEFF} \n{}".utf8)).format == .json)
    #expect(try Document.read(Data("\u{FEFF}\(propertyList("<true/>"))".utf8)).format == .xmlPropertyList)
  }

  @Test("reads a slice of data from its own start")
  func readsSlices() throws {
    let data = Data("garbage{\"a\":1}".utf8)
    #expect(try Document.read(data.dropFirst(7)).format == .json)
  }

  @Test("a file that is empty or only white space is refused as empty", arguments: ["", " ", "\u{FEFF}", "\n\t\r "])
  func refusesEmpty(text: String) {
    #expect(fault(in: text) == DocumentFault(problem: .empty, place: .wholeDocument))
  }

  @Test("plain text is refused", arguments: ["hello", "{hello}", "  x = y;", "1", "\"text\""])
  func refusesPlainText(text: String) {
    #expect(fault(in: text) != nil)
  }

  @Test(
    "UTF-16 and UTF-32 are refused by name, with or without a byte order mark",
    arguments: [.utf16, .utf16LittleEndian, .utf16BigEndian] as [String.Encoding])
  func refusesUTF16(encoding: String.Encoding) throws {
    let expected = "text encoded as UTF-16 is not supported; save it as UTF-8"
    #expect(fault(in: try #require("<plist/>".data(using: encoding)))?.description == expected)
    #expect(fault(in: try #require("{\"a\":1}".data(using: encoding)))?.description == expected)
    let wide = try #require("[1]".data(using: .utf32LittleEndian))
    #expect(fault(in: wide)?.description == "text encoded as UTF-32 is not supported; save it as UTF-8")
  }

  @Test("a document beyond the size limit is refused")
  func refusesLarge() {
    let limits = DocumentLimits(maximumBytes: 10)
    #expect(fault(in: "[1,2,3,4,5]", limits: limits)?.problem == .tooLarge(maximumBytes: 10))
    #expect(fault(in: "[1,2,3,45]", limits: limits) == nil)
  }

  @Test("faults are readable messages")
  func wording() {
    #expect(
      fault(in: "{\n  \"title\": 1,\n  \"é\": 2, \"title\": 3\n}")?.description
        == "line 3, column 11: the key “title” occurs twice in one dictionary")
    #expect(fault(in: "hello")?.description.hasPrefix("line 1, column 1: this is neither") == true)
    #expect(fault(in: "bplist00")?.description == "byte 8: the document ends before it is complete")
    #expect(fault(in: "")?.description == "the document is empty")
    #expect(
      fault(in: "[1]\r\n\r\n x")?.description == "line 3, column 2: something follows the end of the document"
    )
  }

  @Test("Foundation's output for a form of many cells is accepted as XML and binary")
  func acceptsFoundationOutput() throws {
    let cells: [[String: Any]] = (0..<500).map { number in
      [
        "isExpandable": number % 3 == 0, "isVisible": true, "value": "<\(number)> & “é”",
        "additionalRows": number % 4,
        "height": 44.5, "when": Date(timeIntervalSince1970: Double(number) * 86_400),
        "blob": Data([1, 2, 3]),
      ]
    }
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(fromPropertyList: [cells], format: format, options: 0)
      #expect(fault(in: data) == nil)
      #expect(FoundationDecoders.accepting(data, format: try Document.read(data).format) == 2)
    }
  }

  @Test("containers at the depth limit pass Foundation's decoders; one more level is refused")
  func depthAtTheLimit() throws {
    let deepest = DocumentLimits.standard.maximumDepth
    for extra in 0...1 {
      let depth = deepest + extra
      let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let open = String(repeating: "<array>", count: depth)
      let xml = propertyList(open + String(repeating: "</array>", count: depth))
      var builder = BinaryPropertyListBuilder()
      for level in 1..<depth { builder.array([level]) }
      builder.array([])
      for data in [Data(json.utf8), Data(xml.utf8), builder.data] {
        guard extra == 0 else {
          #expect(fault(in: data)?.problem == .tooDeep(maximumDepth: deepest))
          continue
        }
        #expect(FoundationDecoders.accepting(data, format: try Document.read(data).format) == 2)
      }
    }
  }

  @Test(
    "files of other formats are refused by name, with what to do",
    arguments: [
      ("{ a = 1; }", "line 1, column 1", "an OpenStep text property list"),
      ("\n{\n  \"first name\" = (1, 2);\n}", "line 2, column 1", "an OpenStep text property list"),
      ("// !$*UTF8*$!\n{ a = b; }", "line 1, column 1", "an OpenStep text property list"),
      ("(a, b)", "line 1, column 1", "an OpenStep text property list"),
      ("<0fbd77 1c2735>", "line 1, column 1", "an OpenStep text property list"),
      ("SQLite format 3\u{0}", "line 1, column 1", "an SQLite database"),
      ("PK\u{3}\u{4}", "line 1, column 1", "a ZIP archive"),
      ("\u{0}\u{0}\u{0}", "byte 0", "a file of zero bytes"),
      ("<!DOCTYPE html><html></html>", "line 1, column 11", "a web page (HTML)"),
      ("<html></html>", "line 1, column 1", "a web page (HTML), whose root is <html> and not <plist>"),
      (
        "<?xml version=\"1.0\"?>\n<h:html xmlns:h=\"x\"></h:html>", "line 2, column 1",
        "an XForm, whose root is <h:html> and not <plist>"
      ),
      ("<menu/>", "line 1, column 1", "another XML document, whose root is <menu> and not <plist>"),
    ] as [(String, String, String)])
  func foreignFormats(text: String, place: String, name: String) {
    let expected = "\(place): this is \(name); save it as a property list (XML or binary) or as JSON"
    #expect(fault(in: text)?.description == expected)
  }

  @Test("A FHIR document in XML is refused with how its JSON becomes a form")
  func fhir() {
    #expect(
      fault(in: "<Questionnaire xmlns=\"http://hl7.org/fhir\"/>")?.description
        == "line 1, column 1: this is a FHIR document, whose root is <Questionnaire> and not <plist>; save it as JSON, "
        + "and map its items to cells with a layout")
  }

  @Test("A workbook is refused with how to make an XForm of it")
  func workbook() {
    let header = "PK\u{3}\u{4}" + String(repeating: "\u{0}", count: 26)
    #expect(
      fault(in: header + "[Content_Types].xml…xl/workbook.xml")?.description
        == "line 1, column 1: this is an Excel workbook; if it is an XLSForm, make an XForm of it with “pip install pyxform” and "
        + "“xls2xform form.xlsx form.xml”")
    #expect(fault(in: header + "letter.txt")?.problem == .foreignFormat("a ZIP archive"))
  }

  @Test("values and keys count as nodes, which are limited")
  func nodesAtTheLimit() throws {
    let object: [String: Any] = ["a": [true, false]]
    let documents = [
      try JSONSerialization.data(withJSONObject: object),
      try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0),
      try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0),
    ]
    for data in documents {
      #expect(fault(in: data, limits: DocumentLimits(maximumNodes: 5)) == nil)
      #expect(
        fault(in: data, limits: DocumentLimits(maximumNodes: 4))?.problem == .tooManyNodes(maximumNodes: 4))
    }
  }

  @Test("duplicate keys are found quickly in a huge dictionary")
  func hugeDictionaries() {
    let members = (0..<20_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    #expect(fault(in: "{\(members)}") == nil)
    for first in 0..<8 {
      let repeated = (0..<8).map { ",\"key\(($0 + first) % 8)\":0" }.joined()
      #expect(fault(in: "{\(members)\(repeated)}")?.problem == .duplicateKey("key\(first)"))
    }
  }

  @Test("equal keys in different dictionaries do not clash")
  func keysAreScoped() {
    #expect(fault(in: #"{"a":{"a":[{"a":1},{"a":2,"\u0062":3,"é":4}],"é":5},"b":1,"é":6}"#) == nil)
    #expect(fault(in: #"{"a":{"é":1},"é":{"é":3},"é":2}"#)?.problem == .duplicateKey("é"))
  }

  @Test("a key longer than the limit is refused, in any script")
  func longKeys() {
    for letter in ["a", "é", "\u{5D0}"] {
      let most = 4_096 / letter.utf8.count
      let longest = String(repeating: letter, count: most)
      #expect(fault(in: "{\"\(longest)\":1}") == nil)
      #expect(fault(in: "{\"\(longest)\(letter)\":1}")?.problem == .keyTooLong(maximumBytes: 4_096))
      #expect(fault(in: propertyList("<dict><key>\(longest)</key><true/></dict>")) == nil)
    }
  }

  @Test("a key with too many combining marks is refused in every format")
  func combiningMarks() {
    let key = "a" + String(repeating: "\u{316}\u{301}", count: 500)
    var builder = BinaryPropertyListBuilder()
    builder.dictionary([1], [2])
    let units = key.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    builder.add([0x6F, 0x13] + BinaryPropertyListBuilder.wide(UInt64(units.count / 2)) + units)
    builder.add([0x09])
    let xml = propertyList("<dict><key>\(key)</key><true/></dict>")
    let problem = DocumentProblem.malformed("a key has more than 64 combining marks in a row")
    for data in [Data("{\"\(key)\":1}".utf8), Data(xml.utf8), builder.data] {
      #expect(fault(in: data)?.problem == problem)
    }
    let tibetan = String(repeating: "\u{F73}", count: 65)
    #expect(fault(in: "{\"\(tibetan)\":1}")?.problem == problem)
    #expect(fault(in: "{\"a\(String(repeating: "\u{301}", count: 64))\":1}") == nil)
  }
}
