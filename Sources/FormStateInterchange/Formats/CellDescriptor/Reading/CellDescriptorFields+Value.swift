import FormState

extension CellDescriptorFields {
  /// Reads the value that a cell starts with, as its kind holds it.
  ///
  /// - Parameters:
  ///   - cell: gets the value as its default, a label or option as a property.
  ///   - choice: receives the initial choice of a heading; its options are not known yet.
  mutating func readValue(into cell: inout FormCell, choice: inout String?) {
    guard let given = self[.value], given != .string("") else { return }
    switch cell.kind {
    case .option, .label, .repeat: cell.properties[CellDescriptorKey.value.rawValue] = given
    case .group: choice = text(given, expected: "the key or title of one of its options as a string")
    case .text, .longText, .file: cell.defaultValue = text(given, expected: "text as a string").map(CellValue.text)
    case .date:
      cell.defaultValue = Self.date(given)
      if cell.defaultValue == nil { leave(given, expected: "a date, or text such as 1835-11-30") }
    case .switch: cell.defaultValue = position(given)
    case .slider: cell.defaultValue = number(given, within: cell.range ?? FormCell.standardSliderRange)
    case .integer, .decimal, .time, .dateTime, .choices:
      cell.defaultValue = Self.moment(given, cell.kind) ?? (try? cell.acceptedDefault(given))
      if cell.defaultValue == nil { leave(given, expected: Self.wording(for: cell)) }
    case .custom: cell.defaultValue = scalar(given)
    }
  }

  private static func moment(_ given: PropertyValue, _ kind: CellKind) -> CellValue? {
    guard case .date(let moment) = given, kind == .dateTime, let shown = OffsetDateTime(moment, in: .gmt) else {
      return nil
    }
    return OffsetDateTime(shown.date, shown.time).map(CellValue.dateTime)
  }

  private static func wording(for cell: FormCell) -> String {
    let wording = PropertyValue.wording(for: cell.kind)
    let range = cell.range.map { " from \($0)" } ?? ""
    return wording.replacing("write ", with: "", maxReplacements: 1) + range
  }

  // The value may be a person's answer, so the messages name only its type.

  private mutating func leave(_ given: PropertyValue, expected: String) {
    note(.valueUnheld, .value) {
      IrregularityWording(
        "is \(given.typeName) that the cell cannot hold", done: "kept as written; the cell starts without a value",
        remedy: "write \(expected), or leave it empty")
    }
  }

  private mutating func mend(_ irregularity: Irregularity, _ given: PropertyValue, done: String, expected: String) {
    note(irregularity, .value) {
      IrregularityWording(
        "is \(given.typeName) that the cell cannot hold", done: done, remedy: "write \(expected), or leave it empty")
    }
  }

  private mutating func text(_ given: PropertyValue, expected: String) -> String? {
    guard let reading = given.textReading else {
      leave(given, expected: expected)
      return nil
    }
    if reading.irregularity != nil { mend(.valueAsText, given, done: "read as text", expected: expected) }
    return reading.value
  }

  private static func date(_ given: PropertyValue) -> CellValue? {
    switch given {
    case .date(let moment): CalendarDate(utcDayOf: moment).map(CellValue.date)
    case .string(let text): CalendarDate(isoText: text).map(CellValue.date)
    default: nil
    }
  }

  private mutating func position(_ given: PropertyValue) -> CellValue? {
    switch given {
    case .boolean(let isOn): return .boolean(isOn)
    case .string("true"), .string("1"), .integer(1): return .boolean(true)
    case .string("false"), .string("0"), .integer(0): return .boolean(false)
    default: break
    }
    guard let reading = given.flagReading else {
      leave(given, expected: "true or false")
      return nil
    }
    mend(.valueAsPosition, given, done: "read as the position it names", expected: "true or false")
    return .boolean(reading.value)
  }

  private mutating func number(_ given: PropertyValue, within range: NumberRange) -> CellValue? {
    guard let number = given.number ?? given.text.flatMap({ Double($0) }), let value = CellValue.number(number) else {
      leave(given, expected: "a number, or text such as 7.0")
      return nil
    }
    // An invalid range is a separate fault; the definition refuses values beyond it unless they are repaired.
    guard !findings.isStrict, !range.contains(number), range.minimum <= range.maximum else { return value }
    note(.valueBeyondRange, .value) {
      IrregularityWording(
        "is \(given.typeName) beyond the slider's range, \(range)", done: "read as the nearest number of the range",
        remedy: "write a number of the range")
    }
    return CellValue.number(min(max(number, range.minimum), range.maximum))
  }

  private mutating func scalar(_ given: PropertyValue) -> CellValue? {
    switch given {
    case .string(let text): return .text(text)
    case .integer(let whole): return .integer(whole)
    case .boolean(let flag):
      mend(.valueAsNumber, given, done: "read as a number, 1 for true and 0 for false", expected: "text or a number")
      return .integer(flag ? 1 : 0)
    case .real(let number):
      if let value = CellValue.number(number) { return value }
      fallthrough
    default:
      leave(given, expected: "text or a number")
      return nil
    }
  }
}

extension FormCell {
  /// The value of a document as the cell holds it, numbers as text too.
  fileprivate func acceptedDefault(_ given: PropertyValue) throws(RefusedValue) -> CellValue? {
    switch given {
    case .string(let text): try acceptedEntry(.text(text))
    case .integer(let whole): try acceptedEntry(.integer(whole))
    case .real(let number): try acceptedEntry(.real(number))
    case .array: try given.value(for: kind).map { value throws(RefusedValue) in try acceptedEntry(value) }
    default: nil
    }
  }
}
