extension FormCell {
  /// The value in the form in which the cell holds it.
  ///
  /// Text that spells a number, a date or a switch's position is read as one, so that a command line, whose
  /// arguments are all text, and a script with typed values mean the same.
  ///
  /// - Parameter given: what a person or a script gave.
  /// - Returns: the value to store; numbers are whole where they can be, see ``CellValue/number(_:)``.
  /// - Throws: ``RefusedValue``, which says what would be accepted.
  public func accepted(_ given: CellValue) throws -> CellValue { try acceptedEntry(given) }

  /// The same, with the error's type for callers in the package.
  package func acceptedEntry(_ given: CellValue) throws(RefusedValue) -> CellValue {
    if case .text(let text) = given { try Self.checkCharacters(of: text) }
    return try acceptedInJournal(given)
  }

  /// The same for a value that a journal holds already.
  ///
  /// Earlier files may hold characters that are refused by now, and are no less whole for that.
  package func acceptedInJournal(_ given: CellValue) throws(RefusedValue) -> CellValue {
    switch kind {
    case .text, .longText: try acceptedText(given)
    case .integer: try acceptedWhole(given)
    case .decimal: try acceptedDecimal(given)
    case .date: try acceptedDate(given)
    case .time: try acceptedTime(given)
    case .dateTime: try acceptedDateTime(given)
    case .switch: try acceptedPosition(given)
    case .slider: try acceptedNumber(given)
    case .file: try acceptedFile(given)
    case .custom: try acceptedScalar(given)
    case .choices: try acceptedChoices(given)
    case .group: try acceptedItem(given)
    case .option: throw RefusedValue(given: given, accepted: "no value to an option; choose it")
    case .label: throw RefusedValue(given: given, accepted: "no value to a label; it only shows text")
    case .repeat: throw RefusedValue(given: given, accepted: "no value to a repeat; add an instance to it")
    }
  }

  /// The value in the form in which the definition holds it as a default.
  ///
  /// - Parameters:
  ///   - isStored: whether the definition was taken in before, see `FormDefinition.definitionFaults(isStored:)`.
  ///   - isOption: whether a value is that of an option directly under the cell.
  func acceptedDefault(_ given: CellValue, isStored: Bool, isOption: (String) -> Bool) throws(RefusedValue) -> CellValue
  {
    switch kind {
    case .group:
      guard case .text(let key) = given, isOption(key) else {
        throw RefusedValue(given: given, accepted: "the value of an option directly under the cell")
      }
      return given
    case .choices:
      guard case .choices(let values) = given, values.allSatisfy(isOption) else {
        throw RefusedValue(given: given, accepted: "values of options directly under the cell")
      }
      return try acceptedChoices(given)
    case .option, .label, .repeat:
      throw RefusedValue(given: given, accepted: "no value; a cell of kind \(kind.rawValue) holds none")
    case .text, .longText, .integer, .decimal, .date, .time, .dateTime, .switch, .slider, .file, .custom:
      return try isStored ? acceptedInJournal(given) : acceptedEntry(given)
    }
  }

  /// What a value of the cell looks like to a person.
  ///
  /// A date or time in long style, a switch as its on or off title, a number with the cell's ``unit``, text as it is.
  /// Several choices are their options' values, separated by commas; their titles are those of other cells.
  public func displayText(of value: CellValue) -> String {
    switch value {
    case .boolean(let isOn): (switchTitles ?? .standard).title(isOn: isOn)
    case .date(let date): date.longText
    case .time(let time): time.longText
    case .dateTime(let moment): moment.longText
    case .choices(let values): values.joined(separator: ", ")
    case .integer, .real, .decimal: value.plainText + (unit.map { " \($0)" } ?? "")
    case .text: value.plainText
    }
  }

  /// The value of an item of a list. The caller knows the list and looks for such an item.
  private func acceptedItem(_ given: CellValue) throws(RefusedValue) -> CellValue {
    guard choosesFromList else { throw RefusedValue(given: given, accepted: "it one of its options, with choose") }
    guard case .text(let value) = given, !value.isEmpty else {
      throw RefusedValue(given: given, accepted: "it an item of its list")
    }
    return given.withCanonicalText
  }

  private func acceptedText(_ given: CellValue) throws(RefusedValue) -> CellValue {
    guard case .text = given else { throw RefusedValue(given: given, accepted: "text") }
    return given
  }

  private func acceptedDate(_ given: CellValue) throws(RefusedValue) -> CellValue {
    switch given {
    case .date:
      return given
    case .dateTime(let moment) where moment.time == .midnight:
      return .date(moment.date)
    case .text(let text):
      if let date = CalendarDate(isoText: text) { return .date(date) }
      fallthrough
    default:
      throw RefusedValue(given: given, accepted: "a date as YYYY-MM-DD, for example 1835-11-30")
    }
  }

  private func acceptedPosition(_ given: CellValue) throws(RefusedValue) -> CellValue {
    switch given {
    case .boolean:
      return given
    case .integer(let number) where number == 0 || number == 1:
      return .boolean(number == 1)
    case .text(let text):
      switch text.lowercased() {
      case "on", "true", "yes", "1": return .boolean(true)
      case "off", "false", "no", "0": return .boolean(false)
      default: break
      }
      fallthrough
    default:
      throw RefusedValue(given: given, accepted: "on or off")
    }
  }

  private func acceptedNumber(_ given: CellValue) throws(RefusedValue) -> CellValue {
    let range = self.range ?? Self.standardSliderRange
    let number: Double? =
      switch given {
      case .text(let text): Double(text)
      case .decimal(let decimal): decimal.exactNumber
      default: given.number
      }
    guard let number, range.contains(number), let value = CellValue.number(number) else {
      throw RefusedValue(given: given, acceptedNumber: "a number from \(range.description)")
    }
    return value
  }

  /// Makes sure that what a person typed can go out again in every format.
  static func checkCharacters(of text: String) throws(RefusedValue) {
    guard let character = ForbiddenCharacter(firstIn: text) else { return }
    throw RefusedValue(given: .text(text), accepted: "text without \(character), which no XML property list can hold")
  }

  private func acceptedScalar(_ given: CellValue) throws(RefusedValue) -> CellValue {
    switch given {
    case .text, .integer: return given
    case .boolean(let isOn): return .integer(isOn ? 1 : 0)
    case .date, .time, .dateTime, .decimal, .choices: return .text(given.plainText)
    case .real(let number):
      guard let value = CellValue.number(number) else {
        throw RefusedValue(given: given, accepted: "text or a finite number")
      }
      return value
    }
  }
}
