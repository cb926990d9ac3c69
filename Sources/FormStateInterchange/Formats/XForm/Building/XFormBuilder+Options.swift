import FormState

/// Choices.
extension XFormBuilder {
  /// Gives a question its choices.
  ///
  /// - Returns: the options as cells under it.
  mutating func addOptions(to cell: inout FormCell, _ control: XFormControl) -> [FormCell] {
    guard cell.kind == .group || cell.kind == .choices else { return [] }
    (cell.isExpandable, cell.summary) = (true, .choice)
    let searching = XFormSearch.isAsked(by: control.element) ? control.element : nil
    if let itemset = control.element.itemset ?? searching {
      if addItems(of: itemset, to: &cell, control) {
        let key = cell.key
        return cell.list.flatMap(optionList)?.cells(ofQuestion: key) ?? []
      }
      // If nothing can be chosen, the answer is typed.
      (cell.kind, cell.identifier, cell.isExpandable, cell.summary) = (
        .text, CellKind.text.standardIdentifier, false, nil
      )
      return []
    }
    var options: [FormCell] = []
    var seen: Set<String> = []
    for item in control.element.elements where item.name.local == "item" {
      let value = item.elements.first { $0.name.local == "value" }?.text.trimmed ?? ""
      guard !value.isEmpty, seen.insert(value.canonicalKey).inserted else {
        report.add(item, value.isEmpty ? "a choice has no value" : "the choice \(value.shortened) is a duplicate")
        continue
      }
      let label = item.elements.first { $0.name.local == "label" }
      let title = XFormTexts.plain(texts.pieces(of: label))
      let key = FormCell.optionKey(question: cell.key, value: value)
      translate(texts.others(of: label), at: .cell(key, .title))
      keepOutputs("label", label, of: key)
      keepForms("label", label, of: key)
      options.append(
        FormCell(
          key: key, kind: .option,
          title: title.isEmpty ? value : title,
          optionValue: value, isKeyDerived: true))
    }
    return options
  }

  /// Gives a question its choices from a list or from answers; `false` if that is impossible.
  private mutating func addItems(of element: XMLTree.Element, to cell: inout FormCell, _ control: XFormControl) -> Bool
  {
    if let itemset = XFormItemset(control.element, in: lists), let list = optionList(itemset.list) {
      return addList(list, to: &cell, itemset, control)
    }
    do throws(XFormProblem) {
      guard let node = control.node, let items = XFormAnswerItems(element) else {
        throw XFormProblem("they are not in a list of the form")
      }
      cell.rules.append(try choices(items, of: node))
      cell.isExpandable = false
      return true
    } catch {
      report.keep(
        "itemset", element.attribute("nodeset") ?? element.attribute("appearance") ?? "", of: cell.key,
        at: element.place,
        "the choices of \(cell.key.shortened): \(error.reason), so its answer is typed")
      return false
    }
  }

  /// The rule that offers answers.
  private func choices(_ items: XFormAnswerItems, of node: Int) throws(XFormProblem) -> FormRule {
    guard items.title == items.value else {
      throw XFormProblem("their labels differ from their answers")
    }
    let rule = FormRule(.choices, try XFormExpression.translated(items.expression, of: node, in: self))
    if let error = rule.problem { throw XFormProblem("\(error.problem)") }
    guard rule.expression?.keyOfOfferedAnswers != nil else { throw XFormProblem("they are not answers in the form") }
    return rule
  }

  /// Gives a question its choices from a list; `false` if that is impossible.
  private mutating func addList(
    _ list: OptionList, to cell: inout FormCell, _ itemset: XFormItemset, _ control: XFormControl
  ) -> Bool {
    guard lists.agrees(with: itemset) else {
      report.keep(
        "itemset", "\(itemset.value) \(itemset.title)", of: cell.key, at: itemset.element.place,
        "the list \(itemset.list.shortened) shows other columns elsewhere, so the answer of \(cell.key.shortened) is typed"
      )
      return false
    }
    guard !itemset.nodeset.isShuffled, itemset.conditions.isBlank, list.options.count <= Self.mostRows,
      list.hasDistinctValues
    else {
      addChoices(to: &cell, itemset, control)
      return true
    }
    cell.list = itemset.list
    return true
  }

  /// The maximum number of options of a list that become rows below a question.
  private static var mostRows: Int { 100 }

  func optionList(_ name: String) -> OptionList? { optionLists.first { $0.name == name } }

  /// Lets a question offer items of a list on demand; all of them if the conditions are not supported.
  private mutating func addChoices(to cell: inout FormCell, _ itemset: XFormItemset, _ control: XFormControl) {
    cell.isExpandable = false
    let conditioned = control.node.flatMap { rule(.choices, itemset.nodeset.expression, of: $0, itemset.element.place) }
    cell.rules.append(conditioned ?? FormRule(choicesOfAllIn: itemset.list))
  }
}

extension FormRule {
  /// Offers all items of a list.
  init(choicesOfAllIn list: String) {
    let mark = list.unicodeScalars.contains("'") ? "\"" : "'"
    self.init(.choices, "list(\(mark)\(list)\(mark))")
  }
}

extension OptionList {
  /// Whether no two options have the same value.
  fileprivate var hasDistinctValues: Bool { Set(options.map(\.value)).count == options.count }
}
