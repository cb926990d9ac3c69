/// The tags of an XML property list.
extension XMLPropertyListReader {
  /// Reads letters as the name of an element.
  ///
  /// - Returns: the element, or `nil` when it is none of a property list's.
  @inline(__always)
  mutating func readName() -> XMLPropertyListElement? {
    var name: UInt64 = 0
    let start = offset
    while XMLScanner.isNameByte(bytes[offset]) {
      name = name << 8 | UInt64(bytes[offset])
      offset += 1
    }
    // A longer name would have pushed its first letters out of the word.
    return offset - start <= 8 ? XMLPropertyListElement(rawValue: name) : nil
  }

  /// Reads `<` and the name of an element.
  ///
  /// - Returns: the element.
  mutating func readOpeningName() throws(DocumentFault) -> XMLPropertyListElement {
    let start = offset
    offset += 1
    if let element = readName() { return element }
    guard offset < bytes.count else { throw bytes.textFault(.truncated, at: offset) }
    guard offset > start + 1 else {
      throw bytes.textFault(.malformed("an element is expected here"), at: start)
    }
    let name = DocumentText.excerpt(of: bytes.text(start + 1..<min(offset, start + 400)))
    throw bytes.textFault(.malformed("<\(name)> is not an element of a property list"), at: start)
  }

  /// Reads the end of a tag.
  ///
  /// - Parameter mayCloseItself: whether the tag may end in `/>`.
  /// - Returns: whether it did.
  @inline(__always)
  mutating func readTagEnd(mayCloseItself: Bool) throws(DocumentFault) -> Bool {
    if bytes[offset] != UInt8(ascii: ">") { offset = bytes.endOfWhitespace(from: offset) }
    let closesItself = mayCloseItself && bytes[offset] == UInt8(ascii: "/")
    if closesItself { offset += 1 }
    guard bytes[offset] == UInt8(ascii: ">") else {
      throw bytes.unexpected("“>” is expected here; no element but <plist> has attributes", at: offset)
    }
    offset += 1
    return closesItself
  }

  /// Reads the root's opening tag with its attributes.
  mutating func readRootTag() throws(DocumentFault) {
    let start = offset
    guard bytes[offset] == UInt8(ascii: "<") else {
      throw bytes.unexpected("<plist> is expected here", at: offset)
    }
    offset += 1
    guard readName() == .plist else { throw foreignRoot(start + 1..<offset) }
    while true {
      offset = bytes.endOfWhitespace(from: offset)
      guard XMLScanner.isNameByte(bytes[offset]) else { break }
      try passAttribute()
    }
    if try readTagEnd(mayCloseItself: true) {
      throw bytes.textFault(.malformed("the property list holds no value"), at: start)
    }
  }

  /// Makes the fault for a document whose root is another element.
  ///
  /// - Parameter name: the position of the element's name.
  private func foreignRoot(_ name: Range<Int>) -> DocumentFault {
    guard !name.isEmpty, name.upperBound < bytes.count else {
      return bytes.unexpected("<plist> is expected here", at: name.upperBound)
    }
    let text = DocumentText.excerpt(of: bytes.text(name.lowerBound..<min(name.upperBound, name.lowerBound + 400)))
    let known =
      switch text {
      case "html", "HTML": "a web page (HTML)"
      case "h:html", "xf:xform", "xform": "an XForm"
      case "Questionnaire", "QuestionnaireResponse", "Bundle": "a FHIR document"
      case "ODM": "a CDISC ODM document"
      case "document": "a document of Interface Builder"
      case "svg": "an SVG picture"
      default: "another XML document"
      }
    let document = "\(known), whose root is <\(text)> and not <plist>"
    let isInJSON = known == "a FHIR document"
    return bytes.textFault(isInJSON ? .foreignXML(document) : .foreignFormat(document), at: name.lowerBound - 1)
  }

  /// Skips an attribute from its name on.
  private mutating func passAttribute() throws(DocumentFault) {
    _ = scanner.passNameBytes()
    try scanner.readEqualsSign()
    try scanner.passQuoted()
  }
}
