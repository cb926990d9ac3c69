/// A day in the Gregorian calendar, without a time and without a time zone.
///
/// A date of birth is a day, not a moment: stored as a moment, it would move when the person travels.
public struct CalendarDate: Hashable, Sendable, Comparable {
  /// 1…9999.
  public let year: Int
  /// 1…12.
  public let month: Int
  /// 1…31, depending on the month.
  public let day: Int

  /// Creates a day; `nil` for a day that does not exist, such as February 30.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.numberOfDays(inMonth: month, ofYear: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD`; `nil` for any other text and for a day that does not exist.
  public init?(isoText text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = ISODigits.number(bytes[0..<4]), let month = ISODigits.number(bytes[5..<7]),
      let day = ISODigits.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day as ISO 8601 text: `1835-11-30`.
  public var isoText: String {
    "\(ISODigits.padded(year, to: 4))-\(ISODigits.padded(month, to: 2))-\(ISODigits.padded(day, to: 2))"
  }

  /// The day in long style: `November 30, 1835`.
  package var longText: String {
    "\(Self.monthNames[month - 1]) \(day), \(year)"
  }

  /// Reads a day in long style, as ``longText`` writes it.
  package init?(longText text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 3, let month = Self.monthNames.firstIndex(of: String(parts[0])),
      let day = Int(parts[1].dropLast()), let year = Int(parts[2]),
      let date = CalendarDate(year: year, month: month + 1, day: day), date.longText == text
    else { return nil }
    self = date
  }

  /// The days that a text means that is not in the notation `YYYY-MM-DD`: `31.12.2024`, `12/31/2024`, `2024-1-5`, or in
  /// long style. Both days of `3/4/2024`, where month and day may be either.
  static func meant(by text: String) -> [CalendarDate] {
    guard text.utf8.count <= 40 else { return [] }
    if let date = CalendarDate(longText: text) { return [date] }
    let signs = Set(text.filter { !$0.isNumber && $0 != " " })
    let parts = text.split { !$0.isNumber }
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3, signs.isSubset(of: [".", "/", "-"]), signs.count <= 1 else { return [] }
    if parts[0].count == 4 {
      return [CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])].compactMap(\.self)
    }
    guard parts[2].count == 4 else { return [] }
    let dayFirst = CalendarDate(year: numbers[2], month: numbers[1], day: numbers[0])
    // With dots the day always comes first.
    let monthFirst = signs == ["."] ? nil : CalendarDate(year: numbers[2], month: numbers[0], day: numbers[1])
    return [dayFirst, monthFirst == dayFirst ? nil : monthFirst].compactMap(\.self)
  }

  /// Orders days by time.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  // Fixed English names: displayed text is stored and must not depend on the reader's locale.
  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  private static func numberOfDays(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate: ISOText {}
