import Foundation
import Testing

@testable import FormStateInterchange

@Suite("JSONReader")
struct JSONReaderTests {
  /// The fault in a document with any outermost type.
  private func problem(_ text: String) -> DocumentProblem? {
    problem(Array(text.utf8))
  }

  /// The fault in bytes.
  private func problem(_ bytes: [UInt8]) -> DocumentProblem? {
    bytes.withUnsafeBytes { buffer in
      do throws(DocumentFault) {
        _ = try JSONReader.read(DocumentBytes(buffer))
        return nil
      } catch {
        return error.problem
      }
    }
  }

  @Test(
    "accepts what RFC 8259 allows",
    arguments: [
      "{}", "[]", " [ ] ", "null", "true", "\"\"", "-0", "0.5", "1e5", "1E+5", "1.25e-3",
      "[1,[2,{\"a\":null}]]",
      #"{"a\"b":"\\\/\n\r\t\u00e9\ud83d\ude00"}"#, "{\"名前\":\"日本語 😀 and enough to fill a word\"}",
      "1e-400", "\u{FEFF}{}", #"["\u0009\u007f"]"#, "\"\u{7F}\"",
    ])
  func accepts(text: String) {
    #expect(problem(text) == nil)
  }

  @Test(
    "refuses what RFC 8259 does not allow",
    arguments: [
      "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "[1 2]", "{\"a\" 1}", "{\"a\",1}", "[}", "{]", "tru_", "True",
      "nul!", "[,1]", "{1:2}", "[\"\\x\"]", "[\"\\u12g4\"]", "[\"tab\there\"]", "// x\n1", "]", "[NaN]",
      "[Infinity]",
    ])
  func refuses(text: String) throws {
    guard case .malformed = try #require(problem(text)) else {
      Issue.record("refused for another reason: \(String(describing: problem(text)))")
      return
    }
  }

  @Test(
    "a document cut short anywhere is truncated",
    arguments: ["[1,{\"a\":\"b\\u00e9\\n\",\"c\":[true,-1.5e+3]}]"])
  func truncated(text: String) {
    let bytes = Array(text.utf8)
    for length in 1..<bytes.count {
      #expect(problem(Array(bytes[..<length])) == .truncated, "cut to \(length) bytes")
    }
  }

  @Test(
    "numbers must follow the grammar",
    arguments: ["01", "-01", "1.", "1.e5", "-", "-x", "1e", "1e+x", ".5", "+1"])
  func numberGrammar(text: String) {
    #expect(problem("[\(text)]") != nil)
  }

  @Test(
    "numbers beyond Double are refused",
    arguments: ["1e400", "-1e309", String(repeating: "9", count: 400)])
  func infiniteNumbers(text: String) {
    #expect(problem(text) == .invalidNumber("a number is too large to be represented"))
  }

  @Test("numbers with a million digits are read quickly")
  func longNumbers() {
    #expect(problem("0." + String(repeating: "3", count: 1_000_000)) == nil)
    #expect(problem(String(repeating: "3", count: 1_000_000)) != nil)
  }

  @Test("keys are compared after unescaping, and as Swift compares strings")
  func duplicateKeys() {
    #expect(problem(#"{"a":1,"\u0061":2}"#) == .duplicateKey("a"))
    #expect(problem(#"{"\/":1,"/":2}"#) == .duplicateKey("/"))
    #expect(problem("{\"\u{E9}\":1,\"e\u{301}\":2}") == .duplicateKey("\u{E9}"))
    #expect(problem("{\"K\":1,\"\u{212A}\":2}") == .duplicateKey("K"))
    #expect(problem(#"{"":1,"":2}"#) == .duplicateKey(""))
    #expect(problem(#"{"a":1,"A":2,"b":3}"#) == nil)
  }

  @Test("an unpaired surrogate is refused", arguments: [#"\ud800"#, #"\udc00"#, #"\ud800\u0041"#, #"\ud800x"#])
  func loneSurrogates(text: String) {
    #expect(problem("[\"\(text)\"]") == .malformed("half of a surrogate pair is unpaired"))
  }

  @Test(
    "invalid UTF-8 is refused",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
      [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    #expect(problem([0x22] + bytes + [0x22]) == .invalidUTF8)
  }

  @Test("anything after the outermost value is refused", arguments: ["{} x", "[1]]", "1 2", "{}{}", "{}\u{0}"])
  func trailingContent(text: String) {
    #expect(problem(text) == .trailingContent)
  }

  @Test(
    "characters that XML cannot contain are refused with their place, in texts and keys",
    arguments: [
      (#"["a\b"]"#, 0x8, 4), (#"["\f"]"#, 0xC, 3), (#"["é\u0000"]"#, 0, 4), (#"{"\u001f":1}"#, 0x1F, 3),
      ("[\"\u{FFFE}\"]", 0xFFFE, 3), (#"["\uffff"]"#, 0xFFFF, 3),
    ] as [(String, UInt32, Int)])
  func forbiddenCharacters(text: String, character: UInt32, column: Int) {
    let expected = DocumentFault(problem: .forbiddenCharacter(character), place: .text(line: 1, column: column))
    #expect(fault(in: text) == expected)
  }
}
