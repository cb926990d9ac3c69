/// The text inside `<string>` and `<key>`.
extension XMLPropertyListScan {
  /// Scans text to the tag behind it, with references to characters and CDATA sections.
  ///
  /// - Returns: whether the text is verbatim: no reference, no CDATA.
  mutating func scanText() throws(DocumentFault) -> Bool {
    var isVerbatim = true
    while true {
      skipVerbatim()
      switch bytes[offset] {
      case UInt8(ascii: "<"):
        guard bytes[offset + 1] == UInt8(ascii: "!") else { return isVerbatim }
        isVerbatim = false
        _ = try scanCharacterData()
      case UInt8(ascii: "&"):
        isVerbatim = false
        _ = try scanReference()
      default:
        guard offset < bytes.count else { throw bytes.textFault(.truncated, at: bytes.count) }
        offset += 1
      }
    }
  }

  /// Passes over characters that mean themselves, eight at a time.
  @inline(__always)
  private mutating func skipVerbatim() {
    let each = DocumentBytes.everyByte
    while let word = bytes.word(at: offset) {
      let tags = word ^ (each &* UInt64(UInt8(ascii: "<")))
      let references = word ^ (each &* UInt64(UInt8(ascii: "&")))
      // The usual test for a zero byte in a word; its first hit is always right.
      let isZero = ((tags &- each) & ~tags) | ((references &- each) & ~references)
      let special = isZero & DocumentBytes.everyHighBit
      guard special == 0 else {
        offset += special.trailingZeroBitCount >> 3
        return
      }
      offset += 8
    }
  }

  /// Scans a CDATA section, at whose `<` the scan stands.
  ///
  /// - Returns: the bytes inside the section.
  private mutating func scanCharacterData() throws(DocumentFault) -> Range<Int> {
    guard bytes.matches("<![CDATA[", at: offset) else {
      throw bytes.unexpected("a string may hold text and CDATA only", at: offset)
    }
    let first = offset + 9
    guard let end = bytes.firstOffset(of: "]]>", from: first) else {
      throw bytes.textFault(.truncated, at: bytes.count)
    }
    offset = end + 3
    return first..<end
  }

  /// Scans a reference to a character, at whose `&` the scan stands.
  ///
  /// - Returns: the character.
  private mutating func scanReference() throws(DocumentFault) -> Unicode.Scalar {
    let start = offset
    if bytes[start + 1] == UInt8(ascii: "#") { return try scanCharacterNumber() }
    let known: [(StaticString, Unicode.Scalar)] = [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
    ]
    guard let (name, scalar) = known.first(where: { bytes.matches($0.0, at: start) }) else {
      throw bytes.textFault(.unknownEntity, at: start)
    }
    offset += name.utf8CodeUnitCount
    return scalar
  }

  /// Scans a character number such as `&#65;` or `&#x41;`.
  ///
  /// - Returns: the character, which XML must allow.
  private mutating func scanCharacterNumber() throws(DocumentFault) -> Unicode.Scalar {
    let start = offset
    let isHexadecimal = bytes[start + 2] == UInt8(ascii: "x")
    let radix: UInt32 = isHexadecimal ? 16 : 10
    offset += isHexadecimal ? 3 : 2
    let first = offset
    var number: UInt32 = 0
    while let digit = DocumentBytes.hexadecimalValue(bytes[offset]), digit < radix, number <= 0x10_FFFF {
      number = number * radix + digit
      offset += 1
    }
    let isComplete = offset > first && bytes[offset] == UInt8(ascii: ";")
    guard isComplete, let scalar = Unicode.Scalar(number), Self.isAllowed(scalar) else {
      throw bytes.textFault(offset >= bytes.count ? .truncated : .unknownEntity, at: start)
    }
    offset += 1
    return scalar
  }

  /// Whether XML 1.0 allows a character.
  ///
  /// - Parameter scalar: the character.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Text that was scanned already, with references and CDATA resolved.
  ///
  /// - Parameter content: the text's bytes.
  /// - Returns: UTF-8.
  mutating func resolved(_ content: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    let end = offset
    offset = content.lowerBound
    while offset < content.upperBound {
      if bytes[offset] == UInt8(ascii: "&"), let scalar = try? scanReference() {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else if bytes[offset] == UInt8(ascii: "<"), let section = try? scanCharacterData() {
        text.append(contentsOf: bytes[section])
      } else {
        text.append(bytes[offset])
        offset += 1
      }
    }
    offset = end
    return text
  }
}
