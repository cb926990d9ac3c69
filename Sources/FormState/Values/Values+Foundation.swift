import Foundation

// Foundation's `Date` is a moment; a day or a time of day follows from it only in a time zone. Every conversion
// therefore names its zone, and none silently uses the device's.

extension Calendar {
  /// The ISO 8601 calendar in a time zone.
  fileprivate static func gregorian(in zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }
}

extension CalendarDate {
  /// The day of a moment in a time zone; `nil` before the year 1 and after the year 9999.
  ///
  /// ```swift
  /// let birthday = CalendarDate(picker.date, in: .current)
  /// ```
  ///
  /// - Parameters:
  ///   - moment: the moment, as from a date picker.
  ///   - zone: the time zone of the person who picked it.
  public init?(_ moment: Date, in zone: TimeZone) {
    let parts = Calendar.gregorian(in: zone).dateComponents([.era, .year, .month, .day], from: moment)
    guard parts.era == 1 else { return nil }
    self.init(parts)
  }

  /// The day of some components; `nil` if year, month or day are missing, or the day does not exist.
  public init?(_ components: DateComponents) {
    guard let year = components.year, let month = components.month, let day = components.day else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day as components of the Gregorian calendar.
  public var dateComponents: DateComponents { DateComponents(year: year, month: month, day: day) }

  /// The first moment of the day in a time zone, for a date picker to show.
  ///
  /// That is midnight, or if clocks skip midnight, the next time that they show. `CalendarDate(date.date(in: zone), in:
  /// zone)` is the same day in every zone, except for days that a country skipped, such as December 30, 2011 in Samoa:
  /// there it is the next one.
  ///
  /// - Parameter zone: the time zone.
  public func date(in zone: TimeZone) -> Date {
    let calendar = Calendar.gregorian(in: zone)
    // Noon exists even on days without midnight.
    let noon = calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)) ?? .distantPast
    return calendar.startOfDay(for: noon)
  }
}

extension ClockTime {
  /// The time on the clock in a time zone at a moment, rounded down to the millisecond.
  ///
  /// - Parameters:
  ///   - moment: the moment, as from a time picker.
  ///   - zone: the time zone of the person who picked it.
  public init(_ moment: Date, in zone: TimeZone) {
    let shown = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
    let inDay = shown.isFinite ? shown - (shown / 86_400).rounded(.down) * 86_400 : 0
    // A whole millisecond may be slightly less in a Double.
    self.init(millisecondsFromMidnight: Int((inDay * 1000 + 0.01).rounded(.down)))
  }

  /// The time of some components; `nil` if hour or minute are missing, or the time does not exist.
  public init?(_ components: DateComponents) {
    guard let hour = components.hour, let minute = components.minute else { return nil }
    self.init(
      hour: hour, minute: minute, second: components.second ?? 0, millisecond: (components.nanosecond ?? 0) / 1_000_000)
  }

  /// The time as components.
  public var dateComponents: DateComponents {
    DateComponents(hour: hour, minute: minute, second: second, nanosecond: millisecond * 1_000_000)
  }

  /// The moment of the time on a day.
  ///
  /// If clocks are set back and the time occurs twice, this is the first; if they are set forward and it does not
  /// occur, this is as long after midnight as it would have been, when they show an hour more.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - zone: the time zone.
  public func date(on day: CalendarDate, in zone: TimeZone) -> Date {
    // As if the clock were in Greenwich; then each offset in force around that moment is tried, the one before a change
    // first.
    let shown = day.secondsFromEpoch + Double(millisecondsFromMidnight) / 1000
    let before = zone.secondsFromGMT(for: Date(timeIntervalSince1970: shown - 86_400))
    let after = zone.secondsFromGMT(for: Date(timeIntervalSince1970: shown + 86_400))
    for offset in [before, after] {
      let moment = Date(timeIntervalSince1970: shown - Double(offset))
      if zone.secondsFromGMT(for: moment) == offset { return moment }
    }
    return Date(timeIntervalSince1970: shown - Double(before))
  }
}

extension CalendarDate {
  /// The seconds from 1970 to the beginning of the day in Greenwich.
  fileprivate var secondsFromEpoch: Double { date(in: .gmt).timeIntervalSince1970 }
}

extension OffsetDateTime {
  /// The date and time in a time zone at a moment, rounded down to the millisecond, with the zone's offset at that
  /// moment.
  ///
  /// `nil` before the year 1 and after the year 9999. Seconds of an offset, as zones had them before standard time, are
  /// dropped from it; the moment stays the same.
  ///
  /// - Parameters:
  ///   - moment: the moment, as from a picker.
  ///   - zone: the time zone of the person who picked it.
  public init?(_ moment: Date, in zone: TimeZone) {
    let minutes = zone.secondsFromGMT(for: moment) / 60
    guard let whole = TimeZone(secondsFromGMT: minutes * 60), let date = CalendarDate(moment, in: whole) else {
      return nil
    }
    self.init(date, ClockTime(moment, in: whole), minutesFromUTC: minutes)
  }

  /// The moment.
  public var moment: Date {
    Date(
      timeIntervalSince1970: date.secondsFromEpoch + Double(time.millisecondsFromMidnight) / 1000
        - Double(minutesFromUTC) * 60)
  }
}

extension ExactDecimal {
  /// Converts Foundation's decimal; `nil` for one that is not a number, or has too many digits.
  public init?(_ decimal: Decimal) {
    guard decimal.isFinite else { return nil }
    self.init(decimal.description)
  }
}

extension Decimal {
  /// Converts exact digits; `nil` for more digits than the 38 of a `Decimal`.
  public init?(_ digits: ExactDecimal) {
    guard digits.text.count(where: \.isNumber) <= 38,
      let decimal = Decimal(string: digits.text, locale: Locale(identifier: "en_US_POSIX"))
    else { return nil }
    self = decimal
  }
}

extension ExactDecimal: Codable {
  /// Reads a number from its digits as text, or from a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let decimal =
      if let text = try? container.decode(String.self) {
        ExactDecimal(text)
      } else {
        ExactDecimal(try container.decode(Double.self))
      }
    guard let decimal else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number without an exponent")
    }
    self = decimal
  }

  /// Writes the number as text, as entered.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
