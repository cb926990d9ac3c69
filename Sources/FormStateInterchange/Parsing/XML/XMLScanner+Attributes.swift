/// The part of an attribute after its name in an XML document.
extension XMLScanner {
  /// Reads the `=` after an attribute's name, with the white space around it.
  ///
  /// - Throws: ``DocumentFault`` if it is missing.
  mutating func readEqualsSign() throws(DocumentFault) {
    offset = bytes.endOfWhitespace(from: offset)
    guard bytes[offset] == UInt8(ascii: "=") else {
      throw bytes.unexpected("“=” is expected after the name of an attribute", at: offset)
    }
    offset = bytes.endOfWhitespace(from: offset + 1)
  }

  /// Reads the quote that begins a literal.
  ///
  /// - Returns: the quote, which also ends the literal.
  /// - Throws: ``DocumentFault`` if it is missing.
  mutating func readQuote() throws(DocumentFault) -> UInt8 {
    let quote = bytes[offset]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw bytes.unexpected("a text in quotes is expected here", at: offset)
    }
    offset += 1
    return quote
  }

  /// Skips a quoted literal and its closing quote.
  ///
  /// Brackets are refused in it: other readers look for the end of a tag, and for the declarations of a document type,
  /// without regard to quotes.
  ///
  /// - Throws: ``DocumentFault`` for a bracket, and for a missing quote.
  /// - Complexity: O(*n*) in the length of the literal.
  mutating func passQuoted() throws(DocumentFault) {
    let quote = try readQuote()
    while bytes[offset] != quote {
      switch bytes[offset] {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["), 0:
        throw bytes.unexpected("a text in quotes must not contain brackets here", at: offset)
      default: offset += 1
      }
    }
    offset += 1
  }

  /// Reads the value of an attribute and resolves its references; tabs and line ends become spaces, as in XML.
  ///
  /// - Throws: ``DocumentFault`` for “<”, for an unknown reference, for a character that XML cannot hold, and for a
  ///   missing quote.
  /// - Complexity: O(*n*) in the length of the value.
  mutating func readAttributeValue() throws(DocumentFault) -> String {
    let quote = try readQuote()
    // The beginning of the last literal part.
    var stretch = offset
    resolved.removeAll(keepingCapacity: true)
    while bytes[offset] != quote {
      switch bytes[offset] {
      case UInt8(ascii: "<"):
        throw bytes.textFault(.malformed("the value of an attribute must not contain “<”; write &lt;"), at: offset)
      case UInt8(ascii: "&"):
        resolved.append(contentsOf: bytes[stretch..<offset])
        try resolveReference()
        stretch = offset
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        resolved.append(contentsOf: bytes[stretch..<offset])
        resolved.append(UInt8(ascii: " "))
        // A carriage return and the following line feed are one line end, so they are one space.
        offset += bytes.matches("\r\n", at: offset) ? 2 : 1
        stretch = offset
      default: try passCharacter()
      }
    }
    resolved.append(contentsOf: bytes[stretch..<offset])
    offset += 1
    return String(decoding: resolved, as: UTF8.self)
  }
}
