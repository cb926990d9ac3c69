/// The proof of a journal up to an entry: the SHA-256 of the proof before it and of the digest of the entry's line.
///
/// Two journals of a response whose chains are equal at a revision are equal up to it. Where the chains part, so do the
/// journals: a file was copied, restored or edited. The chain of a compacted journal goes on as if nothing had been
/// removed: its checkpoint knows it. An entry that was emptied keeps the digest of its former line, so its place in the
/// chain stays. A collector computes the same chain with `sha256(before || sha256(line))`.
package struct JournalChain: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes.
  package private(set) var bytes: [UInt8]

  /// The chain of a response before its first entry.
  package init(of stream: StreamName) {
    bytes = PortableSHA256.digest(of: Array("formstate-journal-2".utf8) + stream.bytes)
  }

  /// Takes over the 32 bytes of a chain; `nil` for another number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Reads 64 hexadecimal digits; `nil` for any other text.
  package init?(_ text: String) {
    guard let bytes = [UInt8](hexadecimal: text) else { return nil }
    self.init(bytes: bytes)
  }

  /// Continues the chain with the line of the next entry, without a line end.
  ///
  /// - Complexity: O(n) for n bytes of the line.
  package mutating func append(_ line: String) { append(LineDigest(of: line)) }

  /// Continues the chain with the next entry. O(1).
  package mutating func append(_ digest: LineDigest) { bytes = PortableSHA256.digest(of: bytes + digest.bytes) }

  /// The chain as 64 lower-case hexadecimal digits.
  package var description: String { bytes.hexadecimalText }
}

/// The SHA-256 of the canonical line of an entry.
package struct LineDigest: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// The digest of a line, without a line end.
  ///
  /// - Complexity: O(n) for n bytes of the line.
  package init(of line: String) {
    var hash = PortableSHA256()
    var line = line
    line.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    bytes = hash.finalize()
  }

  /// Takes over the 32 bytes of a digest; `nil` for another number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Reads 64 hexadecimal digits; `nil` for any other text.
  package init?(_ text: String) {
    guard let bytes = [UInt8](hexadecimal: text) else { return nil }
    self.init(bytes: bytes)
  }

  /// The digest as 64 lower-case hexadecimal digits.
  package var description: String { bytes.hexadecimalText }
}
