import FormState
import FormStateStore
import Foundation

@testable import FormStateInterchange

/// An XForm that is imported, filled in and exported, as a project that migrates from Collect does.
struct FieldForm {
  let imported: ImportedForm
  let store: FormStore
  let key: ResponseKey

  /// Imports a form.
  ///
  /// - Parameters:
  ///   - instance: the content of the primary instance.
  ///   - model: the rest of the model.
  ///   - body: the questions.
  ///   - attachments: the files beside the form, by their names.
  init(_ instance: String, model: String = "", body: String, attachments: [String: String] = [:]) throws {
    try self.init(
      xml: """
        <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"
          xmlns:jr="http://openrosa.org/javarosa"><h:head><h:title>Field</h:title><model>
        <instance><data id="field">\(instance)</data></instance>
        \(model)
        </model></h:head><h:body>\(body)</h:body></h:html>
        """, attachments: attachments)
  }

  init(xml: String, attachments: [String: String] = [:]) throws {
    imported = try DefinitionImporter.read(
      Data(xml.utf8),
      settings: ImportSettings(sourceName: "field.xml", attachments: attachments.mapValues { Data($0.utf8) }))
    store = try FormStore.inMemory()
    try store.importForms([imported.formContents])
    key = ResponseKey(form: imported.form.key)
  }

  /// The diagnostics of the import.
  var diagnostics: [String] { imported.diagnostics.map(\.description) }

  func apply(_ actions: FormAction...) throws {
    for action in actions { try store.apply(action, to: key) }
  }

  /// The value of a cell as a text; `nil` if it has none.
  func value(_ cell: String) throws -> String? {
    try store.session(for: key).value(of: .key(cell))?.plainText
  }

  func choices(_ question: String) throws -> [String] {
    try store.choices(of: .key(question), in: key).choices.map(\.value)
  }

  /// The faults of the response, as `CELL KIND`.
  func faults() throws -> [String] {
    try store.session(for: key).faults.map { "\($0.cell ?? "") \($0.kind.rawValue)" }
  }

  /// The exported XForm.
  func written() throws -> String { String(decoding: try XFormFile.write(imported.form).data, as: UTF8.self) }

  /// The form after an export and an import.
  func goneOut() throws -> FieldForm { try FieldForm(xml: try written()) }

  /// The response as a submission.
  func submission() throws -> String {
    let written = try SubmissionDocument.write(try store.contents(of: key))
    return String(decoding: written, as: UTF8.self)
  }
}
