import FormState

/// The contents of a file with a form: the form, and its responses one after another.
package final class FormFileContents {
  /// The form with its diagnostics, without responses.
  package let form: ImportedForm
  /// How many responses were handed out.
  package private(set) var responseCount = 0
  private let responses: [FormContents.Part]
  private var reader: FormPartsReader?

  /// The content of a file that was read.
  package init(whole form: ImportedForm) {
    var head = form
    head.responses = [:]
    self.form = head
    responses = Array(form.formContents.parts.dropFirst())
  }

  /// Reads JSON as far as the responses.
  ///
  /// - Throws: ``ImportError``; what reading the file throws.
  init(in window: DocumentWindow, settings: ImportSettings) throws {
    var reader = FormPartsReader(.document, in: window, settings: settings)
    guard case .form(let form)? = try reader.next() else {
      throw ImportError(sourceName: settings.sourceName, faults: FaultList())
    }
    self.form = ImportedForm(form: form.form, version: form.version, otherVersions: form.otherVersions).proven
    self.reader = reader
    responses = []
  }

  /// Passes on the form, then its responses; once.
  ///
  /// - Throws: ``ImportError`` with every fault of the responses; what `body` throws, and what reading the file throws.
  package func forEachPart(_ body: (FormContents.Part) throws -> Void) throws {
    try body(.form(form.formContents))
    for part in responses {
      responseCount += 1
      try body(part)
    }
    while let part = try reader?.next() {
      responseCount += 1
      try body(part)
    }
  }
}
