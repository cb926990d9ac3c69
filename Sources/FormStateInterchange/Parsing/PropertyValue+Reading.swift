import FormState
import Foundation

extension PropertyValue {
  /// A description of the value for messages about structure: `the text “2”`, `the number 1`, `an array`.
  ///
  /// Not for a person's answers, which messages never repeat; see ``typeName``.
  var described: String {
    switch self {
    case .integer(let number): "the number \(number)"
    case .real(let number): "the number \(number)"
    case .string(let text): text.isEmpty ? "empty" : "the text “\(text.prefix(40))”"
    case .boolean(let flag): flag ? "true" : "false"
    case .null, .date, .data, .array, .dictionary: typeName
    }
  }

  /// The text, when the value is one.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, when the value is one.
  var number: Double? {
    switch self {
    case .integer(let whole): Double(whole)
    case .real(let number): number
    default: nil
    }
  }
}

extension CalendarDate {
  private static let secondsPerDay = 86_400.0
  // Years are counted from March, so a leap day ends its year; 400 of them are an era of 146,097 days.
  private static let daysPerEra = 146_097
  private static let daysFromYearZeroToReference = 730_791.0

  /// The day of a moment in UTC; `nil` outside of the years 1 to 9999.
  ///
  /// Reckoned in the Gregorian calendar throughout, as ISO 8601 does; Foundation's calendar turns Julian before 1582.
  init?(utcDayOf moment: Date) {
    let elapsed = (moment.timeIntervalSinceReferenceDate / Self.secondsPerDay).rounded(.down)
    let days = elapsed + Self.daysFromYearZeroToReference
    guard days >= 0, days < 4_000_000 else { return nil }
    let (era, dayOfEra) = Int(days).quotientAndRemainder(dividingBy: Self.daysPerEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// The number of days between January 1, 2001 and the day, negative before it.
  var daysSinceReference: Int {
    let yearFromMarch = month > 2 ? year : year - 1
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let (era, yearOfEra) = yearFromMarch.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Int(Self.daysFromYearZeroToReference)
  }
}
