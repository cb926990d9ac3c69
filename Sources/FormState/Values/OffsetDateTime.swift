/// A day and a time with the offset from UTC, such as for an appointment or a measurement.
///
/// The offset stays as entered, since it determines the time on the wall clock; `Z` and `+00:00` are the same moment,
/// but different values.
public struct OffsetDateTime: Hashable, Sendable {
  /// The day on the calendar.
  public let date: CalendarDate
  /// The time on the clock.
  public let time: ClockTime
  /// The offset from UTC in minutes; negative west of Greenwich, -840…840.
  public let minutesFromUTC: Int
  /// Whether the offset is written `Z`, for UTC.
  let isUTC: Bool

  /// The greatest offset either way, in minutes: 14 hours, as in XML Schema.
  static let greatestOffset = ClockOffset.greatest

  /// Creates a value; `nil` for an offset beyond 14 hours.
  ///
  /// - Parameters:
  ///   - date: the day on the calendar.
  ///   - time: the time on the clock.
  ///   - minutesFromUTC: the offset from UTC; by default UTC, written `Z`.
  public init?(_ date: CalendarDate, _ time: ClockTime, minutesFromUTC: Int? = nil) {
    guard let offset = ClockOffset(minutes: minutesFromUTC) else { return nil }
    self.init(date, time, offset)
  }

  private init(_ date: CalendarDate, _ time: ClockTime, _ offset: ClockOffset) {
    self.date = date
    self.time = time.with(nil)
    minutesFromUTC = offset.minutes
    isUTC = offset.isUTC
  }

  /// Reads `YYYY-MM-DDTHH:MM:SS` with an optional fraction, followed by `Z` or `±HH:MM`; seconds may be missing.
  ///
  /// `nil` for any other text, including one without an offset, whose moment would depend on the reader's time zone.
  public init?(isoText text: String) {
    guard let parts = Self.parts(of: text), let date = CalendarDate(isoText: parts.date),
      let time = ClockTime(isoText: parts.rest), let offset = time.offset
    else { return nil }
    self.init(date, time, offset)
  }

  /// The day and the time of a text that lacks only the offset; `nil` for any other text.
  static func withoutOffset(_ text: String) -> (date: CalendarDate, time: ClockTime)? {
    guard let parts = parts(of: text), let date = CalendarDate(isoText: parts.date),
      let time = ClockTime(textWithoutOffset: parts.rest)
    else { return nil }
    return (date, time)
  }

  /// The value as ISO 8601 text: `2026-11-21T14:30:00+01:00`.
  public var isoText: String { "\(date.isoText)T\(time.isoText)\(offsetText)" }

  /// The value in long style: `November 21, 2026 at 14:30 +01:00`, and `UTC` for the offset `Z`.
  package var longText: String { "\(date.longText) at \(time.longText) \(zoneText)" }

  /// The readable offset.
  var zoneText: String { offset?.longText ?? "" }

  private var offsetText: String { offset?.isoText ?? "" }

  private var offset: ClockOffset? { ClockOffset(minutes: isUTC ? nil : minutesFromUTC) }

  private static func parts(of text: String) -> (date: String, rest: String)? {
    let bytes = Array(text.utf8.prefix(32))
    guard bytes.count > 15, bytes.count < 32, bytes[10] == UInt8(ascii: "T"), bytes.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    return (String(decoding: bytes[..<10], as: UTF8.self), String(decoding: bytes[11...], as: UTF8.self))
  }
}

extension OffsetDateTime: ISOText {}
