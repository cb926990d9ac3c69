/// The document formats an importer can be handed, told apart by content and never by file name.
enum DocumentFormat: String, CaseIterable, Equatable, Sendable {
  /// An Apple property list written as XML.
  case xmlPropertyList

  /// An Apple property list in its binary form (`bplist00`).
  case binaryPropertyList

  /// A JSON document whose outermost value is an object or an array.
  case json

  /// Tells the format of a document from its first bytes.
  ///
  /// A UTF-8 byte order mark and white space are passed over. The answer is a guess about what the document
  /// claims to be; only the scan of that format proves it.
  ///
  /// - Parameter bytes: the whole document.
  /// - Returns: the format, or `nil` when the document begins like none of them.
  /// - Complexity: O(*w*), where *w* is the amount of leading white space.
  static func detect(_ bytes: DocumentBytes) -> DocumentFormat? {
    if bytes.matches("bplist", at: 0) { return .binaryPropertyList }
    let first = bytes.endOfWhitespace(from: bytes.endOfByteOrderMark)
    switch bytes[first] {
    case UInt8(ascii: "<"): return .xmlPropertyList
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    default: return nil
    }
  }
}
