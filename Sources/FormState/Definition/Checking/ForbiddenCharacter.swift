/// A character that no text of a form or a response may hold.
///
/// XML 1.0 has no notation for it, so what came in with it could not go out in every format. It is refused wherever a
/// text comes in: by the readers of documents, by the check of a definition, and by every action.
package struct ForbiddenCharacter: Hashable, Sendable, CustomStringConvertible {
  /// The number of the character.
  package let number: UInt32

  /// Names a character that was found.
  package init(number: UInt32) { self.number = number }

  /// The first one in a text; `nil` when the text may be kept.
  ///
  /// - Complexity: O(*n*).
  package init?(firstIn text: some StringProtocol) {
    // A view of scalars costs ten times as much as the bytes it looks at.
    if text.utf8.withContiguousStorageIfAvailable({ !$0.contains(where: Self.mayBegin) }) == true { return nil }
    guard let scalar = text.unicodeScalars.first(where: { !Self.isAllowed($0) }) else { return nil }
    number = scalar.value
  }

  /// Whether XML 1.0 can hold a character.
  @inlinable
  package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Whether a byte of UTF-8 is such a control character, or begins what may be another such character.
  @inline(__always)
  private static func mayBegin(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x9 && byte != 0xA && byte != 0xD || byte == 0xEF
  }

  /// A text with “·” in the place of each such character, for messages.
  package static func replaced(in text: some StringProtocol) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isAllowed($0) ? $0 : "·" }))
  }

  /// The character by its number: `the control character U+001B`.
  package var description: String {
    let digits = String(number, radix: 16, uppercase: true)
    return "the control character U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// What is wrong with a text that holds it, and what to do, as clauses without a full stop.
  package var problem: String { "holds \(self), which no XML property list can; remove it" }
}
