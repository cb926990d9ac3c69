/// The document formats of importers, detected by content and never by file name.
enum DocumentFormat: String, CaseIterable, Equatable, Sendable {
  /// An Apple property list written as XML.
  case xmlPropertyList

  /// An Apple property list in its binary form (`bplist00`).
  case binaryPropertyList

  /// A JSON document whose outermost value is an object or an array.
  case json

  /// Detects the format of a document from its first bytes.
  ///
  /// A UTF-8 byte order mark and white space are skipped. The answer is a guess; only the reader of that format
  /// verifies it.
  ///
  /// - Parameter bytes: the whole document.
  /// - Throws: ``DocumentFault`` with the apparent kind of a document in none of the formats.
  /// - Complexity: O(*w*), where *w* is the amount of leading white space.
  static func detect(_ bytes: DocumentBytes) throws(DocumentFault) -> DocumentFormat {
    if bytes.matches("bplist", at: 0) { return .binaryPropertyList }
    try bytes.refuseWideText()
    let first = bytes.endOfWhitespace(from: bytes.endOfByteOrderMark)
    guard first < bytes.count else { throw DocumentFault(problem: .empty, place: .wholeDocument) }
    switch bytes[first] {
    case UInt8(ascii: "<"):
      if bytes.holdsHexadecimalData(at: first) { throw bytes.textFault(.foreignFormat(oldStyle), at: first) }
      return .xmlPropertyList
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if bytes.isOldStyleDictionary(at: first) { throw bytes.textFault(.foreignFormat(oldStyle), at: first) }
      return .json
    case UInt8(ascii: "("), UInt8(ascii: "\""):
      throw bytes.textFault(.foreignFormat(oldStyle), at: first)
    case UInt8(ascii: "/") where bytes.matches("//", at: first) || bytes.matches("/*", at: first):
      throw bytes.textFault(.foreignFormat(oldStyle), at: first)
    case 0: throw DocumentFault(problem: .foreignFormat("a file of zero bytes"), place: .byte(first))
    default:
      if isWorkbook(bytes, at: first) { throw bytes.textFault(.workbook, at: first) }
      if let name = foreign(bytes, at: first) { throw bytes.textFault(.foreignFormat(name), at: first) }
      throw bytes.textFault(.unrecognisedFormat, at: first)
    }
  }

  /// How messages call the property lists of before XML.
  private static let oldStyle = "an OpenStep text property list"

  /// Whether a document is an Excel workbook: an archive that contains one, or a file of the old format.
  ///
  /// - Complexity: O(*n*) in the size of an archive, whose directory is at its end.
  static func isWorkbook(_ bytes: DocumentBytes, at first: Int) -> Bool {
    if bytes[first] == 0xD0, bytes[first + 1] == 0xCF, bytes[first + 2] == 0x11, bytes[first + 3] == 0xE0 {
      return true
    }
    return bytes.matches("PK\u{3}\u{4}", at: first) && bytes.firstOffset(of: "xl/workbook.xml", from: first) != nil
  }

  /// The name of a format that some documents are in by mistake.
  private static func foreign(_ bytes: DocumentBytes, at first: Int) -> String? {
    let known: [(StaticString, String)] = [
      ("SQLite format 3", "an SQLite database"), ("PK\u{3}\u{4}", "a ZIP archive"), ("%PDF", "a PDF document"),
      ("%YAML", "a YAML document"), ("---", "a YAML document"),
    ]
    if let name = known.first(where: { bytes.matches($0.0, at: first) })?.1 { return name }
    return bytes[first] == 0x1F && bytes[first + 1] == 0x8B ? "a gzip archive" : nil
  }
}

extension DocumentBytes {
  /// Refuses a document in an encoding whose letters have two or four bytes.
  ///
  /// - Throws: ``DocumentFault`` that names the encoding.
  func refuseWideText() throws(DocumentFault) {
    guard let encodingOfWideText else { return }
    throw DocumentFault(problem: .unsupportedEncoding(encodingOfWideText), place: .wholeDocument)
  }

  /// The encoding whose letters have two or four bytes, when the document begins like text in one.
  private var encodingOfWideText: String? {
    if startsAsUTF16 { return "UTF-16" }
    // Without a mark, an ASCII first letter beside a zero reveals the encoding.
    let isLittle = self[0] != 0 && self[1] == 0 && count > 1
    let isBig = self[0] == 0 && self[1] != 0
    return isLittle && self[2] != 0 || isBig ? "UTF-16" : isLittle && self[4] != 0 ? "UTF-32" : nil
  }

  /// Whether `<` begins the data of an OpenStep property list, such as `<0fbd77 1c2735ae>`.
  fileprivate func holdsHexadecimalData(at first: Int) -> Bool {
    // No element name begins with a digit, so this is not XML either way.
    guard Self.isDigit(self[first + 1]) else { return false }
    var step = first + 1
    while step < min(count, first + 64), Self.hexadecimalValue(self[step]) != nil || self[step] == 0x20 { step += 1 }
    return self[step] == UInt8(ascii: ">")
  }

  /// Whether `{` begins a dictionary of an OpenStep property list: a word or text, and then `=`.
  fileprivate func isOldStyleDictionary(at first: Int) -> Bool {
    guard self[first] == UInt8(ascii: "{") else { return false }
    var step = endOfWhitespace(from: first + 1)
    // Only as far as a typical key may reach: anything that is not a dictionary of that kind is read as JSON.
    let end = min(count, step + 200)
    if self[step] == UInt8(ascii: "/") { return matches("//", at: step) || matches("/*", at: step) }
    let isQuoted = self[step] == UInt8(ascii: "\"")
    if isQuoted { step += 1 }
    let start = step
    while step < end, isQuoted ? self[step] != UInt8(ascii: "\"") : Self.isWordByte(self[step]) { step += 1 }
    guard step > start, step < end else { return false }
    return self[endOfWhitespace(from: isQuoted ? step + 1 : step)] == UInt8(ascii: "=")
  }

  /// Whether a byte may be part of a word without quotes.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"): true
    default: isDigit(byte)
    }
  }
}
