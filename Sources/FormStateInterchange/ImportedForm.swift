import FormState
import FormStateStore

/// What a document brought: a definition, perhaps responses, and what was off but could be understood.
public struct ImportedForm: Hashable, Sendable {
  /// The definition; it has been checked.
  public var form: FormDefinition
  /// The journals of the responses that came with it, by the key of the response.
  public var journals: [String: [JournalEntry]]
  /// What was off, and what was done about it, in the order of the document.
  public var diagnostics: [Diagnostic]

  /// Creates an imported form.
  public init(form: FormDefinition, journals: [String: [JournalEntry]] = [:], diagnostics: [Diagnostic] = []) {
    self.form = form
    self.journals = journals
    self.diagnostics = diagnostics
  }

  /// Form and journals as a store takes them in, see `FormStore.take(_:)`.
  public var storeImport: FormStore.FormImport {
    FormStore.FormImport(form: form, journals: journals)
  }
}
