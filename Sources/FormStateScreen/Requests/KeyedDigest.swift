import FormState

/// HMAC-SHA-256 (RFC 2104): proves the possession of a key without revealing it.
package enum KeyedDigest {
  private static let blockSize = 64

  /// The digest of a text under a key, in hexadecimal digits.
  ///
  /// - Complexity: O(n) for n bytes of both.
  package static func hex(of text: String, key: String) -> String {
    let own = Array(key.utf8)
    let short = own.count > blockSize ? sha256(own) : own
    let block = short + [UInt8](repeating: 0, count: blockSize - short.count)
    let inner = sha256(block.map { $0 ^ 0x36 } + Array(text.utf8))
    return sha256(block.map { $0 ^ 0x5C } + inner).hexadecimalText
  }

  private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = PortableSHA256()
    bytes.withUnsafeBytes { digest.update(bufferPointer: $0) }
    return digest.finalize()
  }
}

extension Sequence<UInt8> {
  /// The bytes in hexadecimal digits, two for each.
  var hexadecimalText: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
