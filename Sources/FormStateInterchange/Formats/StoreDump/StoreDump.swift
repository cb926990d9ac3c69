import FormState
import Foundation

/// A dump: everything that a store holds, as one JSON document.
///
/// ```json
/// { "formstateDump": 1, "forms": [
///   { "formstate": 1, "key": "visit", "version": 2, "sections": [ … ], "otherVersions": [ … ],
///     "responses": [ … ] } ] }
/// ```
///
/// Each form is a form document (``FormDocument``) with all of its versions under their numbers, the one that new
/// responses begin with first, and all of its responses. A journal entry is one line. The same content has the same
/// bytes.
package enum StoreDump {
  /// The version of the format that is written, and the only one that is read.
  static let version: Int64 = 1
  /// The member that identifies a dump.
  package static let mark = "formstateDump"

  /// Reads a dump.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - sourceName: its name in messages.
  /// - Returns: the forms, as a store restores or merges them.
  /// - Throws: ``ImportError`` with every fault at once, each with its path, line and column.
  /// - Complexity: O(n) in the size of the document.
  package static func read(_ data: Data, sourceName: String) throws -> [FormContents] {
    let document = try Document.read(data, sourceName: sourceName)
    var faults = FaultList()
    var reading = Reading()
    let forms = reading.forms(ofWhole: document.root, ImportSettings(sourceName: sourceName), &faults)
    guard faults.count == 0 else {
      throw ImportError(sourceName: sourceName, faults: faults, in: .dump).located(in: data)
    }
    return forms
  }

  /// The member with the forms.
  static let formsName = "forms"

  /// The place of a form in a dump.
  static func path(ofForm index: Int) -> DocumentPath { DocumentPath().member(formsName).element(index) }

  /// The part of a dump that was read so far.
  struct Reading {
    /// The members, except for the forms if they are read one by one.
    var members: [String: PropertyValue] = [:]
    /// Whether the forms were read one by one.
    var hasForms = false
    /// How many forms were read.
    var formCount = 0
    private var keys: Set<String> = []

    /// Whether a member identifies a supported dump.
    var isMarked: Bool { members[mark] == .integer(version) }

    /// The forms of a dump that were not read one by one.
    ///
    /// - Parameter root: the outermost value.
    mutating func forms(
      ofWhole root: PropertyValue, _ settings: ImportSettings, _ faults: inout FaultList
    ) -> [FormContents] {
      if let fault = fault(ofMark: root) {
        faults.add(fault)
        return []
      }
      guard var fields = DocumentFields(root, at: DocumentPath(), known: DumpInDocument.names, faults: &faults) else {
        return []
      }
      if fields.members[formsName] == nil, !hasForms {
        fields.addFault(formsName, "is missing", "write an array of form documents")
      }
      let elements = fields.elements(formsName)
      for fault in fields.faults { faults.add(fault) }
      return elements.compactMap { form($0, settings, &faults) }
    }

    /// Reads the next form with its responses; `nil` if there is nothing to make it of.
    mutating func form(
      _ value: PropertyValue, _ settings: ImportSettings, _ faults: inout FaultList
    ) -> FormContents? {
      let path = path(ofForm: formCount)
      formCount += 1
      let settings = ImportSettings(sourceName: settings.sourceName)
      var reader = FormDocumentReader(settings: settings, at: path, faults: faults)
      let imported = reader.importedForm(from: value)
      faults = reader.faults
      if let imported { note(imported.form.key, at: path, &faults) }
      return imported?.proven.formContents
    }

    /// Notes the key of a form, which none before may have.
    mutating func note(_ key: String, at path: DocumentPath, _ faults: inout FaultList) {
      guard !keys.insert(key).inserted else { return }
      faults.add(path.member("key").fault("another form has the same key", "give each a different one"))
    }
  }

  /// The fault of the outermost value; `nil` if it identifies a dump.
  private static func fault(ofMark root: PropertyValue) -> Diagnostic? {
    let path = DocumentPath()
    guard case .dictionary(let members) = root else {
      return path.fault(
        "the root is \(root.jsonTypeName), not an object", "use a file written by formstate export dump")
    }
    switch members[mark] {
    case .integer(version): return nil
    case nil where members["formstate"] != nil:
      return path.member(mark).fault("is missing, so this is a form and not a dump", "import it with formstate import")
    case nil:
      return path.member(mark).fault("is missing, so this is not a dump", "use a file written by formstate export dump")
    case let other?:
      return path.member(mark).fault(
        "is \(other.described), not version \(version) of the format", "use a FormState that supports it")
    }
  }
}
