import Foundation

extension Locale {
  /// The locale for the name of a language: a BCP 47 code such as `fr` or `pt-BR`, a name with a code in parentheses in
  /// ODK's notation (`Français (fr)`), or the language's name in itself or in English; `nil` for any other name.
  ///
  /// - Complexity: O(1) for a code; a name is compared with those of all languages.
  init?(languageNamed name: String) {
    let name = name.trimmingCharacters(in: .whitespaces)
    let inParentheses = name.last == ")" ? name.dropLast().split(separator: "(").last.map(String.init) : nil
    let codes = [inParentheses, name].compactMap(\.self).filter(Self.isLanguageCode)
    guard let code = codes.first ?? Self.languageCode(ofLanguageCalled: name) else { return nil }
    self.init(identifier: code.replacingOccurrences(of: "-", with: "_"))
  }

  /// Whether a text has the form of a code, and begins with that of a known language.
  private static func isLanguageCode(_ text: String) -> Bool {
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard let language = parts.first, (2...3).contains(language.utf8.count), text.utf8.count <= 35,
      parts.allSatisfy({ $0.utf8.count <= 8 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    else { return false }
    return LanguageCode(String(language).lowercased()).isISOLanguage
  }

  private static func languageCode(ofLanguageCalled name: String) -> String? {
    let name = name.lowercased()
    let english = Locale(identifier: "en")
    let codes = Set(availableIdentifiers.compactMap { $0.split(separator: "_").first.map(String.init) }).sorted()
    return codes.first { code in
      [english, Locale(identifier: code)].contains { $0.localizedString(forLanguageCode: code)?.lowercased() == name }
    }
  }
}
