import FormState

/// The strings of JSON.
extension JSONReader {
  /// Reads a string from its opening to its closing quote.
  mutating func readString() throws(DocumentFault) -> String {
    offset += 1
    // The beginning of the last literal part.
    var stretch = offset
    var isVerbatim = true
    while true {
      passOrdinaryCharacters()
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        defer { offset += 1 }
        if isVerbatim { return bytes.text(stretch..<offset) }
        resolved.append(contentsOf: bytes[stretch..<offset])
        return String(decoding: resolved, as: UTF8.self)
      case UInt8(ascii: "\\"):
        if isVerbatim { resolved.removeAll(keepingCapacity: true) }
        isVerbatim = false
        resolved.append(contentsOf: bytes[stretch..<offset])
        resolved.append(contentsOf: UTF8.encode(try readEscape()) ?? UTF8.encodedReplacementCharacter)
        stretch = offset
      case 0..<0x20: throw bytes.unexpected("a control character in a string must be escaped", at: offset)
      case 0x80...: try bytes.passCharacter(at: &offset)
      default: offset += 1
      }
    }
  }

  /// Skips characters that mean themselves, eight at a time.
  @inline(__always)
  private mutating func passOrdinaryCharacters() {
    let each = DocumentBytes.everyByte
    while let word = bytes.word(at: offset) {
      // The highest bit of a byte is set if it is a control character, a quote, a backslash or not ASCII. Borrows can
      // set it wrongly, but only after a byte that has it rightly, so the first one is right.
      let controls = word &- (each &* 0x20)
      let quotes = (word ^ (each &* 0x22)) &- each
      let backslashes = (word ^ (each &* 0x5C)) &- each
      let special = (controls | quotes | backslashes | word) & DocumentBytes.everyHighBit
      guard special == 0 else {
        offset += special.trailingZeroBitCount >> 3
        return
      }
      offset += 8
    }
  }

  /// Reads an escape from its backslash on.
  ///
  /// - Returns: its character.
  private mutating func readEscape() throws(DocumentFault) -> Unicode.Scalar {
    let start = offset
    offset += 2
    let scalar: Unicode.Scalar
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): scalar = try readUnicodeEscape(from: start)
    default:
      let isCutShort = start + 1 >= bytes.count
      throw bytes.unexpected(
        "a string has an invalid escape", at: isCutShort ? start + 1 : start)
    }
    guard ForbiddenCharacter.isAllowed(scalar) else {
      throw bytes.textFault(.forbiddenCharacter(scalar.value), at: start)
    }
    return scalar
  }

  /// Reads the digits of a `\u` escape, and of a second one when the first is half of a surrogate pair.
  ///
  /// - Parameter start: the position of the backslash; the reader is at the first digit.
  private mutating func readUnicodeEscape(from start: Int) throws(DocumentFault) -> Unicode.Scalar {
    let unit = try readFourDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A code point that is not a scalar is a surrogate; only a high one followed by a low one is valid.
    let isHigh = unit < 0xDC00
    guard isHigh, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u") else {
      throw bytes.textFault(.malformed("half of a surrogate pair is unpaired"), at: start)
    }
    offset += 2
    let low = try readFourDigits()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else {
      throw bytes.textFault(.malformed("half of a surrogate pair is unpaired"), at: start)
    }
    return scalar
  }

  /// Reads four hexadecimal digits.
  private mutating func readFourDigits() throws(DocumentFault) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = DocumentBytes.hexadecimalValue(bytes[offset]) else {
        throw bytes.unexpected("four hexadecimal digits are expected after \\u", at: offset)
      }
      unit = unit << 4 | digit
      offset += 1
    }
    return unit
  }
}
