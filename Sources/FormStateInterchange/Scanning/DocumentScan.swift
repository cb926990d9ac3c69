import Foundation

/// The front door of every importer: proves that a document is safe to hand to Foundation's decoders.
///
/// Foundation's property list and JSON decoders trap, hang or silently lose content on small hostile files. A
/// document that passes here is well formed, bounded in size, depth and number of nodes, free of cycles and of
/// duplicate keys, and holds only types that a form can use.
enum DocumentScan {
  /// Checks a document and tells its format.
  ///
  /// ```swift
  /// let format = try DocumentScan.check(data)
  /// ```
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - limits: what the document may ask of the process.
  /// - Returns: the format of the document.
  /// - Throws: ``DocumentFault`` with what is wrong and where.
  /// - Complexity: O(*n*) in the size of the document, O(*k* log *k*) in the keys of its largest dictionary.
  static func check(
    _ data: Data, limits: DocumentLimits = .standard
  ) throws(DocumentFault) -> DocumentFormat {
    // Data lends its bytes through an untyped `rethrows`; the result carries the typed fault across it.
    let outcome = data.withUnsafeBytes { buffer in
      Result { () throws(DocumentFault) -> DocumentFormat in
        try check(DocumentBytes(buffer), limits: limits)
      }
    }
    return try outcome.get()
  }

  /// Checks a document that lies in a buffer.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: what the document may ask of the process.
  /// - Returns: the format of the document.
  /// - Throws: ``DocumentFault`` with what is wrong and where.
  static func check(_ bytes: DocumentBytes, limits: DocumentLimits) throws(DocumentFault) -> DocumentFormat {
    guard bytes.count <= limits.maximumBytes else {
      throw DocumentFault(problem: .tooLarge(maximumBytes: limits.maximumBytes), place: .wholeDocument)
    }
    guard let format = DocumentFormat.detect(bytes) else { throw unrecognised(bytes) }
    switch format {
    case .xmlPropertyList: try XMLPropertyListScan.check(bytes, limits: limits)
    case .binaryPropertyList: try BinaryPropertyListScan.check(bytes, limits: limits)
    case .json: try JSONScan.check(bytes, limits: limits)
    }
    return format
  }

  /// Says why a document begins like none of the formats.
  ///
  /// - Parameter bytes: the whole document.
  private static func unrecognised(_ bytes: DocumentBytes) -> DocumentFault {
    if bytes.startsAsUTF16 {
      return DocumentFault(problem: .unsupportedEncoding("UTF-16"), place: .wholeDocument)
    }
    let first = bytes.endOfWhitespace(from: bytes.endOfByteOrderMark)
    guard first < bytes.count else { return DocumentFault(problem: .empty, place: .wholeDocument) }
    return bytes.textFault(.unrecognisedFormat, at: first)
  }
}

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

/// How much a document may ask of the process that reads it.
///
/// The limits stand between untrusted bytes and Foundation's decoders, which recurse on depth and allocate
/// per node. They are generous: a form of a million cells stays far below each of them.
struct DocumentLimits: Equatable, Sendable {
  /// The limits every importer uses unless it is told otherwise.
  static let standard = DocumentLimits()

  /// The most bytes a document may have; for a binary property list also the most bytes it may have once
  /// every shared object is written out.
  var maximumBytes: Int

  /// The most containers that may stand inside one another.
  var maximumDepth: Int

  /// The most nodes (values and dictionary keys) a document may have once shared nodes are written out.
  var maximumNodes: Int

  /// The most bytes a key may have as UTF-8.
  ///
  /// Foundation normalises text beyond ASCII in time quadratic in its length, so keys must not be long.
  var maximumKeyBytes: Int

  /// Makes a set of limits.
  ///
  /// - Parameters:
  ///   - maximumBytes: the most bytes a document may have.
  ///   - maximumDepth: the most containers that may stand inside one another.
  ///   - maximumNodes: the most values and keys a document may have after expansion.
  ///   - maximumKeyBytes: the most bytes a key may have as UTF-8.
  init(
    maximumBytes: Int = 512 << 20, maximumDepth: Int = 256, maximumNodes: Int = 64_000_000,
    maximumKeyBytes: Int = 4_096
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
    self.maximumKeyBytes = maximumKeyBytes
  }
}
