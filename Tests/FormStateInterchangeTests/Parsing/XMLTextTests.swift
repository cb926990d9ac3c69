import Foundation
import Testing

@testable import FormStateInterchange

@Suite("XMLTree as text")
struct XMLTextTests {
  @Test(
    "an element is written as it was read",
    arguments: [
      "<a/>", "<a>b<c/>d<e f=\"g\"/></a>", "<a b=\"&quot;&lt;&amp;&#9;&#10;&#13;>'\">&lt;&amp;&gt;&#13;\"'\n\t</a>",
      "<p:a xmlns:p=\"u&amp;v\" p:b=\"c\"><p:d xmlns:p=\"w\"/></p:a>", "<a xmlns=\"u\"><b xmlns=\"\"/></a>",
      "<a xml:lang=\"en\">日本語 😀</a>",
    ])
  func asRead(text: String) throws {
    #expect(try tree(text).root.xmlText() == text)
  }

  @Test("comments are removed, and the texts beside them are joined")
  func plain() throws {
    #expect(try tree("<a>b<!-- c --><![CDATA[<]]>d<?e?></a>").root.xmlText() == "<a>b&lt;d</a>")
  }

  @Test(
    "outer namespace declarations are repeated where they are needed",
    arguments: [
      ("<p:b/>", "<p:b xmlns:p=\"1\"/>"), ("<b/>", "<b xmlns=\"0\"/>"),
      ("<b q:c=\"\"/>", "<b xmlns=\"0\" xmlns:q=\"2\" q:c=\"\"/>"),
      ("<p:b><c q:d=\"\"/></p:b>", "<p:b xmlns=\"0\" xmlns:p=\"1\" xmlns:q=\"2\"><c q:d=\"\"/></p:b>"),
      ("<b xmlns=\"\"/>", "<b xmlns=\"\"/>"), ("<p:b xmlns:p=\"3\"/>", "<p:b xmlns:p=\"3\"/>"),
      ("<p:b ref=\"/data/q:c\"/>", "<p:b xmlns:p=\"1\" xmlns:q=\"2\" ref=\"/data/q:c\"/>"),
      ("<p:b>see q:c</p:b>", "<p:b xmlns:p=\"1\" xmlns:q=\"2\">see q:c</p:b>"),
      ("<p:b>see aq:c, q c, :</p:b>", "<p:b xmlns:p=\"1\">see aq:c, q c, :</p:b>"),
    ])
  func inherited(written: String, expected: String) throws {
    let root = try tree("<a xmlns=\"0\" xmlns:p=\"1\" xmlns:q=\"4\"><i xmlns:q=\"2\">\(written)</i></a>").root
    let element = try #require(root.elements.first?.elements.first)
    #expect(element.xmlText() == expected)
    #expect(try tree(expected).root == element)
  }

  @Test("the default namespace is declared if it differs from the surrounding one")
  func placed() throws {
    let root = try tree("<a xmlns=\"0\"><b/><c xmlns=\"\"><d/></c></a>").root
    #expect(root.elements[0].xmlText(within: "0") == "<b/>")
    #expect(root.elements[0].xmlText(within: "1") == "<b xmlns=\"0\"/>")
    #expect(root.elements[1].elements[0].xmlText(within: "0") == "<d xmlns=\"\"/>")
    #expect(root.elements[1].elements[0].xmlText() == "<d/>")
    #expect(try tree("<p:a xmlns:p=\"0\"><p:b/></p:a>").root.elements[0].xmlText(within: "1") == "<p:b xmlns:p=\"0\"/>")
  }

  @Test(
    "elements are equal if their content is, whatever their prefixes",
    arguments: [
      ("<a xmlns='u' b='c'>d</a>", "<p:a xmlns:p='u' b=\"c\"><![CDATA[d]]></p:a>", true), ("<a/>", "<a></a>", true),
      ("<a/>", "<a xmlns='u'/>", false), ("<a b=''/>", "<a/>", false), ("<a><b/>c</a>", "<a>c<b/></a>", false),
      ("<a><b><c/></b></a>", "<a><b><d/></b></a>", false), ("<a>\u{E9}</a>", "<a>e\u{301}</a>", false),
      ("<a><b/><b/></a>", "<a><b/></a>", false),
    ])
  func equality(one: String, other: String, areEqual: Bool) throws {
    let (left, right) = (try tree(one).root, try tree(other).root)
    #expect((left == right) == areEqual)
    #expect(!areEqual || left.hashValue == right.hashValue)
  }
}
