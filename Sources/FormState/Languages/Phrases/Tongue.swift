import Foundation

/// A language in which the library has words of its own. A form may be in any language; see ``FormTranslation``.
package enum Tongue: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case arabic = "ar"

  /// The tongue for the name of a language; `nil` if the library has no words in it.
  ///
  /// - Parameter language: the name of a language, see ``FormTranslation/language``.
  init?(languageNamed language: String) {
    guard let code = Locale(languageNamed: language)?.language.languageCode?.identifier,
      let tongue = Self(rawValue: code)
    else { return nil }
    self = tongue
  }

  /// The words of a phrase.
  func template(of phrase: Phrase) -> String { words?[phrase] ?? phrase.rawValue }

  /// The words of all phrases; `nil` in English, where the phrases have them.
  var words: [Phrase: String]? {
    switch self {
    case .english: nil
    case .german: Self.germanWords
    case .french: Self.frenchWords
    case .spanish: Self.spanishWords
    case .arabic: Self.arabicWords
    }
  }

  /// The form for a number, among those of the plural categories of the language.
  func form(for count: Int, of forms: [Substring]) -> String {
    let position =
      switch self {
      case .english, .german, .spanish: count == 1 ? 0 : 1
      case .french: count < 2 ? 0 : 1
      // One, two, few, many, other.
      case .arabic:
        switch (count, count % 100) {
        case (1, _): 0
        case (2, _): 1
        case (_, 3...10): 2
        case (_, 11...99): 3
        default: 4
        }
      }
    let form = String(forms.element(at: position) ?? forms.last ?? "#")
    return form.replacing("#", with: String(count))
  }

  /// A text in quotation marks.
  func quoted(_ text: String) -> String {
    switch self {
    case .english: "“\(text)”"
    case .german: "„\(text)“"
    case .french: "« \(text) »"
    case .spanish, .arabic: "«\(apart(text))»"
    }
  }

  /// What separates the elements of a list.
  var comma: String { self == .arabic ? "، " : ", " }

  /// What separates clauses.
  var semicolon: String {
    switch self {
    case .english, .german, .spanish: "; "
    case .french: " ; "
    case .arabic: "؛ "
    }
  }

  /// A text that may have another direction, isolated from the direction of the words around it.
  func apart(_ text: String) -> String { self == .arabic ? "\u{2068}\(text)\u{2069}" : text }
}
