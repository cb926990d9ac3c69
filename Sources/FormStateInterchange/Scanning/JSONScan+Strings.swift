/// The strings of JSON.
extension JSONScan {
  /// Scans a string, whose opening quote the scan stands at, to behind its closing quote.
  ///
  /// - Returns: whether the string is plain: ASCII without escapes.
  mutating func scanString() throws(DocumentFault) -> Bool {
    var isPlain = true
    offset += 1
    while true {
      skipOrdinaryCharacters()
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return isPlain
      case UInt8(ascii: "\\"):
        isPlain = false
        _ = try scanEscape()
      case 0..<0x20: throw bytes.unexpected("a control character in a string must be escaped", at: offset)
      case 0x80...:
        isPlain = false
        try scanBeyondASCII()
      default: offset += 1
      }
    }
  }

  /// Passes over characters that mean themselves, eight at a time.
  @inline(__always)
  private mutating func skipOrdinaryCharacters() {
    let each = DocumentBytes.everyByte
    while let word = bytes.word(at: offset) {
      // The highest bit of a byte rises where it is a control character, a quote, a backslash or beyond ASCII.
      // Borrows can raise it wrongly, but only behind a byte that rightly has it, so the first one is right.
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

  /// Passes over characters beyond ASCII.
  private mutating func scanBeyondASCII() throws(DocumentFault) {
    while bytes[offset] >= 0x80 {
      guard let length = bytes.lengthOfScalar(at: offset) else {
        throw bytes.textFault(.invalidUTF8, at: offset)
      }
      offset += length
    }
  }

  /// Scans an escape, whose backslash the scan stands at.
  ///
  /// - Returns: the character it stands for.
  private mutating func scanEscape() throws(DocumentFault) -> Unicode.Scalar {
    let start = offset
    offset += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scanUnicodeEscape(from: start)
    default:
      let isCutShort = start + 1 >= bytes.count
      throw bytes.unexpected(
        "a string has an escape that JSON does not know", at: isCutShort ? start + 1 : start)
    }
  }

  /// Scans the digits of a `\u` escape, and of a second one when the first is half of a surrogate pair.
  ///
  /// - Parameter start: where the backslash stands; the scan stands at the first digit.
  private mutating func scanUnicodeEscape(from start: Int) throws(DocumentFault) -> Unicode.Scalar {
    let unit = try scanFourDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // What is no scalar is a surrogate; only a high one with a low one behind it means anything.
    let isHigh = unit < 0xDC00
    guard isHigh, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u") else {
      throw bytes.textFault(.malformed("half of a surrogate pair stands alone"), at: start)
    }
    offset += 2
    let low = try scanFourDigits()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else {
      throw bytes.textFault(.malformed("half of a surrogate pair stands alone"), at: start)
    }
    return scalar
  }

  /// Scans four hexadecimal digits.
  private mutating func scanFourDigits() throws(DocumentFault) -> UInt32 {
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

  /// The content of a string that was scanned already, escapes resolved.
  ///
  /// - Parameter content: the bytes between the quotes.
  /// - Returns: UTF-8.
  mutating func unescaped(_ content: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    let end = offset
    offset = content.lowerBound
    while offset < content.upperBound {
      if bytes[offset] == UInt8(ascii: "\\"), let scalar = try? scanEscape() {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        text.append(bytes[offset])
        offset += 1
      }
    }
    offset = end
    return text
  }
}
