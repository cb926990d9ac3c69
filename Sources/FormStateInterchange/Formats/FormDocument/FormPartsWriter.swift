import FormState
import Foundation

/// Writes form documents, one part at a time, to limit memory.
package struct FormPartsWriter {
  /// The surrounding document.
  package enum Whole: Sendable {
    /// One document alone, the parts being of one form.
    case document
    /// A dump of a store.
    case dump
  }

  private let whole: Whole
  private var document: FormDocumentWriter
  private let sink: (Data) throws -> Void
  private var isWithinForm = false
  private var isWithinResponses = false

  /// How many bytes are held back at most.
  private static let portion = 1 << 18

  /// Begins.
  ///
  /// - Parameters:
  ///   - whole: the surrounding document.
  ///   - sink: receives the next bytes.
  package init(_ whole: Whole, to sink: @escaping (Data) throws -> Void) {
    self.whole = whole
    self.sink = sink
    document = FormDocumentWriter(version: nil, writesEntriesOnOneLine: whole == .dump)
    if whole == .dump { document.beginDump() }
  }

  /// Writes a form, or a response of the form that was written last.
  ///
  /// - Throws: `InvalidDefinition` if the form is invalid; ``ExportError`` if a property cannot be written; what the
  ///   sink throws.
  /// - Complexity: O(n) for n cells and journal entries.
  package mutating func write(_ part: FormContents.Part) throws {
    switch part {
    case .form(let form):
      try FormDocument.check(form.form, form.otherVersions)
      endForm()
      // Numbers are unnecessary with a single definition.
      let version = whole == .document && form.otherVersions.isEmpty ? nil : form.version
      try document.begin(form.form, version: version, form.otherVersions)
      isWithinForm = true
    case .response(let key, let response):
      if !isWithinResponses { document.beginResponses() }
      isWithinResponses = true
      try document.write(response, key: key) { [sink] in try Self.handOver(&$0, to: sink) }
    }
    try Self.handOver(&document, to: sink)
  }

  private static func handOver(_ document: inout FormDocumentWriter, to sink: (Data) throws -> Void) throws {
    if document.byteCount >= portion { try sink(document.takeBytes()) }
  }

  /// Ends; nothing is written after it.
  ///
  /// - Throws: what the sink throws.
  package mutating func finish() throws {
    endForm()
    if whole == .dump { document.endDump() } else { document.endDocument() }
    try sink(document.takeBytes())
  }

  private mutating func endForm() {
    if isWithinResponses { document.endResponses() }
    if isWithinForm { document.endForm() }
    (isWithinForm, isWithinResponses) = (false, false)
  }
}
