import FormState
import Foundation

/// In which language a session shows its response.
///
/// Answers are the same in all of them. Displayed titles follow from them in the language that is shown, and dates and
/// numbers are written as it writes them; what is stored, and what ``FormSession/state`` and ``FormSession/digest``
/// tell, does not change.
extension FormSession {
  /// The language in which the response is shown; `nil` for the form's own, where that has no name.
  public var language: String? { snapshot.withLock { $0.language } }

  /// The languages in which the response can be shown, the form's own first; empty where that has no name. O(l) for l
  /// languages.
  public var languages: [String] { snapshot.withLock { $0.form.languages } }

  /// Shows the response in another language from now on.
  ///
  /// Where a text is missing, that of the form's own language shows. Other sessions of the response stay in theirs.
  /// When the response moves to a version of its form that lacks the language, that version's own shows.
  ///
  /// ```swift
  /// let change = try session.show(in: "fr")
  /// ```
  ///
  /// - Parameter language: one of ``languages``, or its code or name alone where it has both; `nil` for the form's own.
  /// - Returns: the revision, which stays, and what takes the table view there: reloads of the rows and headers that
  ///   show something else, and nothing where the language shows already.
  /// - Throws: ``StoreError/Code/unknownLanguage``; the session shows what it showed before.
  /// - Complexity: O(n + v log n) for n cells and v visible rows.
  @discardableResult
  public func show(in language: String?) throws -> ScreenChange {
    try advance(to: language, inStages: false).change
  }

  /// Shows the response in another language, and hands that to a table view in stages, as ``apply(_:showing:)`` does.
  ///
  /// - Parameters:
  ///   - language: one of ``languages``; `nil` for the form's own.
  ///   - show: shows one stage.
  /// - Returns: the revision and the whole batch update.
  /// - Throws: as ``show(in:)``, before anything is shown.
  @discardableResult
  public func show(in language: String?, showing show: (BatchUpdate) -> Void) throws -> ScreenChange {
    let (change, turn) = try advance(to: language, inStages: true)
    self.show(change, turn: turn, show)
    return change
  }

  private func advance(to language: String?, inStages: Bool) throws -> (change: ScreenChange, turn: Int?) {
    try snapshot.withLock { snapshot in
      let advance = snapshot.show(in: try language.map(snapshot.form.language(meantBy:)), inStages: inStages)
      subscribers.publish(advance.changes)
      let change = ScreenChange(
        previousRevision: snapshot.revision, revision: snapshot.revision, batch: advance.batch)
      return (change, advance.turn)
    }
  }
}

extension LanguageView {
  /// A response as it shows in a language; `nil` for the form's own where that writes as titles are stored.
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
  /// The language of the form that a text means: by its name, or by a part of it that no other has, `fr` or `français`
  /// of `Français (fr)`.
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
  /// What the name of a language consists of, in lower case: `français` and `fr` of `Français (fr)`, and the whole.
  fileprivate var partsOfLanguageName: [String] {
    let parts = split(whereSeparator: { $0 == "(" || $0 == ")" }).map { $0.trimmingCharacters(in: .whitespaces) }
    return ([self] + parts).map { $0.lowercased() }
  }
}
