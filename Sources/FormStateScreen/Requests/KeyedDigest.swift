import FormState

/// HMAC-SHA-256 (RFC 2104): proves the possession of a key without revealing it.
package enum KeyedDigest {
  private static let blockSize = 64

  /// The digest of a text under a key, in hexadecimal digits.
  ///
  /// - Complexity: O(n) for n bytes of both.
  package static func hex(of text: String, key: String) -> String {
    let own = Array(key.utf8)
    let short = own.count > blockSize ? PortableSHA256.digest(of: own) : own
    let block = short + [UInt8](repeating: 0, count: blockSize - short.count)
    let inner = PortableSHA256.digest(of: block.map { $0 ^ 0x36 } + Array(text.utf8))
    return PortableSHA256.digest(of: block.map { $0 ^ 0x5C } + inner).hexadecimalText
  }
}
