extension FormIndex {
  /// Content as the cell at a place can hold it with the same meaning; `nil` if the cell would refuse it.
  func converted(_ content: FieldContent, for cell: FormCell, at place: CellPlace) -> FieldContent? {
    guard let value = content.value else { return content }
    guard let converted = converted(value, for: cell, at: place) else { return nil }
    if case .result = content, cell.kind.holdsTypedResults, converted == value { return content }
    return .value(converted)
  }

  /// The value as the cell at a place can hold it with the same meaning; `nil` if the cell would refuse it.
  func converted(_ value: CellValue, for cell: FormCell, at place: CellPlace) -> CellValue? {
    guard cell.kind.isQuestionOfOptions else {
      if let accepted = try? cell.acceptedInJournal(value) { return accepted }
      // A number, a date or a switch becomes text if the cell is a text field.
      return cell.kind == .text || cell.kind == .longText ? try? cell.acceptedInJournal(.text(value.enteredText)) : nil
    }
    // Values of options are canonically composed, but typed text need not be.
    let values = if case .choices(let values) = value { values } else { [value.plainText.canonicalKey] }
    // A value that is no longer on a list is kept, with a fault.
    let offered = cell.choosesFromList ? values : values.filter { option(withValue: $0, under: place) != nil }
    if cell.kind == .choices { return offered.isEmpty ? nil : try? cell.acceptedChoices(.choices(offered)) }
    return values.count == 1 ? offered.first.map(CellValue.text) : nil
  }
}
