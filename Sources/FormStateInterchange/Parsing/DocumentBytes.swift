/// A read-only view of a document's bytes in which no offset can reach outside of it.
///
/// Reading past the end returns a zero byte. No text format allows a zero byte, so a scanner that meets one takes its
/// ordinary "unexpected byte" path, and the hot loops need no second test for the end.
struct DocumentBytes {
  /// The bytes; they outlive the view because a reader runs inside the closure that lends them.
  private let buffer: UnsafeRawBufferPointer

  /// How many bytes the document has.
  let count: Int

  /// The position of the bytes in a longer document; `nil` if they are its beginning.
  let start: DocumentPosition?

  /// Views a buffer as a document.
  ///
  /// - Parameters:
  ///   - buffer: bytes that stay valid as long as the view is in use.
  ///   - start: their position in a longer document; `nil` if they are its beginning.
  init(_ buffer: UnsafeRawBufferPointer, from start: DocumentPosition? = nil) {
    self.buffer = buffer
    self.count = buffer.count
    self.start = start
  }

  /// The byte at an offset, or zero when the offset is outside of the document.
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

  /// Eight bytes as a little-endian word: the lowest bits are the first byte.
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
  ///   - offset: the position of the integer.
  ///   - width: how many bytes it has, from 1 to 8.
  /// - Returns: the integer; bytes outside of the document count as zero.
  @inline(__always)
  func bigEndian(at offset: Int, width: Int) -> UInt64 {
    if let word = word(at: offset) { return word.byteSwapped >> UInt64(64 - 8 * width) }
    var value: UInt64 = 0
    for step in 0..<width { value = value << 8 | UInt64(self[offset + step]) }
    return value
  }

  /// Whether two offsets have the same bytes.
  ///
  /// - Parameters:
  ///   - length: how many bytes are compared; those outside of the document count as zero.
  ///   - offset: the first position.
  ///   - other: the second position.
  func isSame(_ length: Int, at offset: Int, as other: Int) -> Bool {
    var step = 0
    while step + 8 <= length, let word = word(at: offset + step), word == self.word(at: other + step) { step += 8 }
    while step < length, self[offset + step] == self[other + step] { step += 1 }
    return step == length
  }

  /// Whether some ASCII text is at an offset.
  ///
  /// - Parameters:
  ///   - text: the text to look for.
  ///   - offset: the position.
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
  ///   - start: the position to begin at.
  /// - Returns: the offset of the first occurrence, or `nil`.
  /// - Complexity: O(*n*) for short texts.
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

/// Helpers for text formats.
extension DocumentBytes {
  /// A word whose every byte is 1.
  static let everyByte: UInt64 = 0x0101_0101_0101_0101

  /// A word whose every byte has its highest bit set.
  static let everyHighBit: UInt64 = 0x8080_8080_8080_8080

  /// The offset after a UTF-8 byte order mark, or 0 without one.
  var endOfByteOrderMark: Int {
    start == nil && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }

  /// Whether the document begins with a UTF-16 byte order mark.
  var startsAsUTF16: Bool {
    (self[0] == 0xFF && self[1] == 0xFE) || (self[0] == 0xFE && self[1] == 0xFF)
  }

  /// Skips spaces, tabs and line ends, which XML and JSON agree on.
  ///
  /// - Parameter start: the position to begin at.
  /// - Returns: the offset of the first other byte, or of the end.
  @inline(__always)
  func endOfWhitespace(from start: Int) -> Int {
    var offset = start
    while Self.isWhitespace(self[offset]) { offset += 1 }
    return offset
  }

  /// Whether a byte is a space, a tab or a line end.
  ///
  /// - Parameter byte: the byte.
  @inline(__always)
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
  }

  /// Whether a byte is a decimal digit.
  ///
  /// - Parameter byte: the byte.
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") <= 9
  }

  /// The value of a hexadecimal digit.
  ///
  /// - Parameter byte: the byte.
  /// - Returns: 0 to 15, or `nil` if the byte is not such a digit.
  static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// The length of the UTF-8 sequence at an offset.
  ///
  /// Overlong forms, surrogates and numbers above U+10FFFF are not sequences.
  ///
  /// - Parameter offset: the position of the sequence.
  /// - Returns: 1 to 4, or `nil` when the bytes are not valid UTF-8.
  @inline(__always)
  func lengthOfScalar(at offset: Int) -> Int? {
    let first = self[offset]
    if first < 0x80 { return offset < count ? 1 : nil }
    let second = self[offset + 1]
    switch first {
    case 0xC2...0xDF: return Self.isContinuation(second) ? 2 : nil
    case 0xE0...0xEF:
      let lowest: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let highest: UInt8 = first == 0xED ? 0x9F : 0xBF
      let isValid = second >= lowest && second <= highest && Self.isContinuation(self[offset + 2])
      return isValid ? 3 : nil
    case 0xF0...0xF4:
      let lowest: UInt8 = first == 0xF0 ? 0x90 : 0x80
      let highest: UInt8 = first == 0xF4 ? 0x8F : 0xBF
      let isTailValid = Self.isContinuation(self[offset + 2]) && Self.isContinuation(self[offset + 3])
      return second >= lowest && second <= highest && isTailValid ? 4 : nil
    default: return nil
    }
  }

  /// Whether a byte continues a UTF-8 sequence.
  ///
  /// - Parameter byte: the byte.
  @inline(__always)
  static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Makes a fault with the line and column of an offset.
  ///
  /// - Parameters:
  ///   - problem: the problem.
  ///   - offset: its position.
  /// - Complexity: O(*n*); it runs once, when the reader gives up.
  @inline(never)
  func textFault(_ problem: DocumentProblem, at offset: Int) -> DocumentFault {
    var position = DocumentPosition(in: self)
    position.advance(to: offset, in: self)
    return DocumentFault(problem: problem, place: position.place)
  }

  /// Makes the fault for an unexpected byte, or for the end of the document.
  ///
  /// - Parameters:
  ///   - reason: what the grammar expects.
  ///   - offset: where it is missing.
  @inline(never)
  func unexpected(_ reason: String, at offset: Int) -> DocumentFault {
    textFault(offset >= count ? .truncated : .malformed(reason), at: offset)
  }
}
