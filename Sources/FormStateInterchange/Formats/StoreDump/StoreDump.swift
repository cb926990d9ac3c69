import FormState
import Foundation

/// A dump: everything that a store holds, as one JSON document.
///
/// ```json
/// { "formstateDump": 1, "forms": [
///   { "formstate": 1, "key": "visit", "version": 2, "sections": [ … ], "otherVersions": [ … ], "responses": [ … ] } ] }
/// ```
///
/// Each form is a form document (``FormDocument``) with all of its versions under their numbers, the one that new responses begin
/// with first, and all of its responses. A journal entry stands in one line. The same content gives the same bytes.
public enum StoreDump {
  /// The version of the format that is written, and the only one that is read.
  static let version: Int64 = 1
  /// The member that tells a dump from any other JSON document.
  static let mark = "formstateDump"

  /// Reads a dump.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - sourceName: what messages call it.
  /// - Returns: the forms, as a store restores or merges them.
  /// - Throws: ``ImportError`` with every fault at once, each with its path.
  /// - Complexity: O(n) in the size of the document.
  public static func read(_ data: consuming Data, sourceName: String) throws(ImportError) -> [FormImport] {
    let document = try Document.read(consume data, sourceName: sourceName)
    var faults = FaultList()
    let forms = forms(of: document.root, sourceName: sourceName, &faults)
    guard faults.count == 0 else { throw ImportError(sourceName: sourceName, faults: faults) }
    return forms
  }

  private static func forms(
    of root: PropertyValue, sourceName: String, _ faults: inout FaultList
  ) -> [FormImport] {
    if let fault = fault(ofMark: root) {
      faults.add(fault)
      return []
    }
    guard var fields = DocumentFields(root, at: DocumentPath(), known: [mark, "forms"], faults: &faults) else {
      return []
    }
    if fields.members["forms"] == nil { fields.addFault("forms", "is missing", "write an array of form documents") }
    let elements = fields.elements("forms")
    for fault in fields.faults { faults.add(fault) }
    var forms: [FormImport] = []
    var keys: Set<String> = []
    for (index, element) in elements.enumerated() {
      let path = DocumentPath().member("forms").element(index)
      var reader = FormDocumentReader(settings: ImportSettings(sourceName: sourceName), at: path, faults: faults)
      let imported = reader.importedForm(from: element)
      faults = reader.faults
      guard let imported else { continue }
      if !keys.insert(imported.form.key).inserted {
        faults.add(path.member("key").fault("another form has the same key", "give each its own"))
      }
      forms.append(imported.proven.formImport)
    }
    return forms
  }

  /// What is wrong with the outermost value; `nil` where it says that it is a dump.
  private static func fault(ofMark root: PropertyValue) -> Diagnostic? {
    let path = DocumentPath()
    guard case .dictionary(let members) = root else {
      return path.fault(
        "the root is \(root.jsonTypeName), not an object", "give a file that formstate dump has written")
    }
    switch members[mark] {
    case .integer(version): return nil
    case nil where members["formstate"] != nil:
      return path.member(mark).fault("is missing, so this is one form and no dump", "take it in with formstate import")
    case nil:
      return path.member(mark).fault("is missing, so this is no dump", "give a file that formstate dump has written")
    case let other?:
      return path.member(mark).fault(
        "is \(other.described), not version \(version) of the format", "use a FormState that knows it")
    }
  }
}
