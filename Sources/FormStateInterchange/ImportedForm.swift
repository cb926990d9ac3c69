import FormState

/// What a document brought: a definition, perhaps responses, and what was off but could be understood.
public struct ImportedForm: Hashable, Sendable {
  /// The definition; it has been checked.
  public var form: FormDefinition
  /// The responses that came with it, by their keys.
  public var responses: [String: FormImport.Response]
  /// What was off, and what was done about it, in the order of the document.
  public var diagnostics: [Diagnostic]

  /// Creates an imported form.
  public init(form: FormDefinition, responses: [String: FormImport.Response] = [:], diagnostics: [Diagnostic] = []) {
    self.form = form
    self.responses = responses
    self.diagnostics = diagnostics
  }

  /// Form and responses as a store takes them in.
  public var formImport: FormImport { FormImport(form: form, responses: responses) }
}
