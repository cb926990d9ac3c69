/// An answer from an earlier version of the form that the version in force converts or refuses.
///
/// Every upgrade starts from it, whatever versions are in between: text that became a number becomes the same text
/// again, with every zero, and an answer that one version refuses is an answer again in the next that accepts it. The
/// field is a text: the type, a space and the value as ``CellValue/plainText``, as in `decimal 38.7`.
package struct OriginalAnswer: Hashable, Sendable {
  /// The answer.
  package let value: CellValue

  /// Creates an original answer.
  init(_ value: CellValue) {
    self.value = value
  }

  /// Reads a text in the notation of ``text``; `nil` for any other.
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

  /// Reads the content of a field; `nil` if there is none, or it is something else.
  package init?(_ content: FieldContent?) {
    guard let text = content?.text else { return nil }
    self.init(text: text)
  }

  /// The text.
  var text: String { "\(type.rawValue) \(value.plainText)" }

  /// The content of the field.
  var content: FieldContent { .text(text) }

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
