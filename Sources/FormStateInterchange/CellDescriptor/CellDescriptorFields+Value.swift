import FormState

extension CellDescriptorFields {
  /// Reads the value that a cell starts with, as its kind holds it.
  ///
  /// - Parameters:
  ///   - cell: gets the value as its default, a label or option as a property.
  ///   - choice: gets what a heading starts with; its options are not known yet.
  mutating func readValue(into cell: inout FormCell, choice: inout String?) {
    guard let given = entries[CellDescriptorKey.value.rawValue], given != .string("") else { return }
    switch cell.kind {
    case .option, .label:
      cell.properties[CellDescriptorKey.value.rawValue] = given
    case .group:
      choice = given.text
      if choice == nil { refuse(given, expected: "the key or title of one of its options as a string") }
    case .text:
      cell.defaultValue = given.text.map(CellValue.text)
      if cell.defaultValue == nil { refuse(given, expected: "text as a string") }
    case .date:
      cell.defaultValue = Self.date(given)
      if cell.defaultValue == nil { refuse(given, expected: "a date, or text such as 1835-11-30") }
    case .switch:
      cell.defaultValue = Self.position(given)
      if cell.defaultValue == nil { refuse(given, expected: "true or false") }
    case .slider:
      cell.defaultValue = (given.number ?? given.text.flatMap { Double($0) }).flatMap(CellValue.number)
      if cell.defaultValue == nil { refuse(given, expected: "a number, or text such as 7.0") }
    case .custom:
      cell.defaultValue = Self.scalar(given)
      if cell.defaultValue == nil { refuse(given, expected: "text or a number") }
    }
  }

  private mutating func refuse(_ given: PropertyValue, expected: String) {
    // What stands there may be what a person entered, so the message names its type alone.
    addFault(.value, "is \(given.typeName) that the cell cannot hold", "write \(expected), or leave it empty")
  }

  private static func date(_ given: PropertyValue) -> CellValue? {
    switch given {
    case .date(let moment): CalendarDate(utcDayOf: moment).map(CellValue.date)
    case .string(let text): CalendarDate(isoText: text).map(CellValue.date)
    default: nil
    }
  }

  private static func position(_ given: PropertyValue) -> CellValue? {
    switch given {
    case .boolean(let isOn): .boolean(isOn)
    case .string("true"), .string("1"), .integer(1): .boolean(true)
    case .string("false"), .string("0"), .integer(0): .boolean(false)
    default: nil
    }
  }

  private static func scalar(_ given: PropertyValue) -> CellValue? {
    switch given {
    case .string(let text): .text(text)
    case .integer(let whole): .integer(whole)
    case .real(let number): CellValue.number(number)
    default: nil
    }
  }
}
