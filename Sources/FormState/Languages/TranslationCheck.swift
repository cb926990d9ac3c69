/// Checks the texts of a form in other languages.
struct TranslationCheck {
  private let form: FormDefinition
  private let suggestions: SuggestionBudget
  private let isStored: Bool
  private let runsRules: Bool
  /// The rules of the form in its own language.
  private let rules: FormRules
  /// The faults, language by language.
  private(set) var faults: [DefinitionFault] = []
  private var places: [String: (section: Int, row: Int)] = [:]
  private lazy var sectionKeys = Set(form.sections.map(\.key))
  private lazy var lists = form.listsByName
  /// The values of the options of lists.
  private var optionValues: [String: Set<String>] = [:]
  private var optionsToSuggest: [String: NearestKeys] = [:]
  private lazy var sectionsToSuggest = suggested(form.sections.map(\.key))
  private lazy var listsToSuggest = suggested(form.lists.map(\.name))
  private lazy var cellsToSuggest = suggested(places.keys.sorted())
  /// The options of a question that come from a list, with the names of the lists.
  private var listsOfOptions: [String: String] = [:]

  /// Checks the translations.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - own: its faults in its own language.
  ///   - rules: its rules in its own language, in evaluation order.
  ///   - suggestions: the budget for suggestions.
  ///   - isStored: whether the definition is already stored.
  ///   - runsRules: whether to check the results of rules in a fresh response as well.
  /// - Complexity: O(n) for n cells, for each language.
  init(
    _ form: FormDefinition, besides own: [DefinitionFault], _ rules: FormRules, suggestions: SuggestionBudget,
    isStored: Bool, runsRules: Bool
  ) {
    self.form = form
    self.rules = rules
    self.runsRules = runsRules
    self.suggestions = suggestions
    self.isStored = isStored
    if let language = form.language, let problem = FormDefinition.problem(withKey: language) {
      add("language", problem)
    }
    guard !form.translations.isEmpty else { return }
    if form.language == nil {
      add(
        "language",
        "there are texts in other languages, but the form's own language has no name; give it one, such as “en”")
    }
    findPlaces()
    checkNames()
    let plain = form.withoutLanguages
    let own = Set(own)
    let texts = Dictionary(form.translations.map { ($0.language, $0.texts) }) { first, _ in first }
    for translation in form.translations where faults.count < FormDefinition.mostFaults {
      let language = translation.language
      for text in translation.textsInOrder { check(text.name, of: language) }
      addFaults(ofTexts: texts[language] ?? [:], inLanguage: language, besides: own, of: plain)
    }
  }

  private mutating func findPlaces() {
    for (section, definition) in form.sections.enumerated() {
      for (row, cell) in definition.cells.enumerated() {
        if places[cell.key] == nil { places[cell.key] = (section, row) }
        guard let list = cell.list else { continue }
        for option in definition.optionPositions(ofListAt: row) {
          listsOfOptions[definition.cells[option].key] = list
        }
      }
    }
  }

  private mutating func checkNames() {
    var seen: Set<String> = []
    for translation in form.translations {
      let language = translation.language
      if let problem = FormDefinition.problem(withKey: language) { add("translations", problem) }
      if language == form.language {
        add("translations", "“\(language.shortened)” is the form's own language; write its texts where they belong")
      } else if !seen.insert(language).inserted {
        add("translations", "there are two translations in “\(language.shortened)”; combine them")
      }
      if translation.texts.isEmpty, !form.leavesOptions {
        add("translations", "there is no text in “\(language.shortened)”; write some, or remove the language")
      }
    }
  }

  /// Checks that the owner of a text exists.
  private mutating func check(_ name: TextPlace.Name, of language: String) {
    switch TextPlace(name) {
    case .formTitle: break
    case .sectionTitle(let key):
      if sectionKeys.contains(key) { return }
      let near = sectionsToSuggest.nearest(to: key)
      add(
        "translations",
        "“\(language.shortened)” has a title of the unknown section “\(key.shortened)”\(near.suggestionOrRemoval)"
      )
    case .option(let list, let value): checkOption(value, of: list, in: language)
    case .cell(let key, let text): check(text, ofCell: key, in: language)
    case nil:
      add("translations", "“\(language.shortened)” has an unused text of “\(name.key.shortened)”; remove it")
    }
  }

  private func suggested(_ keys: [String]) -> NearestKeys { NearestKeys(keys, within: suggestions) }

  private mutating func checkOption(_ value: String, of list: String, in language: String) {
    guard let known = lists[list] else {
      let near = listsToSuggest.nearest(to: list)
      return add(
        "translations",
        "“\(language.shortened)” has titles of the unknown list “\(list.shortened)”\(near.suggestionOrRemoval)"
      )
    }
    // Options that were not read are checked in the store.
    guard known.outline == nil else { return }
    let values = optionValues[list] ?? Set(known.options.map(\.value))
    optionValues[list] = values
    if values.contains(value) { return }
    let others = optionsToSuggest[list] ?? suggested(known.options.map(\.value))
    optionsToSuggest[list] = others
    let near = others.nearest(to: value)
    add(
      "translations",
      "“\(language.shortened)” has a title of “\(value.shortened)”, which is not an option of the list “\(list.shortened)”\(near.suggestionOrRemoval)"
    )
  }

  private mutating func check(_ text: TextPlace.CellText, ofCell key: String, in language: String) {
    guard let place = places[key] else {
      let near = cellsToSuggest.nearest(to: key)
      return add(
        "translations",
        "“\(language.shortened)” has a text of the unknown cell “\(key.shortened)”\(near.suggestionOrRemoval)"
      )
    }
    let property = text.property(in: language)
    if let list = listsOfOptions[key] {
      let action = text == .title ? "; write its title there" : ", which has only titles; remove the text"
      add(property, at: place, key, "the option belongs to the list “\(list.shortened)”\(action)")
    } else if !form.sections[place.section].cells[place.row].hasText(at: text) {
      add(property, at: place, key, text.problem)
    }
  }

  /// Adds the form's faults in a language that it does not have in its own.
  ///
  /// - Parameters:
  ///   - texts: the texts in the language.
  ///   - language: the language.
  ///   - own: the form's faults in its own language.
  ///   - plain: the form in only its own language.
  private mutating func addFaults(
    ofTexts texts: [TextPlace: String], inLanguage language: String, besides own: Set<DefinitionFault>,
    of plain: FormDefinition
  ) {
    let form = plain.saying(texts)
    for fault in faults(of: form, saying: texts, besides: own)
    where !own.contains(fault) && TextPlace.CellText.properties.contains(fault.property) {
      var fault = fault
      fault.property = "\(fault.property).\(language)"
      faults.append(fault)
    }
    let titled = texts.keys.compactMap { $0.cellWithTitleExpression }.compactMap { key in places[key].map { (key, $0) }
    }
    for (key, place) in titled.sorted(by: { $0.1 < $1.1 }) {
      let rule = form.sections[place.section].cells[place.row].rule(.title)
      guard rule?.expression?.isVolatile == true else { continue }
      add(
        TextPlace.CellText.titleExpression.property(in: language), at: place, key,
        "the title uses the clock or random values, and is evaluated only in the form's own language; remove the text")
    }
  }

  /// The faults of the form in another language, whose rules are the same except for titles and messages.
  private func faults(
    of form: FormDefinition, saying texts: [TextPlace: String], besides own: Set<DefinitionFault>
  ) -> [DefinitionFault] {
    let suggestions = SuggestionBudget()
    var faults = form.structureFaults(isStored: isStored, suggestions)
    guard let ruled = form.withRules(saidBy: texts) else { return faults }
    let resolution = RuleResolution(ruled, suggestions: suggestions)
    faults += resolution.faults
    let titles = resolution.rules.rules.filter { $0.rule.kind == .title }
    if runsRules, own.isEmpty, faults.isEmpty, !titles.isEmpty {
      faults += form.faultsWhenFresh(rules.with(titles: titles))
    }
    return faults
  }

  private mutating func add(_ property: String, _ problem: String) {
    faults.append(DefinitionFault(key: form.key, property: property, problem: problem))
  }

  private mutating func add(_ property: String, at place: (section: Int, row: Int), _ key: String, _ problem: String) {
    faults.append(
      DefinitionFault(section: place.section, row: place.row, key: key, property: property, problem: problem))
  }
}

extension FormDefinition {
  /// The form in only its own language.
  fileprivate var withoutLanguages: FormDefinition {
    var form = self
    form.translations = []
    form.language = nil
    return form
  }

  /// The form with only the rules that some texts belong to, and the parts that show whether these are valid; `nil` for
  /// none.
  fileprivate func withRules(saidBy texts: [TextPlace: String]) -> FormDefinition? {
    var said: [String: Set<FormRule.Kind>] = [:]
    for case .cell(let key, let text) in texts.keys {
      if let kind = text.kindOfRule { said[key, default: [.choices]].insert(kind) }
    }
    guard !said.isEmpty else { return nil }
    var form = self
    for section in form.sections.indices {
      form.sections[section].relevant = nil
      for position in form.sections[section].cells.indices
      where form.sections[section].cells[position].hasRareProperties {
        let kinds = said[form.sections[section].cells[position].key] ?? []
        form.sections[section].cells[position].rules.removeAll { !kinds.contains($0.kind) }
      }
    }
    return form
  }
}

extension FormRules {
  /// The rules with other ones for some titles. Nothing depends on a title, so these run last.
  fileprivate func with(titles: [Rule]) -> FormRules {
    let places = Set(titles.map(\.place))
    let others = rules.filter { $0.rule.kind != .title || !places.contains($0.place) }
    let last = (others.lazy.map(\.rank).max() ?? 0) + 1
    return FormRules(
      resolved: others
        + titles.map { title in
          var title = title
          title.rank = last
          return title
        })
  }
}

extension TextPlace {
  /// The key of the cell, if the text is the expression of its title.
  fileprivate var cellWithTitleExpression: String? {
    if case .cell(let key, .titleExpression) = self { key } else { nil }
  }
}

extension TextPlace.CellText {
  /// The properties for texts in definition faults.
  fileprivate static let properties: Set<String> = [
    "title", "subtitle", "unit", "offTitle", "onTitle", "summary", "lists", FormRule.Kind.required.rawValue,
    FormRule.Kind.constraint.rawValue,
  ]

  /// The kind of the text's rule; `nil` for none.
  fileprivate var kindOfRule: FormRule.Kind? {
    switch self {
    case .titleExpression: .title
    case .requiredMessage: .required
    case .constraintMessage: .constraint
    case .title, .subtitle, .unit, .offTitle, .onTitle, .summary: nil
    }
  }

  /// The property of the text in a language, for definition faults.
  fileprivate func property(in language: String) -> String {
    switch self {
    case .titleExpression: "title.\(language)"
    default: "\(field).\(language)"
    }
  }

  /// The problem with a text that a cell does not use.
  fileprivate var problem: String {
    switch self {
    case .title, .subtitle: "it is not displayed; remove the text"
    case .unit: "the cell has no unit in the form's own language; give it one, or remove the text"
    case .offTitle, .onTitle: "only a switch shows it; remove the text"
    case .summary: "the cell's title is neither a join nor a template; remove the text"
    case .titleExpression: "the cell's title has no expression; give it one, or remove the text"
    case .requiredMessage: "the cell is never required; remove the message"
    case .constraintMessage(let number): "the cell has no constraint \(number); remove the message"
    }
  }
}

extension Optional where Wrapped == String {
  /// The end of a message about a text of something unknown.
  fileprivate var suggestionOrRemoval: String { self == nil ? "; remove the text" : asSuggestion }
}
