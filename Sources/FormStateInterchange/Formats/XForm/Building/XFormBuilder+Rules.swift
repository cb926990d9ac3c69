import FormState

/// Rules from binds.
extension XFormBuilder {
  /// A rule; `nil` if the expression is not supported, which is reported.
  mutating func rule(
    _ kind: FormRule.Kind, _ expression: String, of node: Int, _ place: DocumentPlace, message: String? = nil,
    triggers: [String] = [], overridesEntry: Bool = false
  ) -> FormRule? {
    let problem: String
    do throws(XFormProblem) {
      let source = try XFormExpression.translated(expression, of: node, in: self)
      let rule = FormRule(kind, source, message: message, triggers: triggers, overridesEntry: overridesEntry)
      report.note(place, of: kind, key: model.nodes[node].key)
      guard let error = rule.problem else { return rule }
      problem = "\(error.problem)"
    } catch {
      problem = error.reason
    }
    let key = model.nodes[node].key
    let description = "the rule “\(kind.rawValue)” of \(key.shortened): \(problem)"
    if kind == .set {
      report.keepSetting(expression, when: triggers, of: key, at: place, description)
    } else {
      report.keep(kind.rawValue, expression, of: key, at: place, description)
    }
    return nil
  }

  /// The count of a repeat; a path without a target from the repeat is read from its container.
  mutating func countRule(_ expression: String, of node: Int, _ place: DocumentPlace) -> FormRule? {
    let isFromRepeat =
      !expression.trimmed.unicodeScalars.allSatisfy { XFormPathScanner.beginsName($0) || $0 == "-" || $0 == "." }
      || model.child(expression, of: node) != nil
    report.note(place, of: .count, key: model.nodes[node].key)
    return rule(.count, expression, of: isFromRepeat ? node : model.nodes[node].parent ?? node, place)
  }

  /// A cell is read-only if its node or one around it is.
  private mutating func readOnly(_ node: Int) -> FormRule? {
    joined(.readOnly, ofNodes: [node] + model.ancestors(of: node), by: "or") { $0.condition("readonly") }
  }

  /// One rule from those of several nodes; `nil` if there are none.
  mutating func joined(
    _ kind: FormRule.Kind, ofNodes nodes: [Int], by word: String, _ expression: (XFormModel.Node) -> String?
  ) -> FormRule? {
    var conditions: [FormRule] = []
    for node in nodes {
      guard let written = expression(model.nodes[node]) else { continue }
      if let rule = rule(kind, written, of: node, model.nodes[node].rulePlace) { conditions.append(rule) }
    }
    // A single one has already been parsed.
    if conditions.count < 2 { return conditions.first }
    return FormRule(kind, conditions.map { "(\($0.source))" }.joined(separator: " \(word) "))
  }

  /// Gives a cell the rules of its node, and its initial value.
  ///
  /// - Parameter options: the cells of its options.
  mutating func addRules(
    to cell: inout FormCell, of node: Int, within container: Int?, offering options: [FormCell] = []
  ) {
    let bind = model.nodes[node].bind
    let place = model.nodes[node].rulePlace
    var messages: [(written: String, place: TextPlace.CellText)] = []
    var constraints = 0
    func message(_ name: String, at place: TextPlace.CellText) -> String? {
      guard let written = bind?.attribute(name, in: XFormNamespace.javaRosa) else { return nil }
      messages.append((written, place))
      return texts.pieces(ofReference: written).map { XFormTexts.plain($0).collapsed } ?? written
    }
    var rules = [relevance(of: node, within: container)]
    if let required = model.nodes[node].condition("required") {
      let required = rule(.required, required, of: node, place, message: message("requiredMsg", at: .requiredMessage))
      rules.append(required)
      if required == nil { messages = [] }
      if cell.kind == .switch {
        constraints = 1
        rules.append(FormRule(.constraint, ". = true()", message: message("requiredMsg", at: .constraintMessage(1))))
      }
    }
    // Nobody can edit an attribute, and a submission that is imported states its value.
    if !model.nodes[node].isAttribute { rules.append(readOnly(node)) }
    if let constraint = model.nodes[node].rule("constraint") {
      let found = messages
      let message = message("constraintMsg", at: .constraintMessage(constraints + 1))
      let constraint = rule(.constraint, constraint, of: node, place, message: message)
      rules.append(constraint)
      if constraint == nil { messages = found }
    }
    for (written, place) in messages { translate(texts.others(ofReference: written), at: .cell(cell.key, place)) }
    let isTyped = isQuestion(node) && !rules.contains { $0?.kind == .readOnly && $0?.source == "true()" }
    let calculation = model.nodes[node].rule("calculate").map { calculate in
      // An entry in a question holds until an input of its calculation changes.
      rule(.calculate, calculate, of: node, place, overridesEntry: isTyped)
    }
    if let calculation { rules.append(calculation) } else { addFirstValue(to: &cell, of: node, options, &rules) }
    for setting in setValues.settings[node] ?? [] {
      let triggers = setting.triggers.map { model.nodes[$0].key }
      rules.append(rule(.set, setting.expression, of: node, setting.place, triggers: triggers))
    }
    cell.rules += rules.compactMap { $0 }
  }

  // MARK: - First values

  private mutating func addFirstValue(
    to cell: inout FormCell, of node: Int, _ options: [FormCell], _ rules: inout [FormRule?]
  ) {
    let place = model.nodes[node].place
    if let expression = setValues.firstValues[node] {
      rules.append(rule(.default, expression, of: node, place))
      return
    }
    if let preload = preload(node) {
      rules.append(preload)
      return
    }
    let text = model.nodes[node].text.trimmed
    guard !text.isEmpty else { return }
    guard let value = Self.value(text, of: cell), offers(value, in: cell, { key in options.contains { $0.key == key } })
    else {
      return report.keep(
        "value", text, of: cell.key, at: place, "\(cell.key.shortened) cannot have the initial value \(text.shortened)")
    }
    cell.defaultValue = value
  }

  /// Whether a value can be an initial one: chosen options are offered, and each is chosen once.
  ///
  /// - Parameter isOption: whether a key is that of an option's cell.
  func offers(_ value: CellValue, in cell: FormCell, _ isOption: (String) -> Bool) -> Bool {
    guard cell.kind.isQuestionOfOptions else { return true }
    let chosen = value.chosenValues.map(\.canonicalKey)
    guard Set(chosen).count == chosen.count else { return false }
    // Answers that are offered are known only in a response.
    if cell.choosesFromList {
      guard let list = cell.choices.flatMap({ optionList($0.list) }) else { return true }
      return chosen.allSatisfy { value in list.options.contains { $0.value == value } }
    }
    return chosen.allSatisfy { isOption(FormCell.optionKey(question: cell.key, value: $0)) }
  }

  static func value(_ text: String, of cell: FormCell) -> CellValue? {
    switch cell.kind {
    case .choices: .choices(text.split(whereSeparator: \.isWhitespace).map(String.init))
    case .group: .text(text)
    default: try? cell.accepted(.text(text))
    }
  }

  /// The value of `jr:preload`.
  private mutating func preload(_ node: Int) -> FormRule? {
    guard let bind = model.nodes[node].bind,
      let preload = bind.attribute("preload", in: XFormNamespace.javaRosa)
    else { return nil }
    let parameters = bind.attribute("preloadParams", in: XFormNamespace.javaRosa) ?? ""
    switch (preload, parameters) {
    case ("timestamp", "start"): return FormRule(.default, "now()")
    case ("date", "today"): return FormRule(.default, "today()")
    case ("uid", _): return FormRule(.default, "concat('uuid:', uuid())")
    default:
      report.keep(
        "preload", "\(preload) \(parameters)".trimmed, of: model.nodes[node].key, at: bind.place,
        "the preload \(preload.shortened) \(parameters.shortened) of \(model.nodes[node].key.shortened) is not supported"
      )
      return nil
    }
  }

  // MARK: - Titles

  /// Gives a cell a title with expressions in it, and its titles in other languages.
  ///
  /// If the text contains an expression in any language, all languages use an expression.
  mutating func addTitleRule(
    to cell: inout FormCell, _ label: XMLTree.Element?, at node: Int, _ element: XMLTree.Element
  ) {
    let (own, others) = (texts.pieces(of: label), texts.others(of: label))
    translateNames(others, at: .cell(cell.key, .title))
    keepForms("label", label, of: cell.key)
    guard ([own] + others.map(\.pieces)).contains(where: XFormTexts.hasOutputs),
      let source = titleExpression(own, of: cell.key, at: node, element)
    else { return }
    cell.rules.append(FormRule(.title, source))
    if cell.kind == .group || cell.kind == .choices { cell.summary = nil }
    for (language, pieces) in others {
      let source = titleExpression(pieces, of: cell.key, at: node, element) ?? XFormTexts.plain(pieces).asExpression
      translations.append(
        TextInLanguage(place: .cell(cell.key, .titleExpression), language: language, text: source))
    }
  }

  /// The expression of a title; `nil` if a part of it is not supported, which is reported.
  private mutating func titleExpression(
    _ pieces: [XFormTexts.Piece], of key: String, at node: Int, _ element: XMLTree.Element
  ) -> String? {
    guard XFormTexts.hasOutputs(pieces) else { return XFormTexts.plain(pieces).asExpression }
    var parts: [String] = []
    for piece in XFormTexts.inLines(pieces) {
      switch piece {
      case .text(let text): parts.append(text.withoutTabs.asExpression)
      case .output(let expression):
        guard let rule = rule(.title, expression, of: node, element.place) else {
          keepWords("label", pieces, of: key)
          return nil
        }
        parts.append(rule.source)
      }
    }
    return parts.count == 1 ? "string(\(parts[0]))" : "concat(\(parts.joined(separator: ", ")))"
  }

  /// Records a name in other languages, without the results of expressions.
  mutating func translateNames(_ others: [(language: String, pieces: [XFormTexts.Piece])], at place: TextPlace) {
    for (language, pieces) in others {
      let name = XFormTexts.name(pieces)
      if !name.isEmpty { translations.append(TextInLanguage(place: place, language: language, text: name)) }
    }
  }

  /// Notes a text in other languages.
  mutating func translate(_ others: [(language: String, pieces: [XFormTexts.Piece])], at place: TextPlace) {
    for (language, pieces) in others {
      translations.append(TextInLanguage(place: place, language: language, text: XFormTexts.plain(pieces)))
    }
  }
}

extension String {
  /// The text with a blank for every tab.
  fileprivate var withoutTabs: String { String(map { $0 == "\t" ? " " : $0 }) }
}
