/// The proof of a journal up to an entry: the SHA-256 of the proof before it and of the digest of the entry's line.
///
/// Two journals of a response whose chains are equal at a revision are equal up to it. Where the chains part, so do the
/// journals: a file was copied, restored or edited. The chain of a compacted journal goes on as if nothing had been
/// removed: its checkpoint knows it. An entry that was emptied keeps the digest of its former line, so its place in the
/// chain stays. A collector computes the same chain with `sha256(before || sha256(line))`.
package struct JournalChain: FixedBytes {
  package static let count = 32
  package private(set) var bytes: [UInt8]

  /// The chain of a response before its first entry.
  package init(of stream: StreamName) {
    bytes = PortableSHA256.digest(of: Array("formstate-journal-2".utf8) + stream.bytes)
  }

  package init(counted bytes: [UInt8]) { self.bytes = bytes }

  /// Continues the chain with the line of the next entry, without a line end.
  ///
  /// - Complexity: O(n) for n bytes of the line.
  package mutating func append(_ line: String) { append(LineDigest(of: line)) }

  /// Continues the chain with the next entry. O(1).
  package mutating func append(_ digest: LineDigest) { bytes = PortableSHA256.digest(of: bytes + digest.bytes) }
}

/// The SHA-256 of the canonical line of an entry.
package struct LineDigest: FixedBytes {
  package static let count = 32
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

  package init(counted bytes: [UInt8]) { self.bytes = bytes }
}
