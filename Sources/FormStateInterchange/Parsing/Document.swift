import FormState
import Foundation

/// A document of any format.
///
/// Foundation's property list and JSON decoders trap, hang or silently lose content on small hostile files, so each
/// format has its own bounded reader, which verifies a document while it reads it.
struct Document {
  /// The format.
  let format: DocumentFormat
  /// The outermost value.
  let root: PropertyValue

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - limits: the document's limits.
  ///   - rows: receives the rows of a property list; `nil` to keep them in the root.
  /// - Throws: ``DocumentFault`` with the problem and its place.
  /// - Complexity: O(n) in the size of the document.
  static func read(
    _ data: Data, limits: DocumentLimits = .standard, rows: (any DocumentRows)? = nil
  ) throws(DocumentFault) -> Document {
    try data.withDocumentBytes { bytes throws(DocumentFault) in try read(bytes, limits: limits, rows: rows) }
  }

  /// Reads a document, for an importer; its bytes are released afterwards, unless the caller keeps them.
  ///
  /// - Throws: ``ImportError`` that names the document.
  static func read(
    _ data: consuming Data, sourceName: String, limits: DocumentLimits = .standard, rows: (any DocumentRows)? = nil
  ) throws(ImportError) -> Document {
    do throws(DocumentFault) {
      return try read(data, limits: limits, rows: rows)
    } catch {
      throw ImportError(sourceName: sourceName, fault: error)
    }
  }

  /// Reads a document.
  ///
  /// - Parameter places: finds places, in text formats; `nil` if none are needed.
  static func read(
    _ bytes: DocumentBytes, limits: DocumentLimits, rows: (any DocumentRows)?, places: DocumentPlaces? = nil
  ) throws(DocumentFault) -> Document {
    try limits.admit(bytes)
    let format = try DocumentFormat.detect(bytes)
    let root =
      switch format {
      case .xmlPropertyList: try XMLPropertyListReader.read(bytes, limits: limits, rows: rows, places: places)
      case .binaryPropertyList: try BinaryPropertyListReader.read(bytes, limits: limits, rows: rows)
      case .json: try JSONReader.read(bytes, limits: limits, places: places)
      }
    return Document(format: format, root: root)
  }
}

extension Data {
  /// Lends the bytes to a reader.
  ///
  /// - Parameter read: reads them; it may not keep them.
  /// - Returns: the reader's result.
  /// - Throws: ``DocumentFault`` when the reader does.
  func withDocumentBytes<Value>(
    _ read: (DocumentBytes) throws(DocumentFault) -> Value
  ) throws(DocumentFault) -> Value {
    // Data lends its bytes through an untyped `rethrows`; the result carries the typed fault across it.
    let outcome = withUnsafeBytes { buffer in
      Result { () throws(DocumentFault) -> Value in try read(DocumentBytes(buffer)) }
    }
    return try outcome.get()
  }
}
