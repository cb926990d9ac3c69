extension FormIndex {
  /// A value as the cell at a place holds it that says the same; `nil` where the cell would refuse it.
  func converted(_ value: CellValue, for cell: FormCell, at place: CellPlace) -> CellValue? {
    guard cell.kind.isQuestionOfOptions else {
      if let accepted = try? cell.acceptedInJournal(value) { return accepted }
      // What was a number, a date or a switch is text as well, if only text is wanted now.
      return cell.kind == .text || cell.kind == .longText ? try? cell.acceptedInJournal(.text(value.enteredText)) : nil
    }
    // Values of options are canonically composed, and what was typed need not be.
    let values = if case .choices(let values) = value { values } else { [value.plainText.canonicalKey] }
    // What is no longer on a list is kept, with a fault.
    let offered = cell.choosesFromList ? values : values.filter { option(withValue: $0, under: place) != nil }
    if cell.kind == .choices { return offered.isEmpty ? nil : try? cell.acceptedChoices(.choices(offered)) }
    return values.count == 1 ? offered.first.map(CellValue.text) : nil
  }
}
