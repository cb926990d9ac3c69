import FormState

/// The text inside `<string>` and `<key>`.
extension XMLPropertyListReader {
  /// Reads text to the tag behind it, with references to characters and CDATA sections.
  mutating func readText() throws(DocumentFault) -> String {
    // Where the last stretch begins that stands in the document word for word.
    var stretch = offset
    var isVerbatim = true
    while true {
      passVerbatim()
      switch bytes[offset] {
      case UInt8(ascii: "<"):
        guard bytes[offset + 1] == UInt8(ascii: "!") else {
          if isVerbatim { return bytes.text(stretch..<offset) }
          resolved.append(contentsOf: bytes[stretch..<offset])
          return String(decoding: resolved, as: UTF8.self)
        }
        keep(&stretch, &isVerbatim)
        try readCharacterData()
        stretch = offset
      case UInt8(ascii: "&"):
        keep(&stretch, &isVerbatim)
        resolved.append(contentsOf: UTF8.encode(try readReference()) ?? UTF8.encodedReplacementCharacter)
        stretch = offset
      case UInt8(ascii: "\r"):
        keep(&stretch, &isVerbatim)
        readLineEnd()
        stretch = offset
      default: try passCharacter()
      }
    }
  }

  /// Keeps the stretch that ends here, since what follows does not stand in the document word for word.
  private mutating func keep(_ stretch: inout Int, _ isVerbatim: inout Bool) {
    if isVerbatim { resolved.removeAll(keepingCapacity: true) }
    isVerbatim = false
    resolved.append(contentsOf: bytes[stretch..<offset])
    stretch = offset
  }

  /// Reads a carriage return, with the line feed behind it, as the one line feed that XML makes of both.
  private mutating func readLineEnd() {
    offset += bytes[offset + 1] == UInt8(ascii: "\n") ? 2 : 1
    resolved.append(UInt8(ascii: "\n"))
  }

  /// Passes over one character that is none of XML's own.
  private mutating func passCharacter() throws(DocumentFault) {
    let byte = bytes[offset]
    guard byte < 0x80 else {
      if let narrowEncoding { throw bytes.textFault(.unsupportedEncoding(narrowEncoding), at: offset) }
      return try bytes.passCharacter(at: &offset)
    }
    guard !DocumentText.isForbidden(byte) else {
      throw bytes.textFault(offset >= bytes.count ? .truncated : .forbiddenCharacter(UInt32(byte)), at: offset)
    }
    offset += 1
  }

  /// Passes over characters that mean themselves, eight at a time.
  @inline(__always)
  private mutating func passVerbatim() {
    let each = DocumentBytes.everyByte
    while let word = bytes.word(at: offset) {
      // The highest bit of a byte rises where it is a control character, “<”, “&” or beyond ASCII.
      // Borrows can raise it wrongly, but only behind a byte that rightly has it, so the first one is right.
      let controls = word &- (each &* 0x20)
      let tags = (word ^ (each &* UInt64(UInt8(ascii: "<")))) &- each
      let references = (word ^ (each &* UInt64(UInt8(ascii: "&")))) &- each
      let special = (controls | tags | references | word) & DocumentBytes.everyHighBit
      guard special == 0 else {
        offset += special.trailingZeroBitCount >> 3
        return
      }
      offset += 8
    }
  }

  /// Reads a CDATA section, at whose `<` the reader stands.
  private mutating func readCharacterData() throws(DocumentFault) {
    guard bytes.matches("<![CDATA[", at: offset) else {
      throw bytes.unexpected("a string may hold text and CDATA only", at: offset)
    }
    offset += 9
    var stretch = offset
    while !bytes.matches("]]>", at: offset) {
      if bytes[offset] == UInt8(ascii: "\r") {
        resolved.append(contentsOf: bytes[stretch..<offset])
        readLineEnd()
        stretch = offset
      } else {
        try passCharacter()
      }
    }
    resolved.append(contentsOf: bytes[stretch..<offset])
    offset += 3
  }

  /// Reads a reference to a character, at whose `&` the reader stands.
  ///
  /// - Returns: the character.
  private mutating func readReference() throws(DocumentFault) -> Unicode.Scalar {
    let start = offset
    if bytes[start + 1] == UInt8(ascii: "#") { return try readCharacterNumber() }
    let known: [(StaticString, Unicode.Scalar)] = [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
    ]
    guard let (name, scalar) = known.first(where: { bytes.matches($0.0, at: start) }) else {
      throw bytes.textFault(.unknownEntity, at: start)
    }
    offset += name.utf8CodeUnitCount
    return scalar
  }

  /// Reads a character number such as `&#65;` or `&#x41;`.
  ///
  /// - Returns: the character, which XML must allow.
  private mutating func readCharacterNumber() throws(DocumentFault) -> Unicode.Scalar {
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
    guard isComplete, let scalar = Unicode.Scalar(number) else {
      throw bytes.textFault(offset >= bytes.count ? .truncated : .unknownEntity, at: start)
    }
    guard ForbiddenCharacter.isAllowed(scalar) else { throw bytes.textFault(.forbiddenCharacter(number), at: start) }
    offset += 1
    return scalar
  }
}
