/// What stands before the root of an XML property list.
extension XMLPropertyListScan {
  /// Scans the XML declaration, comments and the document type, and proves the encoding of the whole text.
  mutating func scanProlog() throws(DocumentFault) {
    offset = bytes.endOfWhitespace(from: offset)
    guard offset < bytes.count else { throw DocumentFault(problem: .empty, place: .wholeDocument) }
    let start = offset
    let declared = try scanDeclaration()
    let beyondASCII = try proveText()
    if let declared, !Self.isUTF8(declared), beyondASCII != nil || !Self.extendsASCII(declared) {
      throw bytes.textFault(.unsupportedEncoding(declared), at: start)
    }
    try skipIgnorable()
    if bytes.matches("<!DOCTYPE", at: offset) {
      try scanDocumentType()
      try skipIgnorable()
    }
  }

  /// Scans the XML declaration, when there is one.
  ///
  /// - Returns: the encoding it declares, or `nil`.
  private mutating func scanDeclaration() throws(DocumentFault) -> String? {
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
    return DocumentKeys.excerpt(UnsafeRawBufferPointer(rebasing: name[..<length]))
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

  /// Proves that the whole text is UTF-8 and free of control characters.
  ///
  /// - Returns: where the first character beyond ASCII stands, or `nil`.
  /// - Complexity: O(*n*), eight bytes at a time where the text is ASCII.
  private func proveText() throws(DocumentFault) -> Int? {
    var beyondASCII: Int?
    var step = bytes.endOfByteOrderMark
    while step < bytes.count {
      step = endOfPrintable(from: step)
      let byte = bytes[step]
      if byte < 0x80 {
        let isControl = byte < 0x20 && !DocumentBytes.isWhitespace(byte) && step < bytes.count
        if isControl { throw bytes.textFault(.malformed("XML may not hold control characters"), at: step) }
        step += 1
      } else {
        guard let length = bytes.lengthOfScalar(at: step) else {
          throw bytes.textFault(.invalidUTF8, at: step)
        }
        if beyondASCII == nil { beyondASCII = step }
        step += length
      }
    }
    return beyondASCII
  }

  /// Passes over printable ASCII characters, eight at a time.
  ///
  /// - Parameter start: where to begin.
  /// - Returns: the offset of a control character, a line end or a character beyond ASCII, or of one of the last
  ///   few bytes of the document.
  @inline(__always)
  private func endOfPrintable(from start: Int) -> Int {
    var step = start
    while let word = bytes.word(at: step) {
      let controls = word &- (DocumentBytes.everyByte &* 0x20)
      let special = (controls | word) & DocumentBytes.everyHighBit
      // The first raised bit is always right; a borrow can only raise wrong ones behind it.
      guard special == 0 else { return step + special.trailingZeroBitCount >> 3 }
      step += 8
    }
    return step
  }

  /// Scans a document type without declarations of its own.
  private mutating func scanDocumentType() throws(DocumentFault) {
    offset = bytes.endOfWhitespace(from: offset + 9)
    guard scanName() == .plist else {
      throw bytes.unexpected("the document type must be plist", at: offset)
    }
    while true {
      offset = bytes.endOfWhitespace(from: offset)
      switch bytes[offset] {
      case UInt8(ascii: ">"):
        offset += 1
        return
      case UInt8(ascii: "["): throw bytes.textFault(.internalSubset, at: offset)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try scanQuoted()
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): offset += 1
      default: throw bytes.unexpected("the document type is not well formed", at: offset)
      }
    }
  }
}
