import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Titles from labels with outputs")
struct TextWithGapsTests {
  /// The same with regular expressions.
  private static func oracle(_ given: String) -> String {
    let gap = "\u{FFFC}"
    var text = given
    for (open, close) in [("\"", "\""), ("'", "'"), ("“", "”"), ("‘", "’"), ("«", "»"), ("(", ")"), ("[", "]")] {
      text = text.replacing("\(open)\(gap)\(close)", with: gap)
    }
    text = text.replacing(/\x{FFFC}['’]s\b/, with: gap).replacing(/\s*\x{FFFC}\s*(?=[?!.,:;)\]…])/, with: "")
    text = text.replacing(gap, with: " ").collapsed.replacing(/^[,:;.!?\s–-]+/, with: "")
    return text.contains { $0.isLetter || $0.isNumber } ? text : ""
  }

  @Test("Any text gives the same title as with regular expressions", arguments: TestSeeds.seeds(40, full: 2_000))
  func equality(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "\u{FFFC}", "\u{FFFC}", "\u{FFFC}", " ", "(", ")", "“", "”", "'", "'s", "’s", "\"", "?", "!", ".", ",", "…", "-",
      "–", "a",
      "Age", "é", "7", "[", "]", ":", "s", "_",
    ]
    for _ in 0..<50 {
      let count = Int.random(in: 0...12, using: &generator)
      let text = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined().collapsed
      #expect(TextWithGaps(text).name == Self.oracle(text), "“\(text)”; replay with FORMSTATE_TEST_SEED=\(seed)")
    }
  }

  @Test(
    "White space is collapsed in any script",
    arguments: [
      ("", ""), ("a b", "a b"), (" a", "a"), ("a ", "a"), ("a  b", "a b"), ("a\n\tb", "a b"), ("a\u{A0}b", "a b"),
      ("é à Ž", "é à Ž"), ("a\u{2003}b", "a b"), ("я и ты", "я и ты"), ("a\u{85}b", "a b"), ("a\u{3000}b", "a b"),
    ])
  func collapsed(text: String, expected: String) {
    #expect(text.collapsed == expected)
    #expect(text.collapsed == text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
