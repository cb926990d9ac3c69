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

/// Where in a JSON document something stands.
struct DocumentPath {
  /// The path, such as `sections[0].cells[2]`; empty for the root.
  var text = ""
  /// The position of the section; `nil` outside of sections.
  var section: Int?
  /// The position of the cell in its section, nested cells counted; `nil` outside of cells.
  var row: Int?

  /// The path of a member of the object here.
  func member(_ name: String) -> DocumentPath {
    var path = self
    path.text = text.isEmpty ? name.shortened : "\(text).\(name.shortened)"
    return path
  }

  /// The path of an element of the array here.
  func element(_ index: Int) -> DocumentPath {
    var path = self
    path.text = "\(text)[\(index)]"
    return path
  }
}

extension DocumentPath {
  /// A fault of what stands here.
  func fault(_ problem: String, _ action: String) -> Diagnostic {
    Diagnostic(
      section: section, row: row, key: text.isEmpty ? nil : text, problem: problem, action: action)
  }
}
