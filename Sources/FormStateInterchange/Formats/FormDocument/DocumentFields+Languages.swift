import FormState

/// A text in another language than the form's own, as a document brings it.
struct TextInLanguage {
  var place: TextPlace
  let language: String
  let text: String
}

extension DocumentFields {
  /// A text that may be an object with one text a language; `nil` when it is missing or after a fault.
  ///
  /// - Parameters:
  ///   - name: the name of the member.
  ///   - place: the place of the text in the form.
  /// - Returns: the text in the form's own language; translations are kept.
  mutating func text(_ name: String, at place: TextPlace) -> String? {
    members[name].flatMap { text($0, named: name, at: place) }
  }

  /// The same of a value, with the name to call it by.
  mutating func text(_ value: PropertyValue, named name: String, at place: TextPlace) -> String? {
    guard case .dictionary(let texts) = value else {
      if let text = value.text { return text }
      addFault(name, "is \(value.jsonTypeName), not a text", "write it in double quotes")
      return nil
    }
    guard let language else {
      addFault(
        name, "has a text per language, but the form does not state its own language",
        "write \"language\" beside the key of the form, for example \"en\"")
      return nil
    }
    var own: String?
    for (other, value) in texts.sorted(by: { $0.key < $1.key }) {
      guard let text = value.text else {
        addFault("\(name).\(other)", "is \(value.jsonTypeName), not a text", "write it in double quotes")
        continue
      }
      if other.canonicalKey == language {
        own = text
      } else {
        translations.append(TextInLanguage(place: place, language: other, text: text))
      }
    }
    if own == nil, texts[language] == nil, !place.goesWithoutSaying {
      addFault(name, "has no text in “\(language.prefix(40))”, the form's own language", "write it, or \"\" for none")
    }
    return own
  }
}

extension TextPlace {
  /// Whether the form's own language may omit it, since the library has a default text.
  fileprivate var goesWithoutSaying: Bool {
    switch self {
    case .cell(_, .requiredMessage), .cell(_, .constraintMessage), .cell(_, .offTitle), .cell(_, .onTitle): true
    default: false
    }
  }
}

extension PropertyValue {
  /// Whether it is a text, or an object that may have one for each language.
  var isTexts: Bool {
    if case .dictionary = self { return true }
    return text != nil
  }
}

extension FormTranslation {
  /// The translations that texts make, one a language.
  static func all(of texts: [TextInLanguage]) -> [FormTranslation] {
    Dictionary(grouping: texts) { $0.language.canonicalKey }.map { language, texts in
      FormTranslation(language, texts: Dictionary(texts.map { ($0.place, $0.text) }) { first, _ in first })
    }
  }
}
