import FormState
import FormStateInterchange
import Testing

@testable import FormStateCLI

@Suite("Shapes of outputs")
struct ShapeTests {
  /// Every kind of member.
  private struct Everything: Shape {
    enum Word: String, PrintedWord { case one, two }

    struct Part: Shape {
      static let meaning = "A part."

      let number: Int

      static func list<M: PrintedMembers<Self>>(_ m: inout M) {
        m("number", \.number, "A number.")
      }
    }

    struct Inner: Shape {
      static let meaning = "An inner object."

      let text: String

      static func list<M: PrintedMembers<Self>>(_ m: inout M) {
        m("text", \.text, "A text.")
      }
    }

    static let meaning = "Everything."

    var word = Word.one
    var maybe: Word?
    var path: RowPath?
    var value: CellValue?
    var part = Part(number: 7)
    var optionalPart: Inner?
    var inner: Inner?
    var innermost: [Inner] = []
    var flag = false
    var texts: [String] = []
    var left: Double?

    static func list<M: PrintedMembers<Self>>(_ m: inout M) {
      m("word", \.word, "A word.")
      m("maybe", \.maybe, "Perhaps a word.")
      m("path", \.path, "A row path.")
      m("value", \.value, "A value.")
      m.include(\.part)
      m.includeIfAny(\.optionalPart)
      m("inner", \.inner, "An object.")
      m("innermost", \.innermost, "Objects.")
      m.ifAny("flag", \.flag, "A flag.")
      m.ifAny("texts", \.texts, "Texts.")
      m.ifAny("left", \.left, "A number.")
    }
  }

  @Test("A list of members writes what there is, and leaves out or writes null as it says")
  func writing() {
    #expect(
      Everything().line
        == #"{"word":"one","maybe":null,"path":null,"value":null,"number":7,"inner":null,"innermost":[]}"#)
    let full = Everything(
      word: .two, maybe: .one, path: RowPath(section: 1, row: 2), value: .choices(["a", "b"]),
      optionalPart: .init(text: "x"),
      inner: .init(text: "\u{1}"), innermost: [.init(text: "")], flag: true, texts: ["y"], left: 1.5)
    #expect(
      full.line
        == #"{"word":"two","maybe":"one","path":[1,2],"value":["a","b"],"number":7,"text":"x","inner":{"text":"\u0001"},"#
        + #""innermost":[{"text":""}],"flag":true,"texts":["y"],"left":1.5}"#)
    #expect(
      [[1, 2], []].text == "[[1,2],[]]" && [Everything.Part(number: 1)].text == "[\n  {\n    \"number\": 1\n  }\n]")
  }

  @Test("The same list describes them, each with its type and meaning")
  func describing() throws {
    let schema = ShapeDefinitions.schema(of: "x", title: "X", meaning: "An x.", alternatives: [Everything.self])
    #expect(schema["$ref"]?.string == "#/$defs/everything" && schema["$id"]?.string == "urn:formstate:output:x:1")
    let everything = try #require(schema["$defs"]?["everything"])
    #expect(everything["required"]?.line == #"["word","maybe","path","value","number","inner","innermost"]"#)
    let properties = try #require(everything["properties"])
    #expect(
      properties.members.map { "\($0.name) \($0.value.line)" } == [
        #"word {"description":"A word.","enum":["one","two"]}"#,
        #"maybe {"description":"Perhaps a word.","enum":["one","two",null]}"#,
        #"path {"description":"A row path.","type":["array","null"],"items":{"type":"integer","minimum":0},"minItems":2,"#
          + #""maxItems":2}"#,
        #"value {"description":"A value.","type":["string","number","boolean","array","null"],"items":{"type":"string"}}"#,
        #"number {"description":"A number.","type":"integer","minimum":0}"#,
        #"text {"description":"A text.","type":"string"}"#,
        ##"inner {"description":"An object.","anyOf":[{"$ref":"#/$defs/inner"},{"type":"null"}]}"##,
        ##"innermost {"description":"Objects.","type":"array","items":{"$ref":"#/$defs/inner"}}"##,
        #"flag {"description":"A flag.","const":true}"#,
        #"texts {"description":"Texts.","type":"array","items":{"type":"string"}}"#,
        #"left {"description":"A number.","type":"number"}"#,
      ])
    #expect(schema["$defs"]?.members.map(\.name) == ["everything", "inner"])
  }

  @Test("An output of several shapes is one of them")
  func alternatives() {
    let schema = ShapeDefinitions.schema(
      of: "x", title: "X", meaning: "An x.", alternatives: [Everything.Part.self, [[Int]].self])
    #expect(
      schema["anyOf"]?.line
        == ##"[{"$ref":"#/$defs/part"},{"type":"array","items":{"type":"array","items":{"type":"integer","minimum":0}}}]"##
    )
  }
}
