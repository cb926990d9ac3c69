/// The texts of a form in a language other than its own.
///
/// A missing text is taken from the form's own language.
///
/// ```swift
/// form.language = "en"
/// form.translations = [
///   FormTranslation(
///     "fr", title: "Visite", sections: ["roof": "Toiture"],
///     cells: ["condition": "État", "age": CellTexts("Âge", unit: "ans")],
///     lists: ["quality": ["good": "Bon", "poor": "Mauvais"]])
/// ]
/// ```
public struct FormTranslation: Hashable, Sendable {
  /// The name of the language: preferably a code such as `fr` or `pt-BR`, which also determines the formats of dates
  /// and numbers, or a name in ODK's notation, `Français (fr)`. Stored canonically composed (NFC).
  package var language: String { didSet { language = language.canonicalKey } }
  /// The texts by their places.
  package var texts: [TextPlace: String]

  /// Creates a translation of texts by their places.
  package init(_ language: String, texts: [TextPlace: String]) {
    self.language = language.canonicalKey
    self.texts = Dictionary(texts.map { ($0.key.canonical, $0.value) }) { _, last in last }
  }

  /// Creates a translation by sections, cells and lists.
  ///
  /// - Parameters:
  ///   - language: the language.
  ///   - title: the title of the form.
  ///   - sections: titles of sections by key.
  ///   - cells: texts of cells by key; of a question's own options by `QUESTION=VALUE`.
  ///   - lists: titles of options by value, by the name of their list.
  public init(
    _ language: String, title: String? = nil, sections: KeyValuePairs<String, String> = [:],
    cells: KeyValuePairs<String, CellTexts> = [:],
    lists: KeyValuePairs<String, KeyValuePairs<String, String>> = [:]
  ) {
    var texts: [TextPlace: String] = [:]
    texts[.formTitle] = title
    for (key, text) in sections { texts[.sectionTitle(key)] = text }
    for (key, cell) in cells {
      for (place, text) in cell.texts { texts[.cell(key, place)] = text }
    }
    for (list, options) in lists {
      for (value, title) in options { texts[.option(list: list, value: value)] = title }
    }
    self.init(language, texts: texts)
  }

  /// The texts in canonical order, in which they are stored and reported.
  package var textsInOrder: [(name: TextPlace.Name, text: String)] {
    texts.map { ($0.key.name, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// Sorts translations into their canonical order, so no file or document needs to keep another one.
  static func ordered(_ translations: [FormTranslation]) -> [FormTranslation] {
    translations.sorted { $0.language.utf8.lexicographicallyPrecedes($1.language.utf8) }
  }
}

/// The texts of a cell in another language; a string literal is its title.
public struct CellTexts: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The texts.
  var texts: [TextPlace.CellText: String]

  /// Creates the texts of a cell; omitted ones are taken from the form's own language.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - subtitle: the secondary title.
  ///   - unit: the unit of the number.
  ///   - off: the switch's text for off.
  ///   - on: the switch's text for on.
  ///   - summary: the separator of a join, or the source of a template.
  ///   - expression: the expression of the title's rule.
  ///   - required: the message for a missing answer.
  ///   - constraints: the messages for violated constraints, in their order.
  public init(
    _ title: String? = nil, subtitle: String? = nil, unit: String? = nil, off: String? = nil, on: String? = nil,
    summary: String? = nil, expression: String? = nil, required: String? = nil, constraints: [String] = []
  ) {
    let texts: [TextPlace.CellText: String?] = [
      .title: title, .subtitle: subtitle, .unit: unit, .offTitle: off, .onTitle: on, .summary: summary,
      .titleExpression: expression, .requiredMessage: required,
    ]
    self.texts = texts.compactMapValues(\.self)
    for (number, message) in zip(1..., constraints) { self.texts[.constraintMessage(number)] = message }
  }

  /// Creates the texts of a cell with only a title.
  public init(stringLiteral title: String) { self.init(title) }
}
