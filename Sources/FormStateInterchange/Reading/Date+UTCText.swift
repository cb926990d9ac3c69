import FormState
import Foundation

// Reckoned in the Gregorian calendar throughout, as ISO 8601 does; Foundation's calendar turns Julian before 1582.
extension Date {
  private static let secondsPerDay = 86_400.0

  /// Reads `YYYY-MM-DDTHH:MM:SSZ`; `nil` for any other text.
  init?(utcText text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, let day = CalendarDate(isoText: String(decoding: bytes[0..<10], as: UTF8.self)) else {
      return nil
    }
    let clock = [11, 14, 17].map { Int(bytes[$0]) * 10 + Int(bytes[$0 + 1]) - 11 * Int(UInt8(ascii: "0")) }
    let seconds = (clock[0] * 60 + clock[1]) * 60 + clock[2]
    self.init(timeIntervalSinceReferenceDate: Double(day.daysSinceReference) * Self.secondsPerDay + Double(seconds))
  }

  /// The moment as `YYYY-MM-DDTHH:MM:SSZ`, fractions of a second cut off; `nil` outside of the years 1 to 9999.
  var utcText: String? {
    guard let day = CalendarDate(utcDayOf: self) else { return nil }
    let days = (timeIntervalSinceReferenceDate / Self.secondsPerDay).rounded(.down)
    let seconds = Int((timeIntervalSinceReferenceDate - days * Self.secondsPerDay).rounded(.down))
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(day.isoText)T\(clock.joined(separator: ":"))Z"
  }

  /// The days from 1 January 2001 to the moment in UTC, rounded down.
  fileprivate var daysSinceReference: Double {
    (timeIntervalSinceReferenceDate / Self.secondsPerDay).rounded(.down)
  }
}

extension CalendarDate {
  // Years are counted from March, so that a leap day ends its year; 400 of them are an era of 146,097 days.
  private static let daysPerEra = 146_097
  private static let daysFromYearZeroToReference = 730_791

  /// The day of a moment in UTC; `nil` outside of the years 1 to 9999.
  init?(utcDayOf moment: Date) {
    let days = moment.daysSinceReference + Double(Self.daysFromYearZeroToReference)
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

  /// The days from 1 January 2001 to the day.
  var daysSinceReference: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shiftedYear.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysFromYearZeroToReference
  }
}
