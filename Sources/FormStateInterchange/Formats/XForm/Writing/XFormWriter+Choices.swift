import FormState

/// The choices of a question.
extension XFormWriter {
  mutating func writeChoices(of cell: FormCell, at node: Int, _ options: [FormCell]) {
    if let expression = cell.rule(.choices)?.expression, let key = expression.keyOfOfferedAnswers {
      return writeAnswers(of: key, offeredBy: expression, in: cell, at: node)
    }
    if let items = items(of: cell, at: node) {
      let list = cell.list ?? cell.choices?.list ?? ""
      let columns = layout.listColumns[list] ?? XFormListColumns()
      output.begin("itemset", [XMLWrittenAttribute("nodeset", items)])
      output.element("value", [XMLWrittenAttribute("ref", columns.value)])
      let title = translatedLists.contains(list) && columns.title == "label" ? "jr:itext(itextId)" : columns.title
      output.element("label", [XMLWrittenAttribute("ref", title)])
      return output.end()
    }
    guard cell.kind.isQuestionOfOptions else { return }
    for option in options {
      output.begin("item")
      let isOnlyShown = option.title == option.optionValue && !option.properties.keptXMLOfXForm("labelForms").isEmpty
      writeWords(
        "label", isOnlyShown ? "" : option.title, kept: option.properties.keptOfXForm("label"), option.properties,
        at: [.cell(option.key, .title)], isNeeded: true)
      output.element("value", text: option.optionValue ?? option.key)
      output.end()
    }
  }

  /// The path to the items of a list that a question uses; `nil` for one with its own options.
  private mutating func items(of cell: FormCell, at node: Int) -> String? {
    if let kept = cell.properties.keptOfXForm("choices") { return keptExpression(kept, of: node) }
    if let rule = cell.rule(.choices) { return expression(rule.source, of: node, key: cell.key) }
    return cell.list.map { "instance('\($0)')/root/item" }
  }

  /// Writes choices that are answers: their instances, and the node of the answer in each.
  private mutating func writeAnswers(
    of key: String, offeredBy expression: RuleExpression, in cell: FormCell, at node: Int
  ) {
    guard let answer = layout.node(ofKey: key) else { return }
    let shuffled = expression.argumentsOfShuffle
    let parts = shuffled ?? [expression]
    let written = parts.compactMap { self.expression($0.description, of: node, key: cell.key) }
    guard written.count == parts.count, var answers = written.first else { return }
    let names = namesBelowRepeat(of: answer)
    let isBelow = answers.hasSuffix("/" + names)
    if isBelow { answers.removeLast(names.count + 1) }
    let arguments = ([answers] + written.dropFirst()).joined(separator: ", ")
    let nodeset = shuffled == nil ? answers : "randomize(\(arguments))"
    output.begin("itemset", [XMLWrittenAttribute("nodeset", nodeset)])
    output.element("value", [XMLWrittenAttribute("ref", isBelow ? names : ".")])
    output.element("label", [XMLWrittenAttribute("ref", isBelow ? names : ".")])
    output.end()
  }

  /// The way from the repeat around a node down to it.
  private func namesBelowRepeat(of node: Int) -> String {
    let below = layout.ancestors(of: node).prefix { !layout.isRepeat($0) }
    return ([node] + below).reversed().map { layout.skeleton.nodes[$0].name }.joined(separator: "/")
  }
}

extension RuleExpression {
  /// The shuffled path and the seed; `nil` without shuffling.
  fileprivate var argumentsOfShuffle: [RuleExpression]? {
    guard case .call("randomize", let arguments) = root else { return nil }
    let expressions = arguments.compactMap { try? RuleExpression($0) }
    return expressions.count == arguments.count ? expressions : nil
  }
}
