import FormState

/// What can be chosen.
extension XFormBuilder {
  /// Gives a question what can be chosen.
  ///
  /// - Returns: the options as cells under it.
  mutating func addOptions(to cell: inout FormCell, _ control: XFormControl) -> [FormCell] {
    guard cell.kind == .group || cell.kind == .choices else { return [] }
    (cell.isExpandable, cell.summary) = (true, .choice)
    if control.element.elements.contains(where: { $0.name.local == "itemset" }) {
      if addList(to: &cell, control) {
        let key = cell.key
        return optionLists.first { $0.name == cell.list }?.cells(ofQuestion: key) ?? []
      }
      // What nobody can choose, somebody can type.
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
        report.add(item, value.isEmpty ? "a choice has no value" : "the choice \(value.shortened) is there already")
        continue
      }
      let label = item.elements.first { $0.name.local == "label" }
      let title = XFormTexts.plain(texts.pieces(of: label))
      options.append(
        FormCell(
          key: FormCell.optionKey(question: cell.key, value: value), kind: .option,
          title: title.isEmpty ? value : title,
          optionValue: value, isKeyDerived: true))
    }
    return options
  }

  /// Gives a question its choices from a list; `false` where that cannot be.
  private mutating func addList(to cell: inout FormCell, _ control: XFormControl) -> Bool {
    guard let itemset = XFormItemset(control.element), lists.has(itemset.list) else {
      let written = control.element.elements.first { $0.name.local == "itemset" }
      report.keep(
        "itemset", written?.attribute("nodeset") ?? "", of: cell.key, line: written?.line ?? control.element.line,
        "the choices of \(cell.key.shortened) stand in no list of the form, so its answer is typed")
      return false
    }
    guard lists.agrees(with: itemset) else {
      report.keep(
        "itemset", "\(itemset.value) \(itemset.title)", of: cell.key, line: itemset.element.line,
        "the list \(itemset.list.shortened) shows other columns elsewhere, so the answer of \(cell.key.shortened) is typed"
      )
      return false
    }
    if !itemset.conditions.isBlank {
      report.keep(
        "itemset", itemset.conditions, of: cell.key, line: itemset.element.line,
        "\(cell.key.shortened) offers only some choices of its list, and here all of them")
    }
    cell.list = itemset.list
    return true
  }
}
