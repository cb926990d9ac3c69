#if CommandLine
import FormState
import FormStateStore

/// A response at a revision as reports tell of it: with the texts of one language, and with its rows.
struct ShownContents {
  let contents: ResponseContents
  /// What shows of it; its titles are those of the language.
  let shown: ShownForm

  /// Shows a response.
  ///
  /// - Parameters:
  ///   - contents: the response.
  ///   - view: the response in another language; `nil` for the form's own.
  ///   - hiddenRows: what becomes of rows that do not show.
  init(_ contents: ResponseContents, in view: LanguageView?, hiddenRows: HiddenRows = .removed) {
    self.contents = contents
    let form = view?.form ?? contents.form
    shown = ShownForm(
      form: form, state: view?.state ?? contents.state,
      index: VisibilityIndex(form: form, state: contents.state, hiddenRows: hiddenRows),
      formats: view?.formats ?? .stored)
  }

  /// Reads a response as it was at a revision, or for `nil` as it is, with the drafts.
  ///
  /// - Throws: `StoreError`.
  init(_ key: ResponseKey, at revision: Int? = nil, in store: FormStore, _ language: LanguageArguments) throws {
    self = try store.lookAt(key, at: revision) { Self($0, in: try language.view(of: $0)) }
  }
}
#endif
