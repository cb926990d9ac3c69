/// A moment read from a text, and the texts of moments: dates and times in ODK's notation.
struct RuleInstant: Hashable, Sendable {
  static let millisecondsPerDay: Int64 = 86_400_000

  /// Milliseconds since the beginning of 1970 in UTC.
  let milliseconds: Int64

  /// Creates a moment; `nil` outside of the years 0 to 9999.
  init?(milliseconds: Int64) {
    guard let time = Timestamp(milliseconds: milliseconds) else { return nil }
    self.milliseconds = time.milliseconds
  }

  /// Creates a moment from the days since 1970, to the nearest millisecond; `nil` for NaN and outside of the years 0 to
  /// 9999.
  init?(days: Double) {
    let milliseconds = (days * Double(Self.millisecondsPerDay)).rounded()
    guard abs(milliseconds) < 0x1p53 else { return nil }
    self.init(milliseconds: Int64(milliseconds))
  }

  /// Reads `YYYY-MM-DD`, optionally followed by `T` and a time.
  ///
  /// - Parameter zone: the time zone of a text without an offset.
  init?(text: String, in zone: RuleZone) {
    guard let date = RuleDateText(text) else { return nil }
    self.init(date, in: zone)
  }

  /// Creates a moment from a parsed text; `nil` outside of the years 0 to 9999.
  init?(_ written: RuleDateText, in zone: RuleZone) {
    self.init(
      milliseconds: written.offset.map { written.shown - Int64($0) * 1000 }
        ?? zone.milliseconds(whenShown: written.shown))
  }

  /// Days since 1970 in UTC, as in ODK's `number()`.
  var days: Double { Double(milliseconds) / Double(Self.millisecondsPerDay) }

  /// The date and time in a zone; `nil` outside of the years 1 to 9999.
  func clock(in zone: RuleZone) -> RuleClock? { RuleClock(self, in: zone) }

  /// The moment in ODK's notation: only a date at midnight in the zone, or else with the time and the offset.
  func text(in zone: RuleZone) -> String? {
    guard let clock = clock(in: zone) else { return nil }
    return clock.milliseconds == 0 ? clock.date.isoText : clock.text
  }
}

/// A date in a text, optionally with a time of day.
struct RuleDateText: Hashable, Sendable {
  /// The clock's time, in milliseconds since the beginning of 1970 as if in Greenwich.
  let shown: Int64
  /// Seconds ahead of UTC; `nil` if the text has no offset.
  let offset: Int?
  /// Whether there is a time of day.
  let hasTime: Bool

  /// The days since the beginning of 1970 on the text's own clock; whole without a time.
  var shownDays: Double { Double(shown) / Double(RuleInstant.millisecondsPerDay) }

  init?(_ text: String) {
    let bytes = RuleNumberText.trimmed(text.utf8)
    guard bytes.count >= 10, bytes.count <= 40,
      let date = CalendarDate(isoText: String(decoding: bytes.prefix(10), as: UTF8.self))
    else { return nil }
    let midnight = date.daysSince1970 * RuleInstant.millisecondsPerDay
    let rest = bytes.dropFirst(10)
    guard let mark = rest.first else {
      (shown, offset, hasTime) = (midnight, nil, false)
      return
    }
    guard mark == UInt8(ascii: "T"), let time = RuleTime(text: String(decoding: rest.dropFirst(), as: UTF8.self))
    else { return nil }
    (shown, offset, hasTime) = (midnight + time.milliseconds, time.offset, true)
  }
}

/// A date and a time of day on the clock of a zone.
struct RuleClock: Hashable, Sendable {
  let date: CalendarDate
  /// Milliseconds since midnight.
  let milliseconds: Int64
  /// The offset of the clock from UTC in seconds.
  let secondsFromUTC: Int

  init?(_ instant: RuleInstant, in zone: RuleZone) {
    secondsFromUTC = zone.secondsFromUTC(at: instant.milliseconds)
    let local = instant.milliseconds + Int64(secondsFromUTC) * 1000
    let perDay = RuleInstant.millisecondsPerDay
    let day = (local >= 0 ? local : local - perDay + 1) / perDay
    guard let date = CalendarDate(daysSince1970: day) else { return nil }
    self.date = date
    milliseconds = local - day * perDay
  }

  var hour: Int { Int(milliseconds / 3_600_000) }
  var minute: Int { Int(milliseconds / 60_000 % 60) }
  var second: Int { Int(milliseconds / 1000 % 60) }
  var millisecond: Int { Int(milliseconds % 1000) }

  /// `2026-11-21T17:00:00.000-07:00`.
  var text: String {
    let time = [hour, minute, second].map { Self.padded($0, to: 2) }.joined(separator: ":")
    let minutes = abs(secondsFromUTC) / 60
    let offset = "\(Self.padded(minutes / 60, to: 2)):\(Self.padded(minutes % 60, to: 2))"
    return "\(date.isoText)T\(time).\(Self.padded(millisecond, to: 3))\(secondsFromUTC < 0 ? "-" : "+")\(offset)"
  }

  static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A time of day in a text: `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff`, with or without an offset.
struct RuleTime: Hashable, Sendable {
  /// Milliseconds since midnight.
  let milliseconds: Int64
  /// Seconds ahead of UTC; `nil` if the text has no offset.
  let offset: Int?

  init?(text: String) {
    var bytes = Array(text.utf8)
    let offset: Int?
    if bytes.last == UInt8(ascii: "Z") {
      offset = 0
      bytes.removeLast()
    } else if let sign = bytes.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) {
      guard let hours = Self.clock(bytes[(sign + 1)...], places: 2...2) else { return nil }
      offset = Int(hours / 1000) * (bytes[sign] == UInt8(ascii: "-") ? -1 : 1)
      bytes.removeSubrange(sign...)
    } else {
      offset = nil
    }
    guard let milliseconds = Self.clock(bytes[...], places: 2...3) else { return nil }
    self.milliseconds = milliseconds
    self.offset = offset
  }

  /// Reads two digits each for an hour, a minute and optionally a second with a fraction, in milliseconds.
  private static func clock(_ bytes: ArraySlice<UInt8>, places: ClosedRange<Int>) -> Int64? {
    let halves = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let parts = (halves.first ?? []).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard places.contains(parts.count), parts.allSatisfy({ $0.count == 2 }) else { return nil }
    let numbers = parts.compactMap(digits)
    guard numbers.count == parts.count, zip(numbers, [24, 60, 60]).allSatisfy({ $0 < $1 }) else { return nil }
    let whole = zip(numbers, [3_600_000, 60_000, 1000] as [Int64]).reduce(0) { $0 + $1.0 * $1.1 }
    guard let fraction = halves.dropFirst().first else { return whole }
    guard parts.count == 3, (1...9).contains(fraction.count), let number = digits((fraction + [48, 48, 48]).prefix(3)),
      digits(fraction) != nil
    else { return nil }
    return whole + number
  }

  private static func digits(_ bytes: some Collection<UInt8>) -> Int64? {
    var number: Int64 = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return number
  }
}

extension CalendarDate {
  /// The number of days since January 1, 1970; negative before.
  var daysSince1970: Int64 { Timestamp.days(year: Int64(year), month: Int64(month), day: Int64(day)) }

  /// Creates a day from the days since January 1, 1970; `nil` outside of the years 1 to 9999.
  init?(daysSince1970 days: Int64) {
    guard abs(days) < 10_000_000 else { return nil }
    let (year, month, day) = Timestamp.civil(days: days)
    self.init(year: Int(year), month: Int(month), day: Int(day))
  }

  /// 0 for Sunday.
  var weekday: Int { Int(((daysSince1970 + 4) % 7 + 7) % 7) }
}
