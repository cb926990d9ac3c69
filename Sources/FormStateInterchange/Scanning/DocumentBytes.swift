/// A read-only view of a document's bytes in which no offset can reach outside of it.
///
/// Reading past the end gives a zero byte. No text format allows a zero byte, so a scanner that meets one takes
/// its ordinary "not what was expected" path, and the hot loops need no second test for the end.
struct DocumentBytes {
  /// The bytes; they outlive the view because a scan runs inside the closure that lends them.
  private let buffer: UnsafeRawBufferPointer

  /// How many bytes the document has.
  let count: Int

  /// Views a buffer as a document.
  ///
  /// - Parameter buffer: bytes that stay valid as long as the view is in use.
  init(_ buffer: UnsafeRawBufferPointer) {
    self.buffer = buffer
    self.count = buffer.count
  }

  /// The byte at an offset, or zero when the offset lies outside of the document.
  ///
  /// - Parameter offset: any number.
  @inline(__always)
  subscript(_ offset: Int) -> UInt8 {
    // One unsigned comparison refuses negative offsets as well.
    UInt(bitPattern: offset) < UInt(bitPattern: count) ? buffer[offset] : 0
  }

  /// The bytes of a range, cut off at the end of the document.
  ///
  /// - Parameter range: any range.
  subscript(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[range.clamped(to: 0..<count)])
  }

  /// Eight bytes as a little-endian word, so that the lowest bits are the first byte.
  ///
  /// - Parameter offset: any number.
  /// - Returns: the word, or `nil` when the document has not eight bytes there.
  @inline(__always)
  func word(at offset: Int) -> UInt64? {
    guard offset >= 0, offset <= count - 8 else { return nil }
    return UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// A big-endian unsigned integer of up to eight bytes.
  ///
  /// - Parameters:
  ///   - offset: where the integer begins.
  ///   - width: how many bytes it has, from 1 to 8.
  /// - Returns: the integer; bytes outside of the document count as zero.
  @inline(__always)
  func bigEndian(at offset: Int, width: Int) -> UInt64 {
    var value: UInt64 = 0
    for step in 0..<width { value = value << 8 | UInt64(self[offset + step]) }
    return value
  }

  /// Whether some ASCII text stands at an offset.
  ///
  /// - Parameters:
  ///   - text: the text to look for.
  ///   - offset: where to look.
  func matches(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, text.utf8CodeUnitCount <= count - offset else { return false }
    return text.withUTF8Buffer { expected in
      expected.indices.allSatisfy { self[offset + $0] == expected[$0] }
    }
  }

  /// Finds some ASCII text.
  ///
  /// - Parameters:
  ///   - text: the text to look for; not empty.
  ///   - start: where to begin.
  /// - Returns: the offset of the first occurrence, or `nil`.
  /// - Complexity: O(*n*) for the short texts a scanner looks for.
  func firstOffset(of text: StaticString, from start: Int) -> Int? {
    guard let first = text.withUTF8Buffer({ $0.first }) else { return nil }
    var offset = start
    while offset < count {
      if self[offset] == first, matches(text, at: offset) { return offset }
      offset += 1
    }
    return nil
  }
}
