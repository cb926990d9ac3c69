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
/// - Parameter body: what stands inside of `<plist>`.
func propertyList(_ body: String) -> String {
  "<plist version=\"1.0\">\(body)</plist>"
}
