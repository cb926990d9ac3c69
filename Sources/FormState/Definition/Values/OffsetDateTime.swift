/// A day and a time of it, with how far the clock was ahead of UTC: what an appointment or a measurement is noted as.
///
/// The offset stays as it was given, since it says what the clock on the wall showed; `Z` and `+00:00` are the same moment, and
/// two values.
public struct OffsetDateTime: Hashable, Sendable {
  /// The day that the calendar showed.
  public let date: CalendarDate
  /// The time that the clock showed.
  public let time: ClockTime
  /// How far the clock was ahead of UTC, in minutes; negative west of Greenwich, -840…840.
  public let minutesFromUTC: Int
  /// Whether the offset is written `Z`, which says UTC.
  public let isUTC: Bool

  /// The greatest offset either way, in minutes: 14 hours, as in XML Schema.
  public static let greatestOffset = 840

  /// Creates a value; `nil` for an offset beyond ``greatestOffset``.
  ///
  /// - Parameters:
  ///   - date: the day that the calendar showed.
  ///   - time: the time that the clock showed.
  ///   - minutesFromUTC: how far it was ahead of UTC; left out, it showed UTC, which is written `Z`.
  public init?(_ date: CalendarDate, _ time: ClockTime, minutesFromUTC: Int? = nil) {
    guard abs(minutesFromUTC ?? 0) <= Self.greatestOffset else { return nil }
    self.date = date
    self.time = time
    self.minutesFromUTC = minutesFromUTC ?? 0
    isUTC = minutesFromUTC == nil
  }

  /// Reads `YYYY-MM-DDTHH:MM:SS` with an optional fraction, followed by `Z` or `±HH:MM`; seconds may be missing.
  ///
  /// `nil` for any other text, and so for one without an offset: what moment it means depends on who reads it where.
  public init?(isoText text: String) {
    guard let parts = Self.parts(of: text), let date = CalendarDate(isoText: parts.date) else { return nil }
    if let time = parts.rest.hasSuffix("Z") ? ClockTime(isoText: String(parts.rest.dropLast())) : nil {
      self.init(date, time)
      return
    }
    guard let offset = Self.offset(String(parts.rest.suffix(6))),
      let time = ClockTime(isoText: String(parts.rest.dropLast(6)))
    else { return nil }
    self.init(date, time, minutesFromUTC: offset)
  }

  /// The day and the time of a text that lacks the offset alone; `nil` for any other text.
  static func withoutOffset(_ text: String) -> (date: CalendarDate, time: ClockTime)? {
    guard let parts = parts(of: text), let date = CalendarDate(isoText: parts.date),
      let time = ClockTime(isoText: parts.rest)
    else { return nil }
    return (date, time)
  }

  /// The value as ISO-8601 text: `2026-11-21T14:30:00+01:00`.
  public var isoText: String { "\(date.isoText)T\(time.isoText)\(offsetText)" }

  /// The value in long style: `November 21, 2026 at 14:30 +01:00`, and `UTC` for the offset `Z`.
  public var longText: String { "\(date.longText) at \(time.longText) \(zoneText)" }

  /// The offset as a person reads it.
  var zoneText: String { isUTC ? "UTC" : offsetText }

  private var offsetText: String {
    if isUTC { return "Z" }
    let minutes = abs(minutesFromUTC)
    return (minutesFromUTC < 0 ? "-" : "+")
      + "\(ISODigits.padded(minutes / 60, to: 2)):\(ISODigits.padded(minutes % 60, to: 2))"
  }

  private static func parts(of text: String) -> (date: String, rest: String)? {
    let bytes = Array(text.utf8.prefix(32))
    guard bytes.count > 15, bytes.count < 32, bytes[10] == UInt8(ascii: "T"), bytes.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    return (String(decoding: bytes[..<10], as: UTF8.self), String(decoding: bytes[11...], as: UTF8.self))
  }

  /// Reads `±HH:MM`. `-00:00` is none: it says that the offset is not known.
  private static func offset(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
      bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      let hours = ISODigits.number(bytes[1..<3]), let minutes = ISODigits.number(bytes[4..<6]), minutes < 60
    else { return nil }
    let offset = hours * 60 + minutes
    if bytes[0] == UInt8(ascii: "+") { return offset }
    return offset == 0 ? nil : -offset
  }
}

extension OffsetDateTime: Codable {
  /// Reads a value from ISO-8601 text with an offset.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = OffsetDateTime(isoText: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a date and time with its offset, as 2026-11-21T14:30:00+01:00")
    }
    self = value
  }

  /// Writes the value as ISO-8601 text with its offset.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(isoText)
  }
}
