import FormState
import Foundation

/// Writes a dump, a part at a time, so that not even a large store has to be held in memory.
public struct StoreDumpWriter {
  private var document = FormDocumentWriter(version: nil, writesEntriesOnOneLine: true)
  private let sink: (Data) throws -> Void
  private var isWithinForm = false
  private var isWithinResponses = false

  /// How many bytes are held back at most.
  private static let portion = 1 << 18

  /// Begins a dump.
  ///
  /// - Parameter sink: takes the next bytes of the document.
  public init(to sink: @escaping (Data) throws -> Void) {
    self.sink = sink
    document.beginDump()
  }

  /// Writes a form, or a response of the form that was written last.
  ///
  /// - Throws: `InvalidDefinition` when the form cannot be used; ``ExportError`` when a property cannot be written; what the sink
  ///   throws.
  /// - Complexity: O(n) for n cells and journal entries.
  public mutating func write(_ part: FormImport.Part) throws {
    switch part {
    case .form(let form):
      try FormDocument.check(form.form, form.otherVersions)
      endForm()
      try document.begin(form.form, version: form.version, form.otherVersions)
      isWithinForm = true
    case .response(let key, let response):
      if !isWithinResponses { document.beginResponses() }
      isWithinResponses = true
      document.write(response, key: key)
    }
    if document.byteCount >= Self.portion { try sink(document.takeBytes()) }
  }

  /// Writes the end of the document.
  ///
  /// - Throws: what the sink throws.
  public mutating func finish() throws {
    endForm()
    document.endDump()
    try sink(document.takeBytes())
  }

  private mutating func endForm() {
    if isWithinResponses { document.endResponses() }
    if isWithinForm { document.endForm() }
    (isWithinForm, isWithinResponses) = (false, false)
  }
}
