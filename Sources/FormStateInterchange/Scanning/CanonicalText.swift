import Foundation

/// Text in the form in which Swift compares strings.
///
/// Swift calls “é” in one scalar and “é” in two equal, and so does every `Dictionary` a decoder fills; keys that
/// differ in bytes only would silently replace one another.
enum CanonicalText {
  /// Composes text canonically (NFC).
  ///
  /// - Parameter bytes: valid UTF-8.
  /// - Returns: the same text, so composed that equal strings have equal bytes.
  /// - Complexity: O(*n*).
  static func composed(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.unicodeScalars.allSatisfy(isAlwaysComposed) { return Array(bytes) }
    return Array(text.precomposedStringWithCanonicalMapping.utf8)
  }

  /// Whether a scalar is composed already and never combines with a neighbour.
  ///
  /// The list is short on purpose: it spares the common scripts the slow way and need not be complete.
  ///
  /// - Parameter scalar: the scalar.
  private static func isAlwaysComposed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0000...0x02FF, 0x0400...0x0482, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
      true
    default: false
    }
  }
}
