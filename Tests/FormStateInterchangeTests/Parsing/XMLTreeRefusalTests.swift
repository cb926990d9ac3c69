import Foundation
import Testing

@testable import FormStateInterchange

@Suite("XMLTree refuses")
struct XMLTreeRefusalTests {
  private static let references =
    "only &amp; &lt; &gt; &quot; &apos; and valid character references are allowed"
  private static let truncated = "the document ends before it is complete"
  private static let doctype = "a document type (<!DOCTYPE …>) is refused, whatever it declares; remove it"
  private static let names =
    "it must begin with a letter or “_”, and may have one colon, with such a name on either side"

  @Test(
    "tags and names that are not well formed",
    arguments: [
      ("<a></b>", "line 1, column 4: </a> is expected here, not </b>"),
      ("<a>\n<b>\n </a></b>", "line 3, column 2: </b> is expected here, not </a>"),
      ("<a xmlns:p='u' xmlns:q='u'><p:b></q:b></a>", "line 1, column 33: </p:b> is expected here, not </q:b>"),
      ("<a></>", "line 1, column 4: </a> is expected here, not </>"),
      ("<a></a b>", "line 1, column 8: “>” is expected here"), ("<a/ >", "line 1, column 4: “>” is expected here"),
      ("< a/>", "line 1, column 1: an element is expected here"),
      ("<a><></a>", "line 1, column 4: an element is expected here"),
      ("</a>", "line 1, column 1: an element is expected here"), ("a", "line 1, column 1: an element is expected here"),
      ("<1a/>", "line 1, column 2: “1a” is not a valid name: \(names)"),
      ("<a:/>", "line 1, column 2: “a:” is not a valid name: \(names)"),
      ("<:a/>", "line 1, column 2: “:a” is not a valid name: \(names)"),
      ("<a:b:c/>", "line 1, column 2: “a:b:c” is not a valid name: \(names)"),
      ("<a:1/>", "line 1, column 2: “a:1” is not a valid name: \(names)"),
      ("<a×/>", "line 1, column 2: “a×” is not a valid name: \(names)"),
      ("<a -b=''/>", "line 1, column 4: “-b” is not a valid name: \(names)"),
      ("<·/>", "line 1, column 2: “·” is not a valid name: \(names)"),
      ("<a><![cdata[]]></a>", "line 1, column 4: only a comment or CDATA may begin with “<!”"),
      ("<![CDATA[]]><a/>", "line 1, column 1: only a comment may begin with “<!” here"),
    ])
  func tags(document: String, expected: String) {
    #expect(fault(inXML: document)?.description == expected)
  }

  @Test(
    "attributes that are not well formed or occur twice",
    arguments: [
      ("<a b=c/>", "line 1, column 6: a text in quotes is expected here"),
      ("<a b/>", "line 1, column 5: “=” is expected after the name of an attribute"),
      ("<a b='1'c='2'/>", "line 1, column 9: white space, “>” or “/>” is expected here"),
      ("<a\"b\"/>", "line 1, column 3: white space, “>” or “/>” is expected here"),
      ("<a \"b\"/>", "line 1, column 4: an attribute, “>” or “/>” is expected here"),
      ("<a b='1<2'/>", "line 1, column 8: the value of an attribute must not contain “<”; write &lt;"),
      ("<a b='' b=''/>", "line 1, column 9: the attribute “b” occurs twice in one element"),
      (
        "<a xmlns:p='' />",
        "line 1, column 4: the prefix “p” is declared without a namespace; name one, or remove the declaration"
      ),
      ("<a xmlns:p='u' xmlns:p='v'/>", "line 1, column 16: the attribute “xmlns:p” occurs twice in one element"),
      ("<a p='' xmlns:p='u' xmlns:p='u'/>", "line 1, column 21: the attribute “xmlns:p” occurs twice in one element"),
      ("<a xmlns='u' xmlns='u'/>", "line 1, column 14: the attribute “xmlns” occurs twice in one element"),
      (
        "<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>",
        "line 1, column 35: the attributes “p:b” and “q:b” of one element are the same"
      ),
      ("<a b='&nbsp;'/>", "line 1, column 7: \(references)"), ("<a b='&lt'/>", "line 1, column 7: \(references)"),
    ])
  func attributes(document: String, expected: String) {
    #expect(fault(inXML: document)?.description == expected)
  }

  @Test(
    "undeclared prefixes and forbidden declarations",
    arguments: [
      ("<p:a/>", "line 1, column 1: the prefix “p” is not declared; declare it with xmlns:p, or correct it"),
      ("<a\n p:b=''/>", "line 2, column 2: the prefix “p” is not declared; declare it with xmlns:p, or correct it"),
      (
        "<a><b xmlns:p='u'/><p:b/></a>",
        "line 1, column 20: the prefix “p” is not declared; declare it with xmlns:p, or correct it"
      ),
      ("<xmlns:a/>", "line 1, column 1: the prefix “xmlns” is not declared"),
      ("<a xmlns:xmlns='u'/>", "line 1, column 4: the prefix “xmlns” may not be declared"),
      ("<a xmlns:xml='u'/>", "line 1, column 4: the prefix “xml” must have its own namespace"),
      (
        "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>",
        "line 1, column 4: the namespace http://www.w3.org/XML/1998/namespace may only have its own prefix"
      ),
      (
        "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
        "line 1, column 4: the namespace http://www.w3.org/2000/xmlns/ may only have its own prefix"
      ),
    ])
  func prefixes(document: String, expected: String) {
    #expect(fault(inXML: document)?.description == expected)
  }

  @Test(
    "texts, comments and instructions that XML does not allow",
    arguments: [
      ("<a>&nbsp;</a>", "line 1, column 4: \(references)"), ("<a>\n&b;</a>", "line 2, column 1: \(references)"),
      ("<a>b]]>c</a>", "line 1, column 5: a text must not contain “]]>”; write ]]&gt;"),
      ("<a>&amp;]]>&amp;</a>", "line 1, column 9: a text must not contain “]]>”; write ]]&gt;"),
      ("<a>]]>\r</a>", "line 1, column 4: a text must not contain “]]>”; write ]]&gt;"),
      (
        "<a>\u{1}</a>",
        "line 1, column 4: a text holds the control character U+0001, which no XML property list can; remove it"
      ),
      (
        "<a b='\u{FFFF}'/>",
        "line 1, column 7: a text holds the control character U+FFFF, which no XML property list can; remove it"
      ),
      (
        "<a>&#8;</a>",
        "line 1, column 4: a text holds the control character U+0008, which no XML property list can; remove it"
      ),
      (
        "<!-- \u{2} --><a/>",
        "line 1, column 6: a text holds the control character U+0002, which no XML property list can; remove it"
      ),
      ("<a><!-- b -- c --></a>", "line 1, column 11: a comment must not contain “--” before its end, “-->”"),
      ("<a><!-- b ---></a>", "line 1, column 11: a comment must not contain “--” before its end, “-->”"),
      (
        "<a><?xml version='1.0'?></a>",
        "line 1, column 4: an XML declaration is allowed only at the beginning of a document"
      ),
      (
        "<!----><?XML version='1.0'?><a/>",
        "line 1, column 8: an XML declaration is allowed only at the beginning of a document"
      ),
      ("<a><? b?></a>", "line 1, column 6: a processing instruction must begin with its name"),
      ("<a><?b$?></a>", "line 1, column 7: white space or “?>” is expected here"),
    ])
  func texts(document: String, expected: String) {
    #expect(fault(inXML: document)?.description == expected)
  }

  @Test(
    "document types, content after the root, and documents without a root",
    arguments: [
      ("<!DOCTYPE a><a/>", "line 1, column 1: \(doctype)"),
      ("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "line 2, column 1: \(doctype)"),
      ("<a><!DOCTYPE a></a>", "line 1, column 4: \(doctype)"), ("<a/><!DOCTYPE a>", "line 1, column 5: \(doctype)"),
      ("<a/><b/>", "line 1, column 5: something follows the end of the document"),
      ("<a/>\n b", "line 2, column 2: something follows the end of the document"),
      ("<a/></a>", "line 1, column 5: something follows the end of the document"),
      ("<a/>\u{0}", "line 1, column 5: something follows the end of the document"),
      ("", "the document is empty"), (" \n", "the document is empty"), ("\u{FEFF}", "the document is empty"),
      ("<!-- a -->", "line 1, column 11: \(truncated)"), ("<?xml version='1.0'?>", "line 1, column 22: \(truncated)"),
      ("<a>", "line 1, column 4: \(truncated)"), ("<a>b", "line 1, column 5: \(truncated)"),
      ("<a b='", "line 1, column 7: \(truncated)"),
      ("<a><!-- b", "line 1, column 10: \(truncated)"), ("<a></a", "line 1, column 7: \(truncated)"),
      (
        "<?xml version='1.0' encoding='UTF-16'?><a/>",
        "line 1, column 1: text encoded as UTF-16 is not supported; save it as UTF-8"
      ),
      (
        "<?xml version='1.0' encoding='iso-8859-1'?><a b='é'/>",
        "line 1, column 50: text encoded as iso-8859-1 is not supported; save it as UTF-8"
      ),
    ])
  func documents(document: String, expected: String) {
    #expect(fault(inXML: document)?.description == expected)
  }

  @Test("text that is not UTF-8")
  func encodings() throws {
    let wide = try #require("<a/>".data(using: .utf16))
    #expect(fault(inXML: wide)?.description == "text encoded as UTF-16 is not supported; save it as UTF-8")
    for (start, end) in [("<a>", "</a>"), ("<a b='", "'/>"), ("<a", "/>"), ("<!--", "--><a/>"), ("<?b ", "?><a/>")] {
      let data = Data(start.utf8) + [0xE9] + Data(end.utf8)
      #expect(fault(inXML: data)?.description == "line 1, column \(start.utf8.count + 1): the text is not valid UTF-8")
    }
  }

  @Test("documents beyond the limits")
  func limits() {
    var limits = DocumentLimits(
      maximumBytes: 100, maximumDepth: 2, maximumNodes: 6, maximumAttributes: 3, maximumNameBytes: 5)
    let cases = [
      ("<a><b/><b/></a>", nil),
      ("<a><b><c/></b></a>", "line 1, column 7: elements are nested more than 2 levels deep"),
      ("<a b='' c='' d=''/>", nil),
      ("<a b='' c='' d='' e=''/>", "line 1, column 19: an element has more than 3 attributes"),
      ("<a:bcd xmlns:a=''/>", "line 1, column 8: the name of an element or attribute has more than 5 bytes"),
      ("<a xmlns='12345'/>", nil), ("<a xmlns='123456'/>", "line 1, column 4: a namespace has more than 5 bytes"),
      ("<abcde/>", nil), ("<abcdef/>", "line 1, column 2: the name of an element or attribute has more than 5 bytes"),
      ("<a>1<b/>2<b/>3</a>", nil),
      ("<a>1<b/>2<b/>3<b/></a>", "line 1, column 15: the document holds more than 6 elements, attributes and texts"),
      (
        "<a b=''>1<b c=''/>2<b/></a>",
        "line 1, column 20: the document holds more than 6 elements, attributes and texts"
      ),
      (
        "<a b=''><b c=''/><b/>2<b/></a>",
        "line 1, column 23: the document holds more than 6 elements, attributes and texts"
      ),
      ("<a>" + String(repeating: " ", count: 100) + "</a>", "the document holds more than 100 bytes"),
    ]
    for (document, expected) in cases {
      #expect(fault(inXML: document, limits: limits)?.description == expected, "\(document)")
    }
    limits = .tree
    let nested = String(repeating: "<a>", count: 8_000)
    #expect(fault(inXML: nested)?.problem == .elementsTooDeep(maximumDepth: 256))
    let attributes = (0...256).map { " a\($0)=''" }.joined()
    #expect(fault(inXML: "<a\(attributes)/>")?.problem == .tooManyAttributes(maximumAttributes: 256))
    #expect(fault(inXML: String(repeating: "<", count: 8) + String(repeating: "a", count: 1_001)) != nil)
  }

  @Test("a document that is cut short at any byte")
  func cutShort() {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?><!-- a --><?b c?>
      <p:a xmlns:p="u" b='&lt;'>é&#65;<![CDATA[<]]><!-- d --><?e?><c/>\r\n</p:a>
      """
    let bytes = Array(text.utf8)
    #expect(fault(inXML: Data(bytes)) == nil)
    for length in bytes.indices {
      #expect(fault(inXML: Data(bytes[..<length])) != nil, "cut to \(length) bytes")
    }
  }
}
