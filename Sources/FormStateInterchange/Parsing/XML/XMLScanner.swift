/// Reads the pieces that XML documents are made of, whatever a document means.
///
/// A reader of one kind of document owns one, asks it for the piece that must come next, and gives the pieces their
/// meaning.
struct XMLScanner {
  /// The document.
  let bytes: DocumentBytes

  /// Whether what XML forbids is refused even where other readers of property lists let it pass: “--” in a comment, or
  /// “]]>” in a text.
  let isStrict: Bool

  /// Where the scanner stands.
  var offset: Int

  /// The encoding that the document declares and that is read as far as it agrees with ASCII; `nil` for UTF-8.
  var narrowEncoding: String?

  /// The text being read, as far as it does not stand in the document word for word.
  var resolved: [UInt8] = []

  /// Stands at the beginning of a document, behind a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - isStrict: whether what XML forbids is refused where readers of property lists let it pass.
  init(_ bytes: DocumentBytes, isStrict: Bool) {
    self.bytes = bytes
    self.isStrict = isStrict
    offset = bytes.endOfByteOrderMark
  }

  /// The byte where the scanner stands; zero at the end.
  @inline(__always)
  var next: UInt8 { bytes[offset] }

  /// The byte behind that.
  @inline(__always)
  var nextButOne: UInt8 { bytes[offset + 1] }

  /// Passes over white space and comments.
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

  /// Passes over a comment, at whose `<!--` the scanner stands.
  ///
  /// - Throws: ``DocumentFault`` for a comment without end; when the scanner is strict, also for what XML does not
  ///   allow in one.
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

  /// Passes over characters of which none means anything, and proves that XML can hold them.
  ///
  /// - Parameters:
  ///   - end: where they end.
  ///   - start: where they begin.
  /// - Throws: ``DocumentFault`` for bytes that are no text, and for a character that XML cannot hold.
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

  /// Passes over the bytes of a name, whether it is well formed or not.
  ///
  /// - Returns: where they stand.
  /// - Complexity: O(*n*) in their number.
  mutating func passNameBytes() -> Range<Int> {
    let start = offset
    while Self.isNameByte(bytes[offset]) { offset += 1 }
    return start..<offset
  }

  /// Passes over a processing instruction, at whose `<?` the scanner stands.
  ///
  /// - Parameter maximumNameBytes: the most bytes its name may have.
  /// - Throws: ``DocumentFault`` for one without end or name, for an XML declaration, and for what XML does not allow
  ///   in one.
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
