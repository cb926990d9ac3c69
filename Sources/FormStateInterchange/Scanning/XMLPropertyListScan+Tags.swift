/// The tags and comments of an XML property list.
extension XMLPropertyListScan {
  /// Passes over white space and comments.
  mutating func skipIgnorable() throws(DocumentFault) {
    while true {
      offset = bytes.endOfWhitespace(from: offset)
      guard bytes[offset] == UInt8(ascii: "<"), bytes[offset + 1] == UInt8(ascii: "!") else { return }
      guard bytes.matches("<!--", at: offset) else { return }
      guard let end = bytes.firstOffset(of: "-->", from: offset + 4) else {
        throw bytes.textFault(.truncated, at: bytes.count)
      }
      offset = end + 3
    }
  }

  /// Scans letters and takes them for the name of an element.
  ///
  /// - Returns: the element, or `nil` when it is none of a property list's.
  @inline(__always)
  mutating func scanName() -> XMLPropertyListElement? {
    var name: UInt64 = 0
    let start = offset
    while isNameByte(bytes[offset]) {
      name = name << 8 | UInt64(bytes[offset])
      offset += 1
    }
    // A longer name would have pushed its first letters out of the word.
    return offset - start <= 8 ? XMLPropertyListElement(rawValue: name) : nil
  }

  /// Whether a byte may be part of an element's or attribute's name.
  ///
  /// - Parameter byte: the byte.
  @inline(__always)
  func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...: true
    default: false
    }
  }

  /// Scans `<` and the name of an element.
  ///
  /// - Returns: the element.
  mutating func scanOpeningName() throws(DocumentFault) -> XMLPropertyListElement {
    let start = offset
    offset += 1
    if let element = scanName() { return element }
    guard offset < bytes.count else { throw bytes.textFault(.truncated, at: offset) }
    guard offset > start + 1 else {
      throw bytes.textFault(.malformed("an element is expected here"), at: start)
    }
    let name = DocumentKeys.excerpt(bytes[start + 1..<offset])
    throw bytes.textFault(.malformed("<\(name)> is no element of a property list"), at: start)
  }

  /// Scans the end of a tag.
  ///
  /// - Parameter mayCloseItself: whether the tag may end in `/>`.
  /// - Returns: whether it did.
  @inline(__always)
  mutating func scanTagEnd(mayCloseItself: Bool) throws(DocumentFault) -> Bool {
    if bytes[offset] != UInt8(ascii: ">") { offset = bytes.endOfWhitespace(from: offset) }
    let closesItself = mayCloseItself && bytes[offset] == UInt8(ascii: "/")
    if closesItself { offset += 1 }
    guard bytes[offset] == UInt8(ascii: ">") else {
      throw bytes.unexpected("“>” is expected here; no element but <plist> has attributes", at: offset)
    }
    offset += 1
    return closesItself
  }

  /// Scans the root's opening tag with its attributes.
  mutating func scanRootTag() throws(DocumentFault) {
    let start = offset
    guard bytes[offset] == UInt8(ascii: "<") else {
      throw bytes.unexpected("<plist> is expected here", at: offset)
    }
    guard try scanOpeningName() == .plist else {
      throw bytes.textFault(.malformed("the root must be <plist>"), at: start)
    }
    while true {
      offset = bytes.endOfWhitespace(from: offset)
      guard isNameByte(bytes[offset]) else { break }
      try scanAttribute()
    }
    if try scanTagEnd(mayCloseItself: true) {
      throw bytes.textFault(.malformed("the property list holds no value"), at: start)
    }
  }

  /// Scans an attribute, at whose name the scan stands.
  private mutating func scanAttribute() throws(DocumentFault) {
    while isNameByte(bytes[offset]) { offset += 1 }
    offset = bytes.endOfWhitespace(from: offset)
    guard bytes[offset] == UInt8(ascii: "=") else {
      throw bytes.unexpected("“=” is expected after the name of an attribute", at: offset)
    }
    offset = bytes.endOfWhitespace(from: offset + 1)
    try scanQuoted()
  }

  /// Scans a quoted literal, to behind its closing quote.
  ///
  /// Brackets are refused in it: Foundation looks for the end of a tag, and for the declarations of a document
  /// type, without regard to quotes.
  mutating func scanQuoted() throws(DocumentFault) {
    let quote = bytes[offset]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw bytes.unexpected("a text in quotes is expected here", at: offset)
    }
    offset += 1
    while bytes[offset] != quote {
      switch bytes[offset] {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["), 0:
        throw bytes.unexpected("a text in quotes may hold no brackets here", at: offset)
      default: offset += 1
      }
    }
    offset += 1
  }
}
