import FormState

extension FormDocumentWriter {
  /// Records the translations of a form.
  mutating func take(_ form: FormDefinition) {
    language = form.language
    otherTexts = [:]
    for translation in form.translations {
      for (place, text) in translation.texts { otherTexts[place, default: []].append((translation.language, text)) }
    }
  }

  /// Writes a text: an object with one member per language if there are several.
  ///
  /// - Parameters:
  ///   - text: the text in the form's own language; `nil` without one.
  ///   - isLeftOut: whether a text in that language alone is omitted.
  mutating func write(_ name: String, _ text: String?, at place: TextPlace, isLeftOut: Bool = false) {
    let others = otherTexts.isEmpty ? [] : otherTexts[place] ?? []
    guard let language, !others.isEmpty else {
      if !isLeftOut, let text { write(name, text) }
      return
    }
    json.name(name)
    json.beginObject()
    if let text { write(language, text) }
    for other in others { write(other.language, other.text) }
    json.endObject()
  }

  /// Whether a place of the form has translations.
  func hasOtherTexts(at place: TextPlace) -> Bool { otherTexts[place] != nil }
}
