/// The text between the tags of an XML document.
extension XMLScanner {
  /// Reads text to the next `<` that begins no CDATA section, with references to characters and CDATA sections.
  ///
  /// - Throws: ``DocumentFault`` for an unknown reference, a character that XML cannot hold, and invalid bytes; if the
  ///   scanner is strict, also for “]]>”.
  /// - Complexity: O(*n*) in the length of the text.
  mutating func readText() throws(DocumentFault) -> String {
    // The beginning of the last literal part.
    var stretch = offset
    var isVerbatim = true
    while true {
      passVerbatim()
      switch bytes[offset] {
      case UInt8(ascii: "<"):
        guard bytes[offset + 1] == UInt8(ascii: "!"), bytes.matches("<![CDATA[", at: offset) else {
          if isStrict { try proveNoSectionEnds(in: stretch..<offset) }
          if isVerbatim { return bytes.text(stretch..<offset) }
          resolved.append(contentsOf: bytes[stretch..<offset])
          return String(decoding: resolved, as: UTF8.self)
        }
        try keep(&stretch, &isVerbatim)
        try readCharacterData()
        stretch = offset
      case UInt8(ascii: "&"):
        try keep(&stretch, &isVerbatim)
        try resolveReference()
        stretch = offset
      case UInt8(ascii: "\r"):
        try keep(&stretch, &isVerbatim)
        readLineEnd()
        stretch = offset
      default: try passCharacter()
      }
    }
  }

  /// Keeps the literal part that ends here, since the following text differs from the document's bytes.
  private mutating func keep(_ stretch: inout Int, _ isVerbatim: inout Bool) throws(DocumentFault) {
    if isStrict { try proveNoSectionEnds(in: stretch..<offset) }
    if isVerbatim { resolved.removeAll(keepingCapacity: true) }
    isVerbatim = false
    resolved.append(contentsOf: bytes[stretch..<offset])
    stretch = offset
  }

  /// Refuses the end of a CDATA section outside of one.
  private func proveNoSectionEnds(in stretch: Range<Int>) throws(DocumentFault) {
    for step in stretch where bytes[step] == UInt8(ascii: ">") && step >= stretch.lowerBound + 2 {
      guard bytes[step - 1] == UInt8(ascii: "]"), bytes[step - 2] == UInt8(ascii: "]") else { continue }
      throw bytes.textFault(.malformed("a text must not contain “]]>”; write ]]&gt;"), at: step - 2)
    }
  }

  /// Reads a carriage return, with the following line feed, as the one line feed that XML makes of both.
  private mutating func readLineEnd() {
    offset += bytes[offset + 1] == UInt8(ascii: "\n") ? 2 : 1
    resolved.append(UInt8(ascii: "\n"))
  }

  /// Skips one character that is none of XML's own.
  ///
  /// - Throws: ``DocumentFault`` at the end of the document, for invalid bytes, and for a character that XML cannot
  ///   hold.
  mutating func passCharacter() throws(DocumentFault) {
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

  /// Skips characters that mean themselves, eight at a time.
  @inline(__always)
  private mutating func passVerbatim() {
    let each = DocumentBytes.everyByte
    while let word = bytes.word(at: offset) {
      // The highest bit of a byte is set if it is a control character, “<”, “&” or not ASCII. Borrows can set it
      // wrongly, but only after a byte that has it rightly, so the first one is right.
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

  /// Reads a CDATA section from its `<` on.
  private mutating func readCharacterData() throws(DocumentFault) {
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
}
