/// A text with gaps for parts that are not known yet, each marked by a character.
///
/// Processes its characters one by one: a survey has thousands of such texts, and regular expressions took as long for
/// them as all the rest of an import.
struct TextWithGaps {
  /// The mark of a gap.
  static let gap: Character = "\u{FFFC}"

  private static let brackets: [(open: Character, close: Character)] = [
    ("\"", "\""), ("'", "'"), ("“", "”"), ("‘", "’"), ("«", "»"), ("(", ")"), ("[", "]"),
  ]
  private static let ends: Set<Character> = ["?", "!", ".", ",", ":", ";", ")", "]", "…"]
  private static let beginnings: Set<Character> = [",", ":", ";", ".", "!", "?", "–", "-"]

  private var characters: [Character]

  /// Makes a text whose lines have single blanks.
  init(_ text: String) { characters = Array(text) }

  /// The text without its gaps and the characters that belong only to them; empty if nothing is left.
  ///
  /// - Complexity: O(n) in the length of the text.
  var name: String {
    var text = self
    for (open, close) in Self.brackets { text.unwrapGaps(between: open, and: close) }
    text.dropPossessives()
    text.closeGapsBeforeEnds()
    let left = String(text.characters.map { $0 == Self.gap ? " " : $0 }).inLines
    let name = left.drop { Self.beginnings.contains($0) || $0.isWhitespace }
    return name.contains { $0.isLetter || $0.isNumber } ? String(name) : ""
  }

  /// Reduces a gap in quotation marks or brackets to the gap.
  private mutating func unwrapGaps(between open: Character, and close: Character) {
    guard characters.contains(open) else { return }
    var left: [Character] = []
    var position = 0
    while position < characters.count {
      let isWrapped =
        characters[position] == open && characters.element(at: position + 1) == Self.gap
        && characters.element(at: position + 2) == close
      left.append(isWrapped ? Self.gap : characters[position])
      position += isWrapped ? 3 : 1
    }
    characters = left
  }

  /// Drops “'s” after a gap.
  private mutating func dropPossessives() {
    var left: [Character] = []
    var position = 0
    while position < characters.count {
      left.append(characters[position])
      position += 1
      guard left.last == Self.gap, let mark = characters.element(at: position), mark == "'" || mark == "’",
        characters.element(at: position + 1) == "s", endsWord(before: position + 2)
      else { continue }
      position += 2
    }
    characters = left
  }

  /// Whether a word ends before a position: no letter follows, and none after a mark that occurs within words.
  private func endsWord(before position: Int) -> Bool {
    guard let next = characters.element(at: position) else { return true }
    if next.isLetter || next.isNumber || next == "_" { return false }
    let isWithinWords = next == "'" || next == "’" || next == "." || next == ":"
    return !isWithinWords || characters.element(at: position + 1)?.isLetter != true
  }

  /// Drops gaps before the end of a sentence or clause, with the white space around them.
  private mutating func closeGapsBeforeEnds() {
    var left: [Character] = []
    var position = 0
    while position < characters.count {
      let character = characters[position]
      position += 1
      guard character == Self.gap else {
        left.append(character)
        continue
      }
      let next = characters[position...].firstIndex { !$0.isWhitespace }
      if let next, Self.ends.contains(characters[next]) {
        while left.last?.isWhitespace == true { left.removeLast() }
        position = next
      } else {
        left.append(character)
      }
    }
    characters = left
  }
}
