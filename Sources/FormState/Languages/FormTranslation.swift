/// The texts of a form in another language than its own.
///
/// Where a text is missing, that of the form's own language shows.
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
  /// What the language is called: best a code such as `fr` or `pt-BR`, by which dates and numbers are written too, or a
  /// name as ODK has them, `Français (fr)`. Kept canonically composed (NFC).
  public var language: String { didSet { language = language.canonicalKey } }
  /// The texts, by where they stand.
  public var texts: [TextPlace: String]

  /// Creates a translation of texts by their places.
  public init(_ language: String, texts: [TextPlace: String]) {
    self.language = language.canonicalKey
    self.texts = Dictionary(texts.map { ($0.key.canonical, $0.value) }) { _, last in last }
  }

  /// Creates a translation as it is written beside a form.
  ///
  /// - Parameters:
  ///   - language: the language.
  ///   - title: the title of the form.
  ///   - sections: titles of sections by key.
  ///   - cells: texts of cells by key, of own options of a question by `QUESTION=VALUE`.
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

  /// The texts in the one order in which they are stored and told.
  package var textsInOrder: [(name: TextPlace.Name, text: String)] {
    texts.map { ($0.key.name, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// Translations in the one order that they have in a form, so that neither a file nor a document need keep another
  /// one.
  static func ordered(_ translations: [FormTranslation]) -> [FormTranslation] {
    translations.sorted { $0.language.utf8.lexicographicallyPrecedes($1.language.utf8) }
  }
}

/// What a cell says in another language; a text alone is its title.
public struct CellTexts: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The texts.
  public var texts: [TextPlace.CellText: String]

  /// Creates the texts of a cell; what is left out shows in the form's own language.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - subtitle: the secondary title.
  ///   - unit: what the number counts.
  ///   - off: what a switch shows while it is off.
  ///   - on: what a switch shows while it is on.
  ///   - summary: the separator of a join, or the source of a template.
  ///   - expression: the expression that the title follows from.
  ///   - required: what a person is told where an answer is needed.
  ///   - constraints: what a person is told where constraints do not hold, in their order.
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

  /// Creates the texts of a cell that has a title alone.
  public init(stringLiteral title: String) { self.init(title) }
}
