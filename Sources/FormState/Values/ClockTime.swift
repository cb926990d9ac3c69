/// A time of day without a day, to the millisecond, optionally with its offset from UTC as entered.
///
/// There are no leap seconds and no 24:00: leap seconds occur on few days, and 24:00 is 00:00 of the next day.
public struct ClockTime: Hashable, Sendable, Comparable {
  /// 0…23.
  public let hour: Int
  /// 0…59.
  public let minute: Int
  /// 0…59.
  public let second: Int
  /// 0…999.
  public let millisecond: Int
  /// The offset of the clock from UTC; `nil` if unknown.
  package let offset: ClockOffset?

  /// The offset of the clock from UTC in minutes, negative west of Greenwich; `nil` if unknown.
  public var minutesFromUTC: Int? { offset?.minutes }

  /// Creates a time; `nil` for a time that does not exist, such as 24:00, and for an offset beyond 14 hours.
  public init?(hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0, minutesFromUTC: Int? = nil) {
    let offset = minutesFromUTC.flatMap { ClockOffset(minutes: $0) }
    guard (offset == nil) == (minutesFromUTC == nil) else { return nil }
    self.init(hour: hour, minute: minute, second: second, millisecond: millisecond, offset: offset)
  }

  /// Creates a time with its offset; `nil` for a time that does not exist.
  init?(hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0, offset: ClockOffset?) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
      (0..<1000).contains(millisecond)
    else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
    self.offset = offset
  }

  /// Midnight, the beginning of a day.
  static let midnight = ClockTime(millisecondsFromMidnight: 0)

  /// Reads `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff`, which `Z` or `±HH:MM` may follow; `nil` for any other text and for a
  /// time that does not exist.
  ///
  /// A fraction has one to three digits.
  public init?(isoText text: String) {
    guard let (rest, offset) = ClockOffset.split(text) else {
      self.init(textWithoutOffset: text)
      return
    }
    guard let time = ClockTime(textWithoutOffset: rest) else { return nil }
    self = time.with(offset)
  }

  /// Reads `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff`; `nil` for any other text and for a time that does not exist.
  init?(textWithoutOffset text: String) {
    let bytes = Array(text.utf8.prefix(13))
    guard [5, 8, 10, 11, 12].contains(bytes.count), bytes[2] == UInt8(ascii: ":"),
      let hour = ISODigits.number(bytes[0..<2]), let minute = ISODigits.number(bytes[3..<5])
    else { return nil }
    var second = 0
    var millisecond = 0
    if bytes.count > 5 {
      guard bytes[5] == UInt8(ascii: ":"), let number = ISODigits.number(bytes[6..<8]) else { return nil }
      second = number
    }
    if bytes.count > 8 {
      guard bytes[8] == UInt8(ascii: "."), let number = ISODigits.number(bytes[9...]) else { return nil }
      millisecond = number * [100, 10, 1][bytes.count - 10]
    }
    self.init(hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  /// The same time with another offset, or without one.
  package func with(_ offset: ClockOffset?) -> ClockTime {
    ClockTime(hour: hour, minute: minute, second: second, millisecond: millisecond, offset: offset) ?? self
  }

  /// The time as ISO 8601 text: `14:30:00`, with milliseconds `14:30:00.250`, and with an offset `14:30:00+01:00`.
  public var isoText: String {
    shortText(showsSeconds: true) + (offset?.isoText ?? "")
  }

  /// The readable time: `14:30`, with seconds other than zero `14:30:05`, and with an offset `14:30 +01:00`.
  package var longText: String {
    shortText(showsSeconds: second != 0 || millisecond != 0) + (offset.map { " \($0.longText)" } ?? "")
  }

  /// Orders times of one day by the time on the clock, and equal ones by their offsets.
  public static func < (left: ClockTime, right: ClockTime) -> Bool {
    let (one, other) = (left.millisecondsFromMidnight, right.millisecondsFromMidnight)
    return one == other ? (left.offset?.isoText ?? "") < (right.offset?.isoText ?? "") : one < other
  }

  /// The milliseconds since 00:00 on a day without a clock change.
  var millisecondsFromMidnight: Int { ((hour * 60 + minute) * 60 + second) * 1000 + millisecond }

  /// The time a number of milliseconds after midnight, clamped to the day.
  init(millisecondsFromMidnight number: Int) {
    let number = min(max(number, 0), 86_399_999)
    hour = number / 3_600_000
    minute = number / 60_000 % 60
    second = number / 1000 % 60
    millisecond = number % 1000
    offset = nil
  }

  private func shortText(showsSeconds: Bool) -> String {
    let minutes = "\(ISODigits.padded(hour, to: 2)):\(ISODigits.padded(minute, to: 2))"
    guard showsSeconds else { return minutes }
    let seconds = "\(minutes):\(ISODigits.padded(second, to: 2))"
    return millisecond == 0 ? seconds : "\(seconds).\(ISODigits.padded(millisecond, to: 3))"
  }
}

extension ClockTime: ISOText {}

/// The digits of ISO 8601 texts.
enum ISODigits {
  /// The number in some bytes, all of them digits; `nil` if one is not.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var result = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      result = result * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return result
  }

  /// A number with leading zeros.
  static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
