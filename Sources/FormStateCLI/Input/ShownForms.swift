#if CommandLine
import FormState
import FormStateStore

/// Caches forms in the command's language: most responses belong to the same form.
struct ShownForms {
  private let language: LanguageArguments
  private var last: (form: FormDefinition, shown: FormDefinition?)?

  init(_ language: LanguageArguments) { self.language = language }

  /// The form in the language.
  ///
  /// - Throws: `StoreError.Code.unknownLanguage` for a language that is named with the command.
  mutating func form(_ form: FormDefinition) throws -> FormDefinition { try translated(form) ?? form }

  /// The response, with the texts of its form in the language.
  ///
  /// - Throws: `StoreError.Code.unknownLanguage` for a language that is named with the command.
  mutating func showing(_ contents: ResponseContents) throws -> ResponseContents {
    try translated(contents.form).map(contents.showing) ?? contents
  }

  /// The form in the language; `nil` for its own.
  private mutating func translated(_ form: FormDefinition) throws -> FormDefinition? {
    if let last, last.form == form { return last.shown }
    let name = try language.languageName(for: form)
    let shown = name == form.language ? nil : name.flatMap(form.inLanguage)
    last = (form, shown)
    return shown
  }
}
#endif
