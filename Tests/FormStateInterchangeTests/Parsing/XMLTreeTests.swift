import Foundation
import Testing

@testable import FormStateInterchange

@Suite("XMLTree")
struct XMLTreeTests {
  /// A form as in ODK, with many features.
  private static let form = """
    \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
    <!-- A form -->
    <?xml-stylesheet href="form.css"?>
    <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr='http://openrosa.org/javarosa'>
      <h:body><input ref="/data/name" jr:hint="a&#10;b"><label>Hello <output value="/data/name"/>!</label></input></h:body>
      <data xmlns="" id='one'/>
    </h:html>
    <!-- the end --><?done?>

    """

  @Test("names have the declared namespaces; attributes without a prefix have none")
  func namespaces() throws {
    let root = try tree(Self.form).root
    #expect(root.name == XMLName("html", in: "http://www.w3.org/1999/xhtml"))
    #expect(root.prefix == "h")
    #expect(root.writtenName == "h:html")
    #expect(root.declarations.map(\.prefix) == [nil, "h", "jr"])
    #expect(root.attributes.isEmpty)
    let input = try #require(root.elements.first?.elements.first)
    #expect(input.name == XMLName("input", in: "http://www.w3.org/2002/xforms"))
    #expect(input.attributes.map(\.name) == [XMLName("ref"), XMLName("hint", in: "http://openrosa.org/javarosa")])
    #expect(input.attributes.map(\.writtenName) == ["ref", "jr:hint"])
    #expect(input.attribute("ref") == "/data/name")
    #expect(input.attribute("hint") == nil)
    #expect(input.attribute("hint", in: "http://openrosa.org/javarosa") == "a\nb")
    #expect(input.namespace(of: "jr") == "http://openrosa.org/javarosa")
    #expect(input.namespace(of: nil) == "http://www.w3.org/2002/xforms")
    #expect(input.namespace(of: "xml") == "http://www.w3.org/XML/1998/namespace")
    #expect(input.namespace(of: "orx") == nil)
    let data = try #require(root.elements.last)
    #expect(data.name == XMLName("data"))
    #expect(data.namespace(of: nil) == nil)
  }

  @Test("text and elements keep their order, and know their places and parents")
  func mixedContent() throws {
    let root = try tree(Self.form).root
    #expect(root.parent == nil)
    let input = try #require(root.elements.first?.elements.first)
    let label = try #require(input.elements.first)
    let output = try #require(label.elements.first)
    #expect(label.content == [.text("Hello "), .element(output), .text("!")])
    #expect(label.text == "Hello !")
    #expect(label.parent == input)
    #expect("\(root.place), \(input.place)" == "line 4, column 1, line 5, column 11")
    #expect(output.place == .text(line: 5, column: 66))
    #expect(root.content.first == .text("\n  "))
  }

  @Test("a prefix can be redeclared, and has its former meaning after the element")
  func redeclaredPrefixes() throws {
    let root = try tree("<a:x xmlns:a='1'><a:y xmlns:a='2' a:z=''/><a:y/><y xmlns='3'><y xmlns=''/><y/></y><y/></a:x>")
      .root
    let inner = root.elements
    #expect(inner.map(\.name.namespace) == ["2", "1", "3", nil])
    #expect(inner[0].attributes.map(\.name) == [XMLName("z", in: "2")])
    #expect(inner[2].elements.map(\.name.namespace) == [nil, "3"])
    #expect(try tree("<x xml:lang='en'/>").root.attribute("lang", in: "http://www.w3.org/XML/1998/namespace") == "en")
    #expect(try tree("<x xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:id='1'/>").root.declarations.count == 1)
    #expect(try tree("<x xmlns:a='1' xmlns:b='2' a:c='' b:c='' c=''/>").root.attributes.count == 3)
    // The two spellings of an accent are two prefixes, and two names.
    #expect(fault(inXML: "<x xmlns:\u{E9}='1' e\u{301}:y=''/>") != nil)
    #expect(try tree("<x \u{E9}='1' e\u{301}=''/>").root.attributes.count == 2)
  }

  @Test(
    "references, CDATA, comments and line ends in a text",
    arguments: [
      ("a&amp;&lt;&gt;&quot;&apos;b", "a&<>\"'b"), ("&#65;&#x1F600;&#13;", "A😀\r"), ("a<![CDATA[<&]]>b", "a<&b"),
      ("<![CDATA[]]]]><![CDATA[>]]>", "]]>"), ("a<!-- - -->b<?c d?>e", "abe"), ("a\r\nb\rc\n", "a\nb\nc\n"),
      ("<![CDATA[\r\n]]>", "\n"), ("]] >]&gt;", "]] >]>"), ("日本語 é 😀 long enough", "日本語 é 😀 long enough"), ("", ""),
      ("<!---->", ""), ("]]&gt;", "]]>"), ("&#x5D;]>", "]]>"),
    ])
  func text(written: String, expected: String) throws {
    let root = try tree("<a>\(written)</a>").root
    #expect(root.text == expected)
    #expect(root.content == (expected.isEmpty ? [] : [.text(expected)]))
  }

  @Test(
    "references and white space in the value of an attribute",
    arguments: [
      ("a&amp;&lt;&#10;&#9;b", "a&<\n\tb"), ("a\tb\nc\r\nd\re", "a b c d e"), ("'>[]]>", "'>[]]>"), ("", ""),
      (" é😀 ", " é😀 "),
    ])
  func attributeValues(written: String, expected: String) throws {
    #expect(try tree("<a b=\"\(written)\"/>").root.attribute("b") == expected)
  }

  @Test(
    "tags may contain white space, and names letters of any script",
    arguments: [
      "<a />", "<a\n></a\t>", "<a b = 'c'\r\nd\t=\"e\" />", "<été/>", "<имя/>", "<a-b.c_1·/>", "<_/>", "<a b='\"'/>",
      "\n<a/>\n",
      "<a/><!-- a - b --><?c?>", "<?xml version='1.0'?><a/>", "<?xml version='1.0' encoding='us-ascii'?><a/>",
      "<a><?b?></a>",
    ])
  func wellFormed(document: String) {
    #expect(fault(inXML: document) == nil)
  }

  @Test("deep and wide documents are read and written without recursion")
  func deep() throws {
    let limits = DocumentLimits(maximumDepth: 100_000)
    let text = String(repeating: "<a>", count: 100_000) + "b" + String(repeating: "</a>", count: 100_000)
    let root = try XMLTree.read(Data(text.utf8), limits: limits).root
    #expect(root.xmlText() == text)
    #expect(try XMLTree.read(Data(text.utf8), limits: limits).root == root)
    let wide = "<a>" + String(repeating: "<b/>c", count: 20_000) + "</a>"
    #expect(try tree(wide).root.content.count == 40_000)
  }

  @Test("elements of one name and namespace without attributes share their tag")
  func sharedTags() throws {
    let records = try tree(#"<a xmlns:p="1"><b/><b/><b c="1"/><p:b/><b xmlns="2"><b/></b><b/><p:b/></a>"#).records
    let tags = records.map(\.tag)
    #expect(tags.map { tag in tags.firstIndex { $0 === tag } } == [0, 1, 1, 3, 4, 5, 6, 1, 4])
    #expect(MemoryLayout<XMLTree.Record>.stride <= 32)
  }

  @Test("an import error has the document's name")
  func importErrors() {
    #expect(throws: ImportError.self) { try XMLTree.read(Data("<a".utf8), sourceName: "form.xml") }
    do {
      _ = try XMLTree.read(Data("<a".utf8), sourceName: "form.xml")
    } catch {
      #expect(error.description == "form.xml: line 1, column 3: the document ends before it is complete")
    }
  }
}
