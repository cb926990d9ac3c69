import Foundation

/// A text that is sought in others, ignoring case and accents.
struct SoughtText {
  private static let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]

  private let text: String
  /// Its bytes without case and accents; `nil` if others than ASCII are left.
  private let plain: [UInt8]?

  /// Prepares a search.
  init(_ text: String) {
    self.text = text
    let folded = Array(text.folding(options: Self.options, locale: nil).utf8)
    plain = folded.allSatisfy { $0 < 0x80 } ? folded : nil
  }

  /// Whether a text contains it. O(n) for n bytes, and little work for each if they are ASCII.
  func isIn(_ other: String) -> Bool {
    if text.isEmpty { return true }
    var other = other
    let found = plain.flatMap { plain in other.withUTF8 { Self.isFound(plain, in: $0) } }
    return found ?? (other.range(of: text, options: Self.options) != nil)
  }

  /// Whether bytes are among others; `nil` if those are not all ASCII.
  private static func isFound(_ sought: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    var isPlain = true
    for byte in bytes where byte >= 0x80 { isPlain = false }
    guard isPlain else { return nil }
    guard let first = sought.first else { return true }
    guard bytes.count >= sought.count else { return false }
    for start in 0...(bytes.count - sought.count) where lower(bytes[start]) == first {
      var length = 1
      while length < sought.count, lower(bytes[start + length]) == sought[length] { length += 1 }
      if length == sought.count { return true }
    }
    return false
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
