import FormState

/// The references to characters in an XML document.
extension XMLScanner {
  /// Reads a reference to a character from its `&` on, and adds the character to the current text.
  ///
  /// - Throws: ``DocumentFault`` for an unknown reference, and for a character that XML cannot hold.
  @inline(__always)
  mutating func resolveReference() throws(DocumentFault) {
    resolved.append(contentsOf: UTF8.encode(try readReference()) ?? UTF8.encodedReplacementCharacter)
  }

  /// Reads a reference to a character from its `&` on.
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
