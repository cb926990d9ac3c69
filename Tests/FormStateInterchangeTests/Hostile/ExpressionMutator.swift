import TestSupport

/// Changes expressions and other short texts by their tokens.
enum ExpressionMutator {
  private static let pieces = [
    "(", ")", "[", "]", "${", "}", "${n}", "${line}", ".", "..", "/", "//", "*", "+", "-", "--", "=", "!=", "<", ">=",
    "|",
    "and", "or", "div", "mod", "not(", "count(", "sum(", "if(", "position(", "'", "\"", "''", "'a'", "1", "0", "-1",
    "1e309",
    "9223372036854775807", ",", ", ,", "@", "$", ":", "::", "jr:choice-name(", "list('towns')",
    "instance('a')/root/item",
    "regex(., '(a+)+$')", "'(((((((((('", "[position() = 1]", "concat(", "é", "\u{0}", "\n", "{.}", "{{", "}}", "{a.b}",
    "#",
  ]

  /// The text with one or a few tokens changed.
  static func mutated(_ text: String, _ source: inout MutationSource) -> String {
    var tokens = tokens(of: text)
    for _ in 0..<source.pick([1, 1, 1, 2, 4]) {
      guard let place = source.place(in: tokens) else {
        tokens.append(source.pick(pieces))
        continue
      }
      switch source.number(0...8) {
      case 0: tokens.remove(at: place)
      case 1: tokens.insert(tokens[place], at: place)
      case 2: tokens.swapAt(place, source.place(in: tokens) ?? place)
      case 3: tokens[place] = source.numeral()
      case 4: tokens[place] = source.word()
      case 5: tokens = deep(tokens, &source)
      case 6: tokens.insert(contentsOf: Array(repeating: tokens[place], count: source.many()), at: place)
      default: tokens.insert(source.pick(pieces), at: place)
      }
    }
    return tokens.joined()
  }

  /// The whole inside of many operators or calls.
  private static func deep(_ tokens: [String], _ source: inout MutationSource) -> [String] {
    let count = source.depth()
    let (before, after) = source.pick([
      ("(", ")"), ("not(", ")"), ("- ", ""), ("1 + ", ""), ("concat(", ", 'a')"), ("", "[1]"),
    ])
    return Array(repeating: before, count: count) + tokens + Array(repeating: after, count: count)
  }

  /// Words, runs of white space, and single other characters.
  static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var kind = -1
    for character in text {
      let next = character.isLetter || character.isNumber || character == "-" ? 0 : character.isWhitespace ? 1 : 2
      if next == kind, next < 2 {
        tokens[tokens.count - 1].append(character)
      } else {
        tokens.append(String(character))
      }
      kind = next
    }
    return tokens
  }
}
