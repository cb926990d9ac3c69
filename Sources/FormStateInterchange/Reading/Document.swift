import FormState
import Foundation

/// A document that was scanned and read, of whatever format.
struct Document {
  /// The format.
  let format: DocumentFormat
  /// The outermost value.
  let root: PropertyValue

  /// Scans a document and reads it.
  ///
  /// Foundation's decoders are not asked: they do not tell a whole real from an integer on every platform, nor an
  /// integer from a boolean.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - limits: what the document may ask of the process.
  /// - Throws: ``DocumentFault`` when the scan refuses the document.
  /// - Complexity: O(n) in the size of the document.
  static func read(_ data: Data, limits: DocumentLimits = .standard) throws(DocumentFault) -> Document {
    let outcome = data.withUnsafeBytes { buffer in
      Result { () throws(DocumentFault) -> Document in
        let bytes = DocumentBytes(buffer)
        let format = try DocumentScan.check(bytes, limits: limits)
        return Document(format: format, root: try value(of: bytes, format: format, limits: limits))
      }
    }
    return try outcome.get()
  }

  /// Scans a document and reads it, for an importer.
  ///
  /// - Throws: ``ImportError`` that names the document.
  static func read(_ data: Data, sourceName: String) throws(ImportError) -> Document {
    do throws(DocumentFault) {
      return try read(data)
    } catch {
      throw ImportError(sourceName: sourceName, fault: error)
    }
  }

  private static func value(
    of bytes: DocumentBytes, format: DocumentFormat, limits: DocumentLimits
  ) throws(DocumentFault) -> PropertyValue {
    switch format {
    case .xmlPropertyList: try XMLPropertyListReader.read(bytes, limits: limits)
    case .binaryPropertyList: try BinaryPropertyListReader.read(bytes, limits: limits)
    case .json: try JSONReader.read(bytes, limits: limits)
    }
  }
}
