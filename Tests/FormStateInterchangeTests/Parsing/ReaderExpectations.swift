import Foundation
import Testing

@testable import FormStateInterchange

/// The fault a reader finds in a text.
///
/// - Parameters:
///   - text: the document.
///   - limits: what the document may ask of the process.
/// - Returns: the fault, or `nil` when the document passes.
func fault(in text: String, limits: DocumentLimits = .standard) -> DocumentFault? {
  fault(in: Data(text.utf8), limits: limits)
}

/// The fault a reader finds in a document.
///
/// - Parameters:
///   - data: the document.
///   - limits: what the document may ask of the process.
/// - Returns: the fault, or `nil` when the document passes.
func fault(in data: Data, limits: DocumentLimits = .standard) -> DocumentFault? {
  do throws(DocumentFault) {
    _ = try Document.read(data, limits: limits)
    return nil
  } catch {
    return error
  }
}

/// Wraps the body of an XML property list in its root.
///
/// - Parameter body: the content of `<plist>`.
func propertyList(_ body: String) -> String {
  "<plist version=\"1.0\">\(body)</plist>"
}

/// The tree of an XML document.
///
/// - Parameter text: the document.
/// - Throws: ``DocumentFault`` when it is refused.
func tree(_ text: String) throws(DocumentFault) -> XMLTree {
  try XMLTree.read(Data(text.utf8))
}

/// The fault in an XML document that is read as a tree; `nil` if there is none.
///
/// - Parameters:
///   - text: the document.
///   - limits: what it may ask of the process.
func fault(inXML text: String, limits: DocumentLimits = .tree) -> DocumentFault? {
  fault(inXML: Data(text.utf8), limits: limits)
}

/// The fault in an XML document that is read as a tree; `nil` if there is none.
///
/// - Parameters:
///   - data: the document.
///   - limits: what it may ask of the process.
func fault(inXML data: Data, limits: DocumentLimits = .tree) -> DocumentFault? {
  do throws(DocumentFault) {
    _ = try XMLTree.read(data, limits: limits)
    return nil
  } catch {
    return error
  }
}
