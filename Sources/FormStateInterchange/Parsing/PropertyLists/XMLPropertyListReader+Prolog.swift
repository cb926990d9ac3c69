/// The part before the root of an XML property list.
extension XMLPropertyListReader {
  /// Reads the XML declaration, comments and the document type.
  mutating func readProlog() throws(DocumentFault) {
    try scanner.readBeginning()
    try scanner.passIgnorable()
    if bytes.matches("<!DOCTYPE", at: offset) || bytes.matches("<!doctype", at: offset) {
      try readDocumentType()
      try scanner.passIgnorable()
    }
  }

  /// Reads a document type without internal declarations.
  private mutating func readDocumentType() throws(DocumentFault) {
    offset = bytes.endOfWhitespace(from: offset + 9)
    let name = offset
    guard readName() == .plist else {
      let isWebPage = bytes.matches("html", at: name) || bytes.matches("HTML", at: name)
      if isWebPage { throw bytes.textFault(.foreignFormat("a web page (HTML)"), at: name) }
      throw bytes.unexpected("the document type must be plist", at: offset)
    }
    while true {
      offset = bytes.endOfWhitespace(from: offset)
      switch bytes[offset] {
      case UInt8(ascii: ">"):
        offset += 1
        return
      case UInt8(ascii: "["): throw bytes.textFault(.internalSubset, at: offset)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try scanner.passQuoted()
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): offset += 1
      default: throw bytes.unexpected("the document type is not well formed", at: offset)
      }
    }
  }
}
