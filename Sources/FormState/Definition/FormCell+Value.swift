extension FormCell {
  /// The value in the type that the cell stores.
  ///
  /// Text is parsed as a number, a date or a switch's position, so a command line, whose arguments are all text, and a
  /// script with typed values mean the same.
  ///
  /// - Parameter given: the value from a person or a script.
  /// - Returns: the value to store; numbers are whole where possible, see ``CellValue/number(_:)``.
  /// - Throws: ``RefusedValue``, which states what would be accepted.
  package func accepted(_ given: CellValue) throws -> CellValue { try acceptedEntry(given) }

  /// The same, with a typed error for callers in the package.
  package func acceptedEntry(_ given: CellValue) throws(RefusedValue) -> CellValue {
    if case .text(let text) = given { try Self.checkCharacters(of: text) }
    return try acceptedInJournal(given)
  }

  /// The same for a value from a journal.
  ///
  /// Earlier files may contain characters that are refused now, which does not invalidate them.
  func acceptedInJournal(_ given: CellValue) throws(RefusedValue) -> CellValue {
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
    case .option: throw RefusedValue(given: given, Wording(.noValueOfOption))
    case .label: throw RefusedValue(given: given, Wording(.noValueOfLabel))
    case .repeat: throw RefusedValue(given: given, Wording(.noValueOfRepeat))
    }
  }

  /// The value in the type that the definition stores as a default.
  ///
  /// - Parameters:
  ///   - isStored: whether the definition is already stored, see `FormDefinition.definitionFaults(isStored:)`.
  ///   - isOption: whether a value belongs to an option directly under the cell.
  func acceptedDefault(_ given: CellValue, isStored: Bool, isOption: (String) -> Bool) throws(RefusedValue) -> CellValue
  {
    switch kind {
    case .group:
      guard case .text(let key) = given, isOption(key) else {
        throw RefusedValue(given: given, Wording(.optionBelow))
      }
      return given.withCanonicalText
    case .choices:
      guard case .choices(let values) = given, values.allSatisfy(isOption) else {
        throw RefusedValue(given: given, Wording(.optionsBelow))
      }
      return try acceptedChoices(given)
    case .option, .label, .repeat:
      throw RefusedValue(given: given, Wording(.noValue, .text(kind.rawValue)))
    case .text, .longText, .integer, .decimal, .date, .time, .dateTime, .switch, .slider, .file, .custom:
      return try isStored ? acceptedInJournal(given) : acceptedEntry(given)
    }
  }

  /// A value of a first instance in the type that the cell stores; `nil` if the cell cannot hold it, which the check of
  /// the definition excludes. That checks the options as well, since the caller may not know them.
  package func heldAtFirst(_ given: CellValue) -> CellValue? {
    try? acceptedDefault(given, isStored: true) { _ in true }
  }

  /// The readable text of a value of the cell.
  ///
  /// A date or time in long style, a switch's on or off title, a number with the cell's ``unit``, unchanged text.
  /// Several choices are their options' values, separated by commas, since their titles belong to other cells.
  package func displayText(of value: CellValue) -> String {
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

  /// The value of an item of a list. The caller knows the list and checks that the item exists.
  private func acceptedItem(_ given: CellValue) throws(RefusedValue) -> CellValue {
    guard choosesFromList else {
      throw RefusedValue(given: given, Wording(.noValueOfGroup))
    }
    guard case .text(let value) = given, !value.isEmpty else {
      throw RefusedValue(given: given, Wording(.item))
    }
    return given.withCanonicalText
  }

  private func acceptedText(_ given: CellValue) throws(RefusedValue) -> CellValue {
    guard case .text = given else { throw RefusedValue(given: given, Wording(.text)) }
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
      throw RefusedValue(given: given, acceptedDate: Wording(.date))
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
      throw RefusedValue(given: given, Wording(.onOrOff))
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
    guard let number, range.contains(number), !takesWholeNumbers || number == number.rounded(),
      let value = CellValue.number(number)
    else {
      throw RefusedValue(
        given: given,
        acceptedNumber: Wording(
          takesWholeNumbers ? .wholeNumberFromTo : .numberFromTo, .number(range.minimumText), .number(range.maximumText)
        ))
    }
    return value
  }

  /// Whether the cell is a slider that stops at whole numbers alone, since its minimum and its step are whole.
  private var takesWholeNumbers: Bool {
    guard kind == .slider, let step, let least = range?.minimum else { return false }
    return step == step.rounded() && least == least.rounded()
  }

  /// Checks that a typed text can be exported in every format.
  static func checkCharacters(of text: String) throws(RefusedValue) {
    guard let character = ForbiddenCharacter(firstIn: text) else { return }
    throw RefusedValue(
      given: .text(text), Wording(.textWithout, .text("\(character)")))
  }

  private func acceptedScalar(_ given: CellValue) throws(RefusedValue) -> CellValue {
    switch given {
    case .text, .integer: return given
    case .boolean(let isOn): return .integer(isOn ? 1 : 0)
    case .date, .time, .dateTime, .decimal, .choices: return .text(given.plainText)
    case .real(let number):
      guard let value = CellValue.number(number) else {
        throw RefusedValue(given: given, Wording(.textOrNumber))
      }
      return value
    }
  }
}
