extension FormDefinition {
  /// The names of the form's languages, its own first; empty if that has no name.
  public var languages: [String] { [language].compactMap(\.self) + translations.map(\.language) }

  /// The text at a place in a language; `nil` if the language has none. O(l) for l languages.
  public func text(at place: TextPlace, in language: String) -> String? {
    translations.first { $0.language == language.canonicalKey }?.texts[place.canonical]
  }

  /// Sets a text of another language at a place, or removes it for `nil`; a language without texts is removed.
  ///
  /// - Complexity: O(l) for l languages.
  public mutating func setText(_ text: String?, at place: TextPlace, in language: String) {
    let name = language.canonicalKey
    var translation = translations.first { $0.language == name } ?? FormTranslation(name, texts: [:])
    translation.texts[place.canonical] = text
    translations = translations.filter { $0.language != name } + (translation.texts.isEmpty ? [] : [translation])
  }

  /// The form as if it had been written in only one of its languages.
  ///
  /// A text that is missing in that language is taken from the form's own. The options of a question that come from a
  /// list have the texts of the list.
  ///
  /// - Parameter language: one of ``languages``.
  /// - Returns: `nil` for an unknown language.
  /// - Complexity: O(n) for n cells.
  package func inLanguage(_ language: String) -> FormDefinition? {
    let name = language.canonicalKey
    guard languages.contains(name) else { return nil }
    var form = self
    form.language = name
    form.translations = []
    guard let texts = translations.first(where: { $0.language == name })?.texts else { return form }
    return form.saying(texts)
  }

  /// The form with other texts at some places. O(n) for n cells, however many languages the form has.
  func saying(_ texts: [TextPlace: String]) -> FormDefinition {
    var form = self
    if let title = texts[.formTitle] { form.title = title }
    form.lists = lists.map { $0.with(texts) }
    let lists = form.listsByName
    var byCell: [String: [TextPlace.CellText: String]] = [:]
    for case (.cell(let key, let place), let text) in texts { byCell[key, default: [:]][place] = text }
    form.sections = sections.map { section in
      var section = section.with(byCell, lists: lists)
      if let title = texts[.sectionTitle(section.key)] { section.title = title }
      return section
    }
    return form
  }
}

extension OptionList {
  fileprivate func with(_ texts: [TextPlace: String]) -> OptionList {
    var list = self
    for position in options.indices {
      guard let title = texts[.option(list: name, value: options[position].value)] else { continue }
      list.options[position].title = title
    }
    return list
  }
}

extension FormSection {
  fileprivate func with(_ texts: [String: [TextPlace.CellText: String]], lists: [String: OptionList]) -> FormSection {
    var section = self
    for position in cells.indices {
      if let texts = texts[cells[position].key] { section.cells[position].take(texts) }
      guard let list = cells[position].list.flatMap({ lists[$0] }) else { continue }
      let titles = Dictionary(list.options.map { ($0.value, $0.title) }) { first, _ in first }
      for option in optionPositions(ofListAt: position) {
        guard let value = cells[option].optionValue, let title = titles[value] else { continue }
        section.cells[option].title = title
      }
    }
    return section
  }

  /// The positions of the options that a cell has from its list; they come first under it.
  func optionPositions(ofListAt position: Int) -> [Int] {
    guard cells[position].list != nil else { return [] }
    return Array(positionsDirectly(under: position).prefix { cells[$0].kind == .option })
  }
}

extension FormCell {
  fileprivate mutating func take(_ texts: [TextPlace.CellText: String]) {
    for (place, text) in texts where hasText(at: place) { take(text, at: place) }
  }

  private mutating func take(_ text: String, at place: TextPlace.CellText) {
    switch place {
    case .title: title = text
    case .subtitle: subtitle = text
    case .unit: unit = text
    case .offTitle: switchTitles = SwitchTitles(off: text, on: (switchTitles ?? .standard).on)
    case .onTitle: switchTitles = SwitchTitles(off: (switchTitles ?? .standard).off, on: text)
    case .summary: summary = summary?.saying(text)
    case .titleExpression: replaceRule(.title) { _ in FormRule(.title, text) }
    case .requiredMessage: replaceRule(.required) { $0.saying(text) }
    case .constraintMessage(let number): replaceRule(.constraint, number: number) { $0.saying(text) }
    }
  }

  /// Whether the cell has the text, and so can have translations of it.
  func hasText(at place: TextPlace.CellText) -> Bool {
    switch place {
    case .title, .subtitle: true
    case .unit: unit != nil
    case .offTitle, .onTitle: kind == .switch
    case .summary: summary?.text != nil
    case .titleExpression: rule(.title) != nil
    case .requiredMessage: rule(.required) != nil
    case .constraintMessage(let number): number > 0 && number <= rules.count { $0.kind == .constraint }
    }
  }

  private mutating func replaceRule(
    _ kind: FormRule.Kind, number: Int = 1, with change: (FormRule) -> FormRule
  ) {
    var found = 0
    rules = rules.map { rule in
      guard rule.kind == kind else { return rule }
      found += 1
      return found == number ? change(rule) : rule
    }
  }
}

extension Summary {
  /// The same rule with another separator or template.
  fileprivate func saying(_ text: String) -> Summary {
    switch self {
    case .choice: self
    case .join: .join(separator: text)
    case .template: .template(Template(keeping: text))
    }
  }
}

extension FormRule {
  fileprivate func saying(_ message: String) -> FormRule {
    var rule = self
    rule.message = message
    return rule
  }
}
