/// The XML declaration at the beginning of a document.
extension XMLScanner {
  /// Reads white space and the XML declaration, and proves that the encoding is one that is read.
  ///
  /// - Throws: ``DocumentFault`` for an empty document, a broken declaration and an encoding that is not read.
  /// - Complexity: O(*n*) in the bytes that are read.
  mutating func readBeginning() throws(DocumentFault) {
    offset = bytes.endOfWhitespace(from: offset)
    guard offset < bytes.count else { throw DocumentFault(problem: .empty, place: .wholeDocument) }
    let start = offset
    guard let declared = try readDeclaration(), !Self.isUTF8(declared) else { return }
    guard Self.extendsASCII(declared) else { throw bytes.textFault(.unsupportedEncoding(declared), at: start) }
    narrowEncoding = declared
  }

  /// Reads the XML declaration, if there is one.
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
}
