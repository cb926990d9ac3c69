import TestSupport

/// Random choices, and the values that readers have trouble with.
struct MutationSource {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Whether something happens that happens once in so many times.
  mutating func happens(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &generator)] }

  /// A place in a list; `nil` if it is empty.
  mutating func place<Value>(in values: [Value]) -> Int? { values.indices.randomElement(using: &generator) }

  /// A number as it may be written.
  mutating func numeral() -> String {
    pick([
      "0", "-0", "1", "-1", "2", "0.5", "-0.0", "1e0", "1e5", "1E400", "-1e-400", "0.1e1", "9007199254740993",
      "2147483647", "2147483648", "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "18446744073709551616", "1e18", "1e19", "12345678901234567890123456789", "0.30000000000000004", "5e-324",
      "1.7976931348623157e308", "00", "+1", "1.", ".5", "0x10", "NaN", "Infinity", "1_000", "٣",
    ])
  }

  /// A text that means something, or is hard to write or compare.
  mutating func word() -> String {
    switch number(0...9) {
    case 0:
      String(repeating: pick(["a", "é", "e\u{301}", "😀", " ", "(", "a\u{301}\u{302}"]), count: pick([40, 300, 5000]))
    case 1: "e" + String(repeating: "\u{301}", count: pick([1, 2, 31, 40, 500]))
    case 2:
      pick(["\u{0}", "\u{1}", "\u{7F}", "\u{FFFE}", "\u{FFFF}", "\u{FEFF}", "\u{202E}x", "\u{2028}", "\r\n", "\t"])
    case 3: pick(["é", "e\u{301}", "ﬁ", "ß", "İ", "i\u{307}", "K", "Å", "A\u{30A}", "각", "\u{1112}\u{1161}", "👩‍👩‍👧"])
    case 4: pick(["true", "false", "null", "none", "0", "1", "-1", "YES", "2026-02-29", "9999-12-31", "0000-01-01"])
    case 5: pick(["23:59:60", "10:00", "2026-11-22T10:00:00Z", "2026-11-22T10:00:00.000+14:00", "1 2 0 0", "1 2; 3 4"])
    case 6: pick(["${a}", "${}", "${a", ".", "..", "{.}", "{a.b}", "{{", "a:1", "a[1]", "a/b", "a=b", "=1+1", "'=1"])
    case 7: pick(["$date", "$data", "__proto__", "key", "title", "constructor", "%s%n", "../..", "a\\b", "\"", "<&>"])
    case 8: numeral()
    default: pick(["", " ", "a", "b", "text", "group", "option"])
    }
  }

  /// How often something is done to be many, and how deep something is to be deep.
  mutating func many() -> Int { pick([2, 3, 17, 120]) }
  mutating func depth() -> Int { pick([1, 2, 8, 30, 70, 130, 255, 257, 400]) }
}
