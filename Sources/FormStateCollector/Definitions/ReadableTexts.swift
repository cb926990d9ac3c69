import FormState

/// A value as a person reads it, in the languages of its form.
struct ReadableText: Equatable {
  /// The text in the form's own language; `nil` if it is the content of the value, see ``StateDigest/parts(of:)``.
  let own: String?
  /// The texts in other languages, by their names, where they differ from that in the form's own.
  let translations: [String: String]

  /// The texts in other languages as JSON, in the order of the languages; `nil` if there are none.
  var json: String? {
    guard !translations.isEmpty else { return nil }
    var json = JSONWriter(isPretty: false)
    json.beginObject()
    for (language, text) in translations.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      json.name(language)
      json.string(text)
    }
    json.endObject()
    return json.text
  }
}

/// The readable texts of the values of a form.
///
/// As in the files of devices, dates and numbers in the form's own language have the formats of stored titles, whatever
/// that language is.
struct ReadableTexts {
  /// The form in a language other than its own.
  struct Translation {
    /// The name of the language.
    let language: String
    /// The form with the texts of the language.
    var form: FormDefinition { shown.index.form }
    fileprivate let shown: ShownValues
  }

  private let own: ShownValues
  /// The form in its other languages, in the order of their names.
  let translations: [Translation]

  /// Prepares the texts. O(n) for n cells, in each language.
  init(of form: FormDefinition) {
    own = ShownValues(index: FormIndex(form), formats: .stored)
    translations = form.translations.compactMap { translation in
      guard let shown = form.inLanguage(translation.language) else { return nil }
      return Translation(
        language: translation.language,
        shown: ShownValues(
          index: FormIndex(shown, form.fresh), formats: ValueFormats(language: translation.language)))
    }
  }

  /// The texts of a value of the cell with a key; of an unknown cell the content of the value.
  ///
  /// - Complexity: O(l) for l languages; the first time O(n) for n cells, and for the options of a cell.
  func text(of value: CellValue, inCell key: String) -> ReadableText {
    guard let place = own.index.place(ofCell: key), let cell = own.index.cell(at: place) else {
      return text(of: value, in: FormCell(key: key, kind: .custom), at: nil)
    }
    return text(of: value, in: cell, at: place)
  }

  /// The texts of a value of a cell, given its place; `nil` for an unknown cell.
  func text(of value: CellValue, in cell: FormCell, at place: CellPlace?) -> ReadableText {
    let text = own.text(of: value, in: cell, at: place)
    var others: [String: String] = [:]
    for translation in translations {
      let index = translation.shown.index
      let other = translation.shown.text(of: value, in: place.flatMap(index.cell) ?? cell, at: place)
      if !other.isSpelled(like: text) { others[translation.language] = other }
    }
    return ReadableText(own: text.isSpelled(like: value.plainText) ? nil : text, translations: others)
  }
}

/// The values of a form as one of its languages shows them.
private struct ShownValues {
  let index: FormIndex
  let formats: ValueFormats

  func text(of value: CellValue, in cell: FormCell, at place: CellPlace?) -> String {
    cell.readableText(of: value, formats) { title(ofOption: $0, of: cell, at: place) }
  }

  /// The title of an option under a question, or in its list; `nil` if it has none.
  private func title(ofOption value: String, of cell: FormCell, at place: CellPlace?) -> String? {
    guard let place else { return nil }
    if let option = index.option(withValue: value, under: place).flatMap(index.cell) { return option.title }
    guard let list = (cell.choices?.list).flatMap(index.list) else { return nil }
    // A list in memory does not fail.
    return try? list.title(ofValue: value)
  }
}
