/// What stands before the root of an XML property list.
extension XMLPropertyListReader {
  /// Reads the XML declaration, comments and the document type.
  mutating func readProlog() throws(DocumentFault) {
    offset = bytes.endOfWhitespace(from: offset)
    guard offset < bytes.count else { throw DocumentFault(problem: .empty, place: .wholeDocument) }
    let start = offset
    if let declared = try readDeclaration(), !Self.isUTF8(declared) {
      guard Self.extendsASCII(declared) else { throw bytes.textFault(.unsupportedEncoding(declared), at: start) }
      narrowEncoding = declared
    }
    try passIgnorable()
    if bytes.matches("<!DOCTYPE", at: offset) || bytes.matches("<!doctype", at: offset) {
      try readDocumentType()
      try passIgnorable()
    }
  }

  /// Reads the XML declaration, when there is one.
  ///
  /// - Returns: the encoding it declares, or `nil`.
  private mutating func readDeclaration() throws(DocumentFault) -> String? {
    guard bytes.matches("<?xml", at: offset), DocumentBytes.isWhitespace(bytes[offset + 5]) else {
      return nil
    }
    let start = offset + 5
    guard let end = bytes.firstOffset(of: "?>", from: start) else {
      throw bytes.textFault(.truncated, at: bytes.count)
    }
    offset = end + 2
    guard var step = bytes.firstOffset(of: "encoding", from: start), step < end else { return nil }
    step = bytes.endOfWhitespace(from: step + 8)
    guard bytes[step] == UInt8(ascii: "=") else {
      throw bytes.textFault(.malformed("the XML declaration names no encoding"), at: step)
    }
    step = bytes.endOfWhitespace(from: step + 1)
    let quote = bytes[step]
    let name = bytes[step + 1..<max(step + 1, end)]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), let length = name.firstIndex(of: quote)
    else {
      throw bytes.textFault(.malformed("the XML declaration names no encoding"), at: step)
    }
    return DocumentText.excerpt(of: String(decoding: name[..<length].prefix(400), as: UTF8.self))
  }

  /// Whether a declared encoding is UTF-8.
  ///
  /// - Parameter name: the encoding's name.
  private static func isUTF8(_ name: String) -> Bool {
    name.lowercased() == "utf-8"
  }

  /// Whether text of ASCII characters alone reads the same in a declared encoding as in UTF-8.
  ///
  /// - Parameter name: the encoding's name.
  private static func extendsASCII(_ name: String) -> Bool {
    ["us-ascii", "iso-8859-1", "windows-1252"].contains(name.lowercased())
  }

  /// Reads a document type without declarations of its own.
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
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try passQuoted()
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): offset += 1
      default: throw bytes.unexpected("the document type is not well formed", at: offset)
      }
    }
  }
}
