import FormState
import Foundation
import Testing

@testable import FormStateInterchange

@Suite("XMLPropertyListReader")
struct XMLPropertyListReaderTests {
  /// The prolog that Apple's tools write.
  private static let appleProlog = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

  @Test(
    "accepts every element of a property list",
    arguments: [
      "<array/>", "<dict/>", "<string/>", "<string></string>", "<true/>", "<false></false>", "<true />",
      "<dict><key>a</key><string>b &amp; &#x1F600;&#65;<![CDATA[<x> & ]]></string></dict>",
      "<integer>-5</integer>",
      "<integer>0x1F</integer>", "<integer>+7</integer>", "<integer>-9223372036854775808</integer>",
      "<date>2000-02-29T00:00:00Z</date>",
      "<real>1.5</real>", "<real>-1e10</real>", "<real>.5</real>", "<date>2024-02-29T23:59:59Z</date>",
      "<data>\n  AQID\n  BA==\n</data>", "<array ><!-- a -- b --><dict ></dict ></array\n>",
      "<array>\n\t<string>日本語</string>\r\n</array>",
    ])
  func accepts(body: String) throws {
    let documents = [propertyList(body), Self.appleProlog + propertyList(body) + "\n<!-- end -->\n"]
    for document in documents {
      #expect(fault(in: document) == nil)
      #expect(FoundationDecoders.accepting(Data(document.utf8), format: .xmlPropertyList) == 2)
    }
  }

  @Test(
    "refuses elements that are not a property list",
    arguments: [
      "<set/>", "<Array/>", "<stringstring/>", "<array></dict>", "<array>text</array>",
      "<array><key>a</key></array>",
      "<string><b/></string>", "<string>a<!-- b --></string>", "<true>x</true>", "<string>a</key>",
      "<key>a</key>",
      "<dict><string>a</string></dict>", "<dict><key>a</key></dict>", "<dict><key>a</key><key>b</key></dict>",
      "<dict><key>a</key><true/><true/></dict>", "<true/><true/>", "<dict a=\"b\"/>", "", "<plist/>",
      "</array>", "x",
      "< array/>", "<true/ >",
    ])
  func refuses(body: String) throws {
    guard case .malformed = try #require(fault(in: propertyList(body))).problem else {
      Issue.record("refused for another reason: \(String(describing: fault(in: propertyList(body))))")
      return
    }
  }

  @Test(
    "refuses dates that do not exist",
    arguments: [
      "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "1900-02-29T00:00:00Z",
      "2024-04-31T00:00:00Z", "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-01T24:00:00Z",
      "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z", "0000-01-01T00:00:00Z", "2024-01-01T00:00:00",
      "2024-01-01",
      " 2024-01-01T00:00:00Z", "2024-01-01t00:00:00Z", "", "soon",
    ])
  func refusesDates(text: String) {
    #expect(fault(in: propertyList("<date>\(text)</date>"))?.problem == .invalidDate)
  }

  @Test("refuses bad Base64", arguments: ["A", "AB=C", "AAAA=", "====", "AAA*", "A===", "AB&amp;C"])
  func refusesBase64(text: String) {
    #expect(fault(in: propertyList("<data>\(text)</data>"))?.problem == .invalidBase64)
  }

  @Test(
    "refuses invalid integers",
    arguments: [
      "", "-", "0x", "1.5", "1e3", " 5 ", "9223372036854775808", "-9223372036854775809", "0x8000000000000000",
      "99999999999999999999999", "five",
    ])
  func refusesIntegers(text: String) throws {
    guard case .invalidNumber = try #require(fault(in: propertyList("<integer>\(text)</integer>"))).problem
    else {
      Issue.record("refused for another reason")
      return
    }
  }

  @Test(
    "refuses invalid reals",
    arguments: ["", "nan", "inf", "1e400", "1,5", ".", "1e", "0x1p3", " 1"])
  func refusesReals(text: String) throws {
    guard case .invalidNumber = try #require(fault(in: propertyList("<real>\(text)</real>"))).problem else {
      Issue.record("refused for another reason")
      return
    }
  }

  @Test(
    "refuses references to entities that are not predefined",
    arguments: [
      "&nbsp;", "&amp", "&", "&#xD800;", "&#x110000;", "&#;", "&#x;", "&#99999999999999;",
    ])
  func refusesEntities(text: String) {
    #expect(fault(in: propertyList("<string>\(text)</string>"))?.problem == .unknownEntity)
  }

  @Test("refuses a document type with internal declarations")
  func refusesInternalSubset() {
    let text = "<!DOCTYPE plist [<!ENTITY a \"b\">]>" + propertyList("<string>&a;</string>")
    #expect(fault(in: text)?.problem == .internalSubset)
    #expect(fault(in: "<!DOCTYPE plist SYSTEM \"a[b\">" + propertyList("<true/>")) != nil)
    #expect(fault(in: "<!DOCTYPE html>" + propertyList("<true/>")) != nil)
  }

  @Test("reports a duplicate key in any notation, with its place")
  func duplicateKeys() {
    let text = propertyList("<dict>\n<key>a&amp;b</key><true/>\n <key>a<![CDATA[&]]>b</key><true/></dict>")
    #expect(fault(in: text)?.description == "line 3, column 2: the key “a&b” occurs twice in one dictionary")
    let composed = propertyList("<dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/></dict>")
    #expect(fault(in: composed)?.problem == .duplicateKey("\u{E9}"))
  }

  @Test("accepts an encoding that reads like UTF-8 and refuses others by name")
  func encodings() {
    let declaration = "<?xml version='1.0' encoding='iso-8859-1'?>"
    #expect(fault(in: declaration + propertyList("<string>plain</string>")) == nil)
    #expect(
      fault(in: declaration + propertyList("<string>é</string>"))?.problem
        == .unsupportedEncoding("iso-8859-1"))
    #expect(
      fault(in: "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + propertyList("<true/>"))?.problem
        == .unsupportedEncoding("UTF-16"))
    #expect(fault(in: "<?xml version=\"1.0\"?>" + propertyList("<string>é</string>")) == nil)
    #expect(
      fault(in: Data("<plist><string>".utf8) + [0xE9] + Data("</string></plist>".utf8))?.problem
        == .invalidUTF8)
  }

  @Test(
    "anything but comments after </plist> is trailing content",
    arguments: ["x", "<true/>", "</plist>", "\u{0}"])
  func trailingContent(text: String) throws {
    let problem = try #require(fault(in: propertyList("<true/>") + "\n" + text)).problem
    #expect(problem == .trailingContent)
  }

  @Test("a document that is cut short anywhere is refused")
  func truncated() {
    let text =
      Self.appleProlog + propertyList("<dict><key>a</key><array><data>AQ==</data><!-- c --></array></dict>")
    let bytes = Array(text.utf8)
    for length in 1..<bytes.count {
      #expect(fault(in: Data(bytes[..<length])) != nil, "cut to \(length) bytes")
    }
  }

  @Test("eight thousand nested arrays are refused without recursion")
  func deepNesting() {
    let text = "<plist>" + String(repeating: "<array>", count: 8_000)
    #expect(fault(in: text)?.problem == .tooDeep(maximumDepth: 256))
  }

  @Test(
    "characters that XML cannot contain are refused, literal, by number and in CDATA",
    arguments: [
      ("\u{1}", 1), ("a\u{B}", 0xB), ("&#8;", 8), ("&#0;", 0), ("<![CDATA[\u{1F}]]>", 0x1F), ("\u{FFFF}", 0xFFFF),
      ("&#xFFFE;", 0xFFFE),
    ] as [(String, UInt32)])
  func forbiddenCharacters(text: String, character: UInt32) {
    let problem = DocumentProblem.forbiddenCharacter(character)
    #expect(fault(in: propertyList("<string>\(text)</string>"))?.problem == problem)
    #expect(fault(in: propertyList("<dict><key>\(text)</key><true/></dict>"))?.problem == problem)
  }

  @Test("every line end becomes a line feed; a carriage return by number stays")
  func lineEnds() throws {
    let body = "<array><string>a\r\nb\rc\nd\r</string><string><![CDATA[\r\n\r]]>&#13;\r</string></array>"
    let expected = PropertyValue.array([.string("a\nb\nc\nd\n"), .string("\n\n\r\n")])
    #expect(try Document.read(Data(propertyList(body).utf8)).root == expected)
  }
}
