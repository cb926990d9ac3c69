import FormState
import Foundation

/// The language in which a session shows its response.
///
/// Answers are the same in all languages. Displayed titles are calculated in the session's language, with its formats
/// of dates and numbers; what is stored, and ``FormSession/state`` and ``FormSession/digest``, do not change.
extension FormSession {
  /// The language of the session; `nil` for the form's own, if that has no name.
  public var language: String? { snapshot.withLock { $0.language } }

  /// The available languages, the form's own first; empty if that has no name. O(l) for l languages.
  public var languages: [String] { snapshot.withLock { $0.form.languages } }

  /// Shows the response in another language from now on.
  ///
  /// A missing text is taken from the form's own language. Other sessions of the response keep their language. If the
  /// response is upgraded to a version of its form without the language, that version's own language is used.
  ///
  /// ```swift
  /// let change = try session.show(in: "fr")
  /// ```
  ///
  /// - Parameters:
  ///   - language: one of ``languages``, or only its code or name if it has both; `nil` for the form's own.
  ///   - show: receives one stage, as with ``apply(_:showing:)-(FormAction,_)``.
  /// - Returns: the revision, which stays, and the update of the table view: reloads of rows and headers whose content
  ///   changes; empty if the language is already shown.
  /// - Throws: ``StoreError/Code/unknownLanguage``; the session is then unchanged.
  /// - Complexity: O(n + v log n) for n cells and v visible rows.
  @discardableResult
  public func show(in language: String?, showing show: ((BatchUpdate) -> Void)? = nil) throws -> ScreenChange {
    shown(try advance(to: language, inStages: show != nil), show)
  }

  private func advance(to language: String?, inStages: Bool) throws -> (change: ScreenChange, turn: Int?) {
    try store.holdingConnection {
      try snapshot.withLock { snapshot in
        let advance = snapshot.show(in: try language.map(snapshot.form.language(meantBy:)), inStages: inStages)
        snapshot.forgetNames()
        subscribers.publish(advance.changes)
        let change = ScreenChange(
          previousRevision: snapshot.revision, revision: snapshot.revision, batch: advance.batch)
        return (change, advance.turn)
      }
    }
  }
}

extension LanguageView {
  /// A response as displayed in a language; `nil` for the form's own if its formats are those of stored titles.
  ///
  /// - Throws: ``StoreError/Code/unknownLanguage``.
  /// - Complexity: O(n + k) for n cells and k touched ones.
  package init?(of contents: ResponseContents, in language: String) throws {
    let language = try contents.form.language(meantBy: language)
    guard language != contents.form.language || ValueFormats.own(language) != .stored else { return nil }
    self.init(of: contents.form, in: language, state: contents.state)
  }
}

extension FormDefinition {
  /// The form's language that a text refers to: by its name, or by a part of it that no other has, `fr` or `français`
  /// for `Français (fr)`.
  ///
  /// - Throws: ``StoreError/Code/unknownLanguage``.
  package func language(meantBy text: String) throws -> String {
    let meant = text.canonicalKey
    if languages.contains(meant) { return meant }
    let candidates = languages.filter { $0.partsOfLanguageName.contains(meant.lowercased()) }
    guard let only = candidates.first, candidates.count == 1 else {
      throw StoreError.unknownLanguage(form: key, language: text, known: languages)
    }
    return only
  }
}

extension String {
  /// The parts of a language's name in lower case: `français` and `fr` of `Français (fr)`, and the whole.
  fileprivate var partsOfLanguageName: [String] {
    let parts = split(whereSeparator: { $0 == "(" || $0 == ")" }).map { $0.trimmingCharacters(in: .whitespaces) }
    return ([self] + parts).map { $0.lowercased() }
  }
}
