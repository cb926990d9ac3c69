/// Tokenizes XML, independent of the meaning of a document.
///
/// A reader of one kind of document owns one, requests the expected tokens, and interprets them.
struct XMLScanner {
  /// The document.
  let bytes: DocumentBytes

  /// Whether violations of XML are refused even if other readers of property lists accept them: “--” in a comment, or
  /// “]]>” in a text.
  let isStrict: Bool

  /// The scanner's position.
  var offset: Int

  /// The encoding that the document declares and that is read as far as it agrees with ASCII; `nil` for UTF-8.
  var narrowEncoding: String?

  /// The current text, as far as it differs from the document's bytes.
  var resolved: [UInt8] = []

  /// Begins at the start of a document, after a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - isStrict: whether violations of XML are refused even if readers of property lists accept them.
  init(_ bytes: DocumentBytes, isStrict: Bool) {
    self.bytes = bytes
    self.isStrict = isStrict
    offset = bytes.endOfByteOrderMark
  }

  /// The byte at the scanner's position; zero at the end.
  @inline(__always)
  var next: UInt8 { bytes[offset] }

  /// The byte after that.
  @inline(__always)
  var nextButOne: UInt8 { bytes[offset + 1] }

  /// Skips white space and comments.
  ///
  /// - Throws: ``DocumentFault`` for a comment without end.
  /// - Complexity: O(*n*) in the bytes that are passed.
  mutating func passIgnorable() throws(DocumentFault) {
    while true {
      offset = bytes.endOfWhitespace(from: offset)
      guard bytes[offset] == UInt8(ascii: "<"), bytes[offset + 1] == UInt8(ascii: "!") else { return }
      guard bytes.matches("<!--", at: offset) else { return }
      try passComment()
    }
  }

  /// Skips a comment from its `<!--` on.
  ///
  /// - Throws: ``DocumentFault`` for a comment without end; if the scanner is strict, also for violations of XML in
  ///   it.
  /// - Complexity: O(*n*) in the length of the comment.
  mutating func passComment() throws(DocumentFault) {
    let start = offset + 4
    guard let end = bytes.firstOffset(of: "-->", from: start) else {
      throw bytes.textFault(.truncated, at: bytes.count)
    }
    if isStrict {
      if let dashes = bytes.firstOffset(of: "--", from: start), dashes < end {
        throw bytes.textFault(.malformed("a comment must not contain “--” before its end, “-->”"), at: dashes)
      }
      try passCharacters(to: end, from: start)
    }
    offset = end + 3
  }

  /// Skips meaningless characters, and checks that XML can hold them.
  ///
  /// - Parameters:
  ///   - end: the text that ends them.
  ///   - start: their position.
  /// - Throws: ``DocumentFault`` for invalid bytes, and for a character that XML cannot hold.
  /// - Complexity: O(*n*) in their number.
  mutating func passCharacters(to end: Int, from start: Int) throws(DocumentFault) {
    offset = start
    while offset < end { try passCharacter() }
  }

  /// Whether a byte may be part of an element's or attribute's name.
  ///
  /// - Parameter byte: the byte.
  @inline(__always)
  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...: true
    default: false
    }
  }

  /// Skips the bytes of a name, whether it is well formed or not.
  ///
  /// - Returns: their range.
  /// - Complexity: O(*n*) in their number.
  mutating func passNameBytes() -> Range<Int> {
    let start = offset
    while Self.isNameByte(bytes[offset]) { offset += 1 }
    return start..<offset
  }

  /// Skips a processing instruction from its `<?` on.
  ///
  /// - Parameter maximumNameBytes: the most bytes its name may have.
  /// - Throws: ``DocumentFault`` for one without end or name, for an XML declaration, and for violations of XML in it.
  /// - Complexity: O(*n*) in its length.
  mutating func passInstruction(maximumNameBytes: Int) throws(DocumentFault) {
    let start = offset
    offset += 2
    guard let name = try readName(maximumBytes: maximumNameBytes) else {
      throw bytes.unexpected("a processing instruction must begin with its name", at: offset)
    }
    guard name.text.lowercased() != "xml" else {
      throw bytes.textFault(.malformed("an XML declaration is allowed only at the beginning of a document"), at: start)
    }
    guard let end = bytes.firstOffset(of: "?>", from: offset) else {
      throw bytes.textFault(.truncated, at: bytes.count)
    }
    guard end == offset || DocumentBytes.isWhitespace(bytes[offset]) else {
      throw bytes.unexpected("white space or “?>” is expected here", at: offset)
    }
    try passCharacters(to: end, from: offset)
    offset = end + 2
  }
}
