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
