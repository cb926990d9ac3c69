/// A character that no text of a form or a response may contain.
///
/// XML 1.0 cannot represent it, so text with it could not be exported in every format. It is refused on every input: by
/// the readers of documents, by the check of a definition, and by every action.
package struct ForbiddenCharacter: Hashable, Sendable, CustomStringConvertible {
  /// The character's code point.
  package let number: UInt32

  /// Creates a forbidden character with a code point.
  package init(number: UInt32) { self.number = number }

  /// Finds the first one in a text; `nil` if there is none.
  ///
  /// - Complexity: O(*n*).
  package init?(firstIn text: some StringProtocol) {
    // A view of scalars costs ten times as much as the bytes.
    if text.utf8.withContiguousStorageIfAvailable({ !$0.contains(where: Self.mayBegin) }) == true { return nil }
    guard let scalar = text.unicodeScalars.first(where: { !Self.isAllowed($0) }) else { return nil }
    number = scalar.value
  }

  /// Whether XML 1.0 can represent a character.
  @inlinable
  package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Whether a UTF-8 byte is a forbidden control character, or may begin another forbidden character.
  @inline(__always)
  private static func mayBegin(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x9 && byte != 0xA && byte != 0xD || byte == 0xEF
  }

  /// The text with “·” in place of each forbidden character, for messages.
  package static func replaced(in text: some StringProtocol) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isAllowed($0) ? $0 : "·" }))
  }

  /// The character by its code point: `the control character U+001B`.
  package var description: String {
    let digits = String(number, radix: 16, uppercase: true)
    return "the control character U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The faults of a text that contains it, and the fix, as clauses without a full stop.
  package var problem: String { "holds \(self), which no XML property list can; remove it" }
}
