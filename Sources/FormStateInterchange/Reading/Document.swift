import FormState
import Foundation

/// A document that was scanned and then decoded, of whatever format.
struct Document {
  /// The format.
  let format: DocumentFormat
  /// The outermost value.
  let root: PropertyValue

  /// Scans a document and decodes it.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - limits: what the document may ask of the process.
  /// - Throws: ``DocumentFault`` when the scan refuses the document, or Foundation does.
  /// - Complexity: O(n) in the size of the document.
  static func read(_ data: Data, limits: DocumentLimits = .standard) throws(DocumentFault) -> Document {
    let format = try DocumentScan.check(data, limits: limits)
    do {
      return Document(format: format, root: try PropertyValue(foundationObject: try object(in: data, format: format)))
    } catch {
      throw DocumentFault(problem: .malformed("Foundation cannot decode it"), place: .wholeDocument)
    }
  }

  /// Scans a document and decodes it, for an importer.
  ///
  /// - Throws: ``ImportError`` that names the document.
  static func read(_ data: Data, sourceName: String) throws(ImportError) -> Document {
    do throws(DocumentFault) {
      return try read(data)
    } catch {
      throw ImportError(sourceName: sourceName, fault: error)
    }
  }

  private static func object(in data: Data, format: DocumentFormat) throws -> Any {
    switch format {
    case .xmlPropertyList, .binaryPropertyList:
      try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    case .json:
      try JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])
    }
  }
}
