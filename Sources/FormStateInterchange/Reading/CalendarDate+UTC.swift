import FormState
import Foundation

extension CalendarDate {
  private static let secondsPerDay = 86_400.0
  // Years are counted from March, so that a leap day ends its year; 400 of them are an era of 146,097 days.
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
}
