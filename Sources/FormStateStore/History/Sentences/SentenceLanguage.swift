import FormState
import GRDB

/// The language of sentences about changes: the formats of values, and for a language other than the form's own, the
/// titles of questions and options.
package struct SentenceLanguage: Sendable {
  /// The formats of dates, numbers and switches.
  let formats: ValueFormats
  /// The questions by the keys of their cells; empty for the form's own language, whose titles are in the file.
  let questions: [String: Question]
  /// The words, and the titles of other cells and sections.
  var speech = Speech.english

  /// Whether it is a language other than the form's own.
  package var isOfTranslation: Bool { !questions.isEmpty }

  /// The form's own language.
  init(formats: ValueFormats) {
    self.init(formats: formats, questions: [:])
  }

  /// The language of a view.
  ///
  /// - Complexity: O(n) for n cells.
  init(_ view: LanguageView, speech: Speech = .english) {
    let questions = view.questions().map { ($0.cell.key, $0) }
    self.init(formats: view.formats, questions: Dictionary(questions) { first, _ in first })
    self.speech = speech
  }

  /// The form's own texts, in the words of a session.
  init(formats: ValueFormats, speech: Speech) {
    self.init(formats: formats, questions: [:])
    self.speech = speech
  }

  private init(formats: ValueFormats, questions: [String: Question]) {
    self.formats = formats
    self.questions = questions
  }
}

extension FormStore {
  /// The language for describing the changes of a response.
  ///
  /// - Parameter name: selects a language of a form; `nil` for its own. Called only if there is a choice.
  /// - Returns: `nil` if the stored texts are used.
  /// - Throws: what `name` throws; ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n) for n cells if `name` is called.
  package func sentenceLanguage(
    of key: ResponseKey, choosing name: ((FormDefinition) throws -> String?)?
  ) throws -> SentenceLanguage? {
    if let name {
      let contents = try contents(of: key)
      guard let chosen = try name(contents.form) else { return nil }
      if chosen != contents.form.language {
        return try LanguageView(of: contents, in: chosen).map { SentenceLanguage($0) }
      }
    }
    let own = try read { db in
      try String.fetchOne(
        db, sql: "SELECT language FROM formstate_version WHERE id = ?",
        arguments: [try ResponseLocation.find(key, in: db).version.id])
    }
    let formats = ValueFormats.own(own)
    return formats == .stored ? nil : SentenceLanguage(formats: formats)
  }
}
