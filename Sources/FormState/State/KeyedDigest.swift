/// HMAC-SHA-256 (RFC 2104): proves the possession of a key without revealing it.
package struct KeyedDigest: Sendable {
  private static let blockSize = 64

  // Both have taken the key in already, which is the same for each text.
  private let inner: PortableSHA256
  private let outer: PortableSHA256

  /// Uses a key.
  package init(key: [UInt8]) {
    let short = key.count > Self.blockSize ? PortableSHA256.digest(of: key) : key
    let block = short + [UInt8](repeating: 0, count: Self.blockSize - short.count)
    inner = Self.begun(with: block.map { $0 ^ 0x36 })
    outer = Self.begun(with: block.map { $0 ^ 0x5C })
  }

  private static func begun(with block: [UInt8]) -> PortableSHA256 {
    var digest = PortableSHA256()
    block.withUnsafeBytes { digest.update(bufferPointer: $0) }
    return digest
  }

  /// The digest of some bytes under the key: 32 bytes.
  ///
  /// - Complexity: O(n) for n bytes.
  package func digest(of bytes: [UInt8]) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    bytes.withUnsafeBytes { inner.update(bufferPointer: $0) }
    inner.finalize().withUnsafeBytes { outer.update(bufferPointer: $0) }
    return outer.finalize()
  }

  /// The digest of a text under a key, in hexadecimal digits.
  ///
  /// - Complexity: O(n) for n bytes of both.
  package static func hex(of text: String, key: String) -> String {
    KeyedDigest(key: Array(key.utf8)).digest(of: Array(text.utf8)).hexadecimalText
  }

  /// Compares in a time that depends on the lengths alone.
  package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
