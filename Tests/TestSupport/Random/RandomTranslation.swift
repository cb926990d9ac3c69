import FormState

/// Gives forms random translations.
public struct RandomTranslation {
  private var generator: SeededGenerator

  /// Begins at a seed.
  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The form, which is in English, with some of its texts in some other languages.
  public mutating func translated(_ form: FormDefinition, into languages: [String] = ["fr", "Deutsch (de)"])
    -> FormDefinition
  {
    var form = form
    form.language = "en"
    for language in languages {
      for place in places(of: form) where Int.random(in: 0..<3, using: &generator) > 0 {
        form.setText(text(at: place, of: form, in: language), at: place, in: language)
      }
      // A language without any text is none.
      form.setText("\(language): the form", at: .formTitle, in: language)
    }
    return form
  }

  private mutating func text(at place: TextPlace, of form: FormDefinition, in language: String) -> String {
    guard case .cell(let key, let text) = place,
      let cell = form.sections.lazy.flatMap(\.cells).first(where: { $0.key == key })
    else { return word(in: language) }
    switch text {
    case .titleExpression: return "concat('\(word(in: language)) ', \(cell.rule(.title)?.source ?? "''"))"
    case .summary:
      if case .template(let template) = cell.summary { return "\(template.source) \(language.prefix(2))" }
      return [" · ", ", ", " "].randomElement(using: &generator) ?? " "
    default: return word(in: language)
    }
  }

  /// Few words, so different options have the same title now and then.
  private mutating func word(in language: String) -> String {
    "\(["un", "deux", "trois"].randomElement(using: &generator) ?? "") \(language.prefix(2))"
  }

  private func places(of form: FormDefinition) -> [TextPlace] {
    form.sections.map { .sectionTitle($0.key) }
      + form.lists.flatMap { list in list.options.map { .option(list: list.name, value: $0.value) } }
      + form.sections.flatMap { section in
        let ofLists = Set(
          section.cells.indices.filter { section.cells[$0].list != nil }
            .flatMap { row in section.optionsDirectly(under: row).map(\.key) })
        return section.cells.filter { !ofLists.contains($0.key) }.flatMap { cell in
          texts(of: cell).map { TextPlace.cell(cell.key, $0) }
        }
      }
  }

  private func texts(of cell: FormCell) -> [TextPlace.CellText] {
    var texts: [TextPlace.CellText] = [.title, .subtitle]
    if cell.unit != nil { texts.append(.unit) }
    if cell.kind == .switch { texts += [.offTitle, .onTitle] }
    if cell.summary?.text != nil { texts.append(.summary) }
    if cell.rule(.title) != nil { texts.append(.titleExpression) }
    if cell.rule(.required) != nil { texts.append(.requiredMessage) }
    for (number, _) in zip(1..., cell.rules.filter { $0.kind == .constraint }) {
      texts.append(.constraintMessage(number))
    }
    return texts
  }
}
