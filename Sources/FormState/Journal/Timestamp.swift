import Foundation

/// A moment in the years 0 to 9999, to the millisecond: the time of an action.
public struct Timestamp: Hashable, Sendable, Comparable {
  /// Milliseconds since the beginning of 1970 in UTC; negative before.
  package let milliseconds: Int64

  private static let millisecondsPerDay: Int64 = 86_400_000
  private static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Creates a moment; `nil` outside of the years 0 to 9999.
  package init?(milliseconds: Int64) {
    guard Self.range.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  /// The representable moment nearest to a date.
  init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    let bounded = min(max(milliseconds, Double(Self.range.lowerBound)), Double(Self.range.upperBound))
    self.milliseconds = bounded.isFinite ? Int64(bounded) : 0
  }

  /// The current moment.
  package static var now: Timestamp { Timestamp(Date()) }

  /// The moment as a date.
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Orders moments by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  /// Reads `2026-11-21T03:12:13.456Z`; `nil` for any other text and for a moment that does not exist.
  package init?(isoText text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 24, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "."), bytes[23] == UInt8(ascii: "Z"),
      let days = Self.days(bytes[0..<10]),
      let hour = Self.number(bytes[11..<13]), hour < 24, let minute = Self.number(bytes[14..<16]), minute < 60,
      let second = Self.number(bytes[17..<19]), second < 60, let fraction = Self.number(bytes[20..<23])
    else { return nil }
    let ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    self.init(milliseconds: days * Self.millisecondsPerDay + ofDay)
  }

  /// The moment in UTC as ISO 8601 text with milliseconds: `2026-11-21T03:12:13.456Z`.
  public var isoText: String {
    var ofDay = milliseconds % Self.millisecondsPerDay
    if ofDay < 0 { ofDay += Self.millisecondsPerDay }
    let (year, month, day) = Self.civil(days: (milliseconds - ofDay) / Self.millisecondsPerDay)
    let seconds = ofDay / 1000
    let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.padded($0, 2) }.joined(separator: ":")
    return "\(date)T\(time).\(Self.padded(ofDay % 1000, 3))Z"
  }

  // Days and civil dates as in Howard Hinnant's “chrono-Compatible Low-Level Date Algorithms”: years begin in March,
  // which makes the leap day the last of its year.

  /// The number of days of a date since January 1, 1970.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date a number of days after January 1, 1970.
  static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func days(_ date: ArraySlice<UInt8>) -> Int64? {
    let parts = date.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], let year = number(parts[0]), let month = number(parts[1]),
      let day = number(parts[2]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let days = days(year: year, month: month, day: day)
    let (_, foundMonth, _) = civil(days: days)
    return foundMonth == month ? days : nil
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var result: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      result = result * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return result
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
