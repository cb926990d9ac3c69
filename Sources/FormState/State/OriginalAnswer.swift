/// An answer as a person gave it in an earlier version of the form, where the version in force holds it otherwise or
/// not at all.
///
/// An upgrade begins with it, whatever versions lie between: text that became a number is text again, with every zero
/// that was typed, and what one version refuses is an answer again in the next that accepts it. The field is a text:
/// the type, a space and the value as ``CellValue/plainText`` writes it, as in `decimal 38.7`.
package struct OriginalAnswer: Hashable, Sendable {
  /// The answer.
  package let value: CellValue

  /// Keeps an answer.
  package init(_ value: CellValue) {
    self.value = value
  }

  /// Reads a text, which has to be as ``text`` writes it; `nil` for any other.
  package init?(text: String) {
    guard let blank = text.unicodeScalars.firstIndex(of: " ") else { return nil }
    let plain = String(text.unicodeScalars[text.unicodeScalars.index(after: blank)...])
    let value: CellValue? =
      switch ValueType(rawValue: String(text.unicodeScalars[..<blank])) {
      case .text: .text(plain)
      case .integer: Int64(plain).map(CellValue.integer)
      case .real: Double(plain).map(CellValue.real)
      case .switch: Bool(plain).map(CellValue.boolean)
      case .date: CalendarDate(isoText: plain).map(CellValue.date)
      case .decimal: ExactDecimal(plain).map(CellValue.decimal)
      case .time: ClockTime(isoText: plain).map(CellValue.time)
      case .dateTime: OffsetDateTime(isoText: plain).map(CellValue.dateTime)
      case .choices: ChoiceText.values(of: plain).map(CellValue.choices)
      case nil: nil
      }
    guard let value else { return nil }
    self.init(value)
    guard self.text.isSpelled(like: text) else { return nil }
  }

  /// Reads what a field holds; `nil` where it holds nothing or anything else.
  package init?(_ content: FieldContent?) {
    guard let text = content?.text else { return nil }
    self.init(text: text)
  }

  /// The text.
  package var text: String { "\(type.rawValue) \(value.plainText)" }

  /// What the field holds.
  package var content: FieldContent { .text(text) }

  /// The types of values, by their names in the text.
  private enum ValueType: String {
    case text, integer, real, `switch`, date, decimal, time, dateTime, choices
  }

  private var type: ValueType {
    switch value {
    case .text: .text
    case .integer: .integer
    case .real: .real
    case .boolean: .switch
    case .date: .date
    case .decimal: .decimal
    case .time: .time
    case .dateTime: .dateTime
    case .choices: .choices
    }
  }
}
