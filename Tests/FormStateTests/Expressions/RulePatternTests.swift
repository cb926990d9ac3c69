import TestSupport
import Testing

@testable import FormState

@Suite("Patterns of regex")
struct RulePatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    var budget = RuleBudget()
    return try RulePattern(pattern).matches(text, budget: &budget)
  }

  /// Whether a pattern matches anywhere in a text.
  private func isFound(_ pattern: String, _ text: String) throws -> Bool {
    try matches("[^]*(?:\(pattern))[^]*", text)
  }

  @Test(
    "The whole text must match",
    arguments: [
      ("[0-9]{10}", "1234567890", true), ("[0-9]{10}", "12345678901", false), ("[0-9]{10}", "x1234567890", false),
      ("a|ab", "ab", true), ("ab|a", "ab", true), ("", "", true), ("", "a", false), ("a*", "aab", false),
      ("^a", "ab", false), ("^ab$", "ab", true), (".*b.*", "abc", true), ("(a|b)*c", "ababc", true), ("a?", "", true),
    ])
  func whole(pattern: String, text: String, expected: Bool) throws {
    #expect(try matches(pattern, text) == expected)
  }

  @Test(
    "Patterns are found anywhere in the text unless they are anchored",
    arguments: [
      ("b", "abc", true), ("^b", "abc", false), ("c$", "abc", true), ("^abc$", "abc", true), ("", "", true),
      ("^$", "x", false),
      ("a|bc|d", "xbcx", true), ("^(a|b)*$", "abba", true), ("^(a|b)*$", "abca", false), ("^a?b$", "b", true),
      ("^a+$", "", false), ("^a*$", "", true), ("^a{2}$", "aa", true), ("^a{2}$", "aaa", false),
      ("^a{2,}$", "aaaa", true),
      ("^a{2,3}$", "aaaa", false), ("^a{0,1}b$", "b", true), ("^(ab){2}$", "abab", true), ("^a{0}$", "", true),
      ("^[a-c]+$", "abc", true), ("^[^a-c]+$", "xyz", true), ("[^a]", "a", false), ("^[a-]+$", "a-", true),
      ("^[-a]+$", "a-", true),
      ("^[]]", "]", false), ("^[\\]]$", "]", true), ("^[a\\-z]+$", "-", true), ("^[\\d-x]+$", "1-x", true),
      ("^\\d{3}$", "123", true),
      ("\\D", "123", false), ("^\\w+$", "a_1", true), ("\\W", "é", true), ("^\\s$", "\u{A0}", true),
      ("^\\S$", "a", true),
      ("^.$", "😀", true), ("^.$", "\n", false), ("^\\.$", ".", true), ("^\\.$", "x", false),
      ("\\bcat\\b", "a cat!", true),
      ("\\bcat\\b", "concat", false), ("\\Bcat", "concat", true), ("^\\u00e9$", "é", true), ("^\\u{1F600}$", "😀", true),
      ("^\\x41$", "A", true), ("^\\t$", "\t", true), ("^[\\w.]+@[\\w.]+$", "a.b@c.d", true), ("^a{,2}$", "a{,2}", true),
      ("^a{x}$", "a{x}", true), ("^}$", "}", true), ("^(?:a|b)c$", "bc", true), ("^(?<year>[0-9]{4})$", "2024", true),
      ("^a+?$", "aa", true), ("^a{1,2}?$", "aa", true), ("^(a*)*$", "aaa", true), ("^(a*)*$", "b", false),
      ("(|a)+", "", true),
      ("^[^\\d\\s]+$", "ab", true), ("^[^\\D]+$", "12", true), ("^[\\W\\d]+$", "-1", true), ("[]", "x", false),
      ("[^]", "x", true),
      ("^[à-ÿ]$", "é", true), ("^[\\b]$", "\u{8}", true), ("a$b", "ab", false), ("^\\$\\^$", "$^", true),
      ("(^a|b$)", "xb", true),
      ("^$", "", true), ("^[A-Z]{2}-[0-9]{3,5}$", "AB-1234", true),
    ])
  func found(pattern: String, text: String, expected: Bool) throws {
    #expect(try isFound(pattern, text) == expected)
  }

  @Test(
    "A pattern that is invalid or cannot be linear is refused with an explanation",
    arguments: [
      ("(a)\\1", "“\\1” refers back to a group, which would take exponential time; write the possible texts instead"),
      (
        "(?<n>a)\\k<n>",
        "“\\k” refers back to a group, which would take exponential time; write the possible texts instead"
      ),
      ("a(?=b)", "“(?=…)” looks around, which is not supported; join several regex() with and, or not()"),
      ("a(?!b)", "“(?!…)” looks around, which is not supported; join several regex() with and, or not()"),
      ("(?<=a)b", "“(?<=…)” looks around, which is not supported; join several regex() with and, or not()"),
      ("(?<!a)b", "“(?<!…)” looks around, which is not supported; join several regex() with and, or not()"),
      ("(?i)a", "“(?i” is not a supported group; write ( or (?:"),
      ("(?", "“(?” is not a supported group; write ( or (?:"),
      ("\\p{L}", "“\\p” is not supported; write the characters as ranges, such as [A-Za-zÀ-ÿ]"),
      ("[\\P{L}]", "“\\P” is not supported; write the characters as ranges, such as [A-Za-zÀ-ÿ]"),
      ("\\q", "“\\q” is not a valid escape; write the character without the backslash"),
      ("\\x4", "“\\x” is not a valid escape; write the character without the backslash"),
      ("\\u{110000}", "“\\u” is not a valid escape; write the character without the backslash"),
      ("(a", "“(” is never closed; write \\( for the character itself"),
      ("[a", "“[” is never closed; write \\[ for the character itself"),
      ("a\\", "“\\” is never closed; write \\\\ for the character itself"),
      ("(?<n", "“(” is never closed; write \\( for the character itself"),
      ("a)", "“)” has no “(”; write \\) for the character itself"),
      ("*a", "“*” has nothing before it to repeat; write \\* for the character itself"),
      ("a|+", "“+” has nothing before it to repeat; write \\+ for the character itself"),
      ("a**", "“*” has nothing before it to repeat; write \\* for the character itself"),
      ("^*", "“*” has nothing before it to repeat; write \\* for the character itself"),
      ("[z-a]", "the range “z-a” ends before it begins"),
      ("[a-\\d]", "the range “a-\\d” ends before it begins"),
      ("a{3,2}", "“{3,2}” is not a valid count; write the minimum before the maximum, at most 1,000"),
      ("a{1001}", "“{1001}” is not a valid count; write the minimum before the maximum, at most 1,000"),
      (
        "a{99999999999999999999}",
        "“{99999999999999999999}” is not a valid count; write the minimum before the maximum, at most 1,000"
      ),
      ("(a{1000}){1000}", "it has more than 10,000 states; use smaller counts"),
      ("((((a{100}){100}){100}){100}){100}", "it has more than 10,000 states; use smaller counts"),
      ("(((((){1000}){1000}){1000}){1000}){1000}", "it has more than 10,000 states; use smaller counts"),
      ("((((){0,1000}){0,1000}){0,1000}){0,1000}", "it has more than 10,000 states; use smaller counts"),
      (String(repeating: "(", count: 20_000), "its groups are nested more than 32 levels deep"),
    ])
  func refused(pattern: String, problem: String) {
    let error = #expect(throws: RulePatternError.self) { try RulePattern(pattern) }
    #expect(error?.description == problem)
  }

  @Test(
    "Patterns that backtrack in other engines take linear steps",
    arguments: ["(a+)+$", "(a|aa)+$", "^(a*)*$", "(a|a)*b$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){12}$"])
  func linear(pattern: String) throws {
    let automaton = try RulePattern(pattern)
    func steps(_ count: Int) throws -> Int {
      var budget = RuleBudget(steps: .max)
      #expect(try !automaton.matches(String(repeating: "a", count: count) + "!", budget: &budget))
      return .max - budget.stepsLeft
    }
    let (once, twice) = (try steps(1000), try steps(2000))
    #expect(Double(twice) <= 2.1 * Double(once))
    #expect(twice <= 2002 * (automaton.stateCount + 1))
  }

  @Test("A class of thousands of ranges matches within the budget")
  func classes() throws {
    let scalars = (0..<5000).compactMap { Unicode.Scalar(0x4E00 + 2 * $0) }
    let pattern = "^[" + String(String.UnicodeScalarView(scalars.reversed())) + "]+$"
    let text = String(String.UnicodeScalarView((0..<3).flatMap { _ in scalars }))
    #expect(try isFound(pattern, text))
    #expect(try !isFound(pattern, text + "\u{4E01}"))
  }

  @Test("A pattern matches exactly where Swift's Regex matches")
  func asSwiftFinds() throws {
    for seed in TestSeeds.seeds(20, full: 1000) {
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<10 {
        let pattern = Self.pattern(levels: 3, using: &generator)
        let reference = try Regex(pattern).matchingSemantics(.unicodeScalar).wordBoundaryKind(.simple)
        for _ in 0..<5 {
          let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
            "abc-".randomElement(using: &generator) ?? "a"
          }
          #expect(
            try isFound(pattern, String(text)) == (String(text).firstMatch(of: reference) != nil),
            "FORMSTATE_TEST_SEED=\(seed): \(pattern) in \(String(text))")
        }
      }
    }
  }

  private static func pattern(levels: Int, using generator: inout SeededGenerator) -> String {
    let atoms = ["a", "b", ".", "[ab]", "[^a]", "\\w", "\\b", "^", "$", "-"]
    guard levels > 0 else { return atoms.randomElement(using: &generator) ?? "a" }
    let inner = (0..<Int.random(in: 1...3, using: &generator)).map { _ in pattern(levels: levels - 1, using: &generator)
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return "(" + inner.joined(separator: "|") + ")"
    case 1: return "(" + inner.joined() + ")" + (["*", "+", "?", "{1,2}"].randomElement(using: &generator) ?? "")
    default: return inner.joined()
    }
  }
}
