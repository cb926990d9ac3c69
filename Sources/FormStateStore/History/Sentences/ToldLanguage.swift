import FormState
import GRDB

/// In which language changes are told: how it writes values, and where that is another language than the form's own,
/// what it calls questions and options.
package struct ToldLanguage: Sendable {
  /// How dates, numbers and switches are written.
  let formats: ValueFormats
  /// The questions by the keys of their cells; empty for the form's own language, in which the file has their titles.
  let questions: [String: Question]

  /// Whether it is another language than the form's own.
  package var isOfTranslation: Bool { !questions.isEmpty }

  /// The form's own language.
  package init(formats: ValueFormats) {
    self.init(formats: formats, questions: [:])
  }

  /// The language of a view.
  ///
  /// - Complexity: O(n) for n cells.
  package init(_ view: LanguageView) {
    let questions = view.questions().map { ($0.cell.key, $0) }
    self.init(formats: view.formats, questions: Dictionary(questions) { first, _ in first })
  }

  private init(formats: ValueFormats, questions: [String: Question]) {
    self.formats = formats
    self.questions = questions
  }
}

extension FormStore {
  /// The language in which the changes of a response are told.
  ///
  /// - Parameter name: chooses the language of a form; `nil` for its own. It is asked where there is any choice.
  /// - Returns: `nil` where they are told as they are stored.
  /// - Throws: what `name` throws; ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n) for n cells where `name` is asked.
  package func toldLanguage(
    of key: ResponseKey, choosing name: ((FormDefinition) throws -> String?)?
  ) throws -> ToldLanguage? {
    if let name {
      let contents = try contents(of: key)
      guard let chosen = try name(contents.form) else { return nil }
      if chosen != contents.form.language {
        return try LanguageView(of: contents, in: chosen).map(ToldLanguage.init)
      }
    }
    let own = try read { db in
      try String.fetchOne(
        db, sql: "SELECT language FROM formstate_version WHERE id = ?",
        arguments: [try ResponseLocation.find(key, in: db).version.id])
    }
    let formats = ValueFormats.own(own)
    return formats == .stored ? nil : ToldLanguage(formats: formats)
  }
}
