import FormState

/// Reads the values of answers, and compares them with what a cell contains.
enum AnswerSheetValue {
  /// The value for `set`; `nil` for none.
  ///
  /// In addition to values of `set`, a sheet may contain readable values: the titles of a switch, a number with its
  /// unit, a date in long style.
  static func value(
    _ said: PropertyValue?, of cell: FormCell, _ notation: AnswerSheet.Notation
  ) -> CellValue? {
    switch said {
    case nil, .null: return nil
    case .string(let text) where cell.kind == .custom && notation != .typed:
      return custom(text, isMarked: notation == .marked)
    case .string(let text): return value(text, of: cell)
    case .boolean(let isOn): return .boolean(isOn)
    case .integer(let number): return .integer(number)
    case .real(let number): return CellValue.number(number)
    case .array(let values):
      let texts = values.compactMap(\.text)
      return texts.count == values.count ? .choices(texts) : .text("[…]")
    case let other?: return .text(other.jsonTypeName)
    }
  }

  /// The value of a custom cell, which is a number if it is spelled as one.
  private static func custom(_ text: String, isMarked: Bool) -> CellValue {
    if isMarked, let own = FormulaMark.removedFromNumber(text) { return .text(own) }
    return FormulaMark.number(text) ?? .text(text)
  }

  private static func value(_ text: String, of cell: FormCell) -> CellValue? {
    if isText(cell) { return .text(text) }
    let plain = text.trimmed
    if plain.isEmpty { return nil }
    switch cell.kind {
    case .switch:
      let titles = cell.switchTitles ?? .standard
      if plain == titles.on { return .boolean(true) }
      return plain == titles.off ? .boolean(false) : .text(plain)
    case .date: return CalendarDate(longText: plain).map(CellValue.date) ?? .text(plain)
    default:
      guard let unit = cell.unit, plain.hasSuffix(" \(unit)") else { return .text(plain) }
      return .text(String(plain.dropLast(unit.count + 1)))
    }
  }

  /// Whether every text is unchanged a value of a cell.
  private static func isText(_ cell: FormCell) -> Bool {
    [.text, .longText, .file, .custom].contains(cell.kind)
  }

  /// Whether an entry states an answer, even if the response has the same value without one.
  ///
  /// Only what nobody entered may change with the form's next version. An export names the source of each value if it
  /// has a line for each answer; elsewhere the result of a calculation is not an answer, since it would no longer
  /// follow its inputs.
  static func isAnswer(_ value: CellValue?, from source: Answer.Source?, to cell: FormCell) -> Bool {
    guard let value, !isMask(value, of: cell) else { return false }
    return switch source {
    case .set: true
    case .default, .calculated: false
    case .none?, nil: cell.rule(.calculate) == nil
    }
  }

  /// Whether a value is the mask with which an export replaces a sensitive answer.
  static func isMask(_ value: CellValue?, of cell: FormCell) -> Bool {
    cell.isSensitive && value == .text(SensitiveCells.mask)
  }

  /// Whether a cell already has the value, as far as that is known without its options.
  static func isHeld(_ said: CellValue?, _ held: CellValue?, in cell: FormCell) -> Bool {
    if isMask(said, of: cell) { return true }
    guard let said, let held else { return said == nil && held == nil }
    guard case .text(let text) = said else { return said == held || (try? cell.accepted(said)) == held }
    if text.isSpelled(like: held.plainText) { return true }
    return !isText(cell) && (try? cell.accepted(said)) == held
  }
}
