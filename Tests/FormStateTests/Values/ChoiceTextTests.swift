import Foundation
import TestSupport
import Testing

@testable import FormState

@Suite("Several choices as one text")
struct ChoiceTextTests {
  @Test(
    "Any values round-trip through the text",
    arguments: [
      [], ["a"], ["a", "b"], [""], ["a,b", "[c]"], ["\"", "\\", "\\\""], ["line\nend", "\t\u{1}\u{7F}"],
      ["“ü”", "日本", "👍🏽"],
    ])
  func again(values: [String]) throws {
    let text = ChoiceText.text(of: values)
    #expect(ChoiceText.values(of: text) == values)
    #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == values)
  }

  @Test("JSON from other programs is read too, with blanks, escapes and surrogate pairs")
  func escapes() {
    #expect(ChoiceText.values(of: " [ \"a\" ,\n\"b\" ] ") == ["a", "b"])
    #expect(ChoiceText.values(of: #"["\u0041\n\/\ud83d\udc4d"]"#) == ["A\n/👍"])
    #expect(ChoiceText.values(of: "[]") == [])
  }

  @Test(
    "A text that is not a JSON array of strings is refused",
    arguments: [
      "", "a", "a,b", "[", "[]]", "[\"a\"", "[\"a\",]", "[,]", "[a]", "[1]", "[null]", "[[\"a\"]]", "{}",
      "[\"a\" \"b\"]",
      "[\"a\nb\"]", #"["\x"]"#, #"["\u12"]"#, #"["\ud83d"]"#, #"["\ud83d\u0041"]"#, #"["\udc4d"]"#, "[\"a\u{0}\"]",
      "[\"a\"]\u{0}",
    ])
  func refused(text: String) {
    #expect(ChoiceText.values(of: text) == nil)
  }

  @Test("Hostile texts are refused in linear time")
  func hostile() {
    #expect(ChoiceText.values(of: String(repeating: "[", count: 1_000_000)) == nil)
    #expect(ChoiceText.values(of: "[\"" + String(repeating: "a", count: 1_000_000)) == nil)
  }

  @Test("Damaged texts never trap, and readable values round-trip")
  func damaged() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<2000 {
      var bytes = Array(#"["a","\u00e9\ud83d\udc4d","b\\\"c"]"#.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...127, using: &generator)
      }
      guard let values = ChoiceText.values(of: String(decoding: bytes, as: UTF8.self)) else { continue }
      #expect(ChoiceText.values(of: ChoiceText.text(of: values)) == values)
    }
  }
}
