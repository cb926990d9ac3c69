/// The offset of a clock from UTC, as written: `Z` for UTC, or `±HH:MM`.
///
/// `Z` and `+00:00` are the same offset, but different values.
package struct ClockOffset: Hashable, Sendable {
  /// The offset from UTC in minutes; negative west of Greenwich, -840…840.
  let minutes: Int
  /// Whether the offset is written `Z`.
  let isUTC: Bool

  /// The greatest offset either way, in minutes: 14 hours, as in XML Schema.
  static let greatest = 840

  /// Creates an offset; `nil` for one beyond 14 hours either way.
  ///
  /// - Parameter minutes: the offset from UTC; `nil` for `Z`.
  init?(minutes: Int?) {
    guard abs(minutes ?? 0) <= Self.greatest else { return nil }
    self.minutes = minutes ?? 0
    isUTC = minutes == nil
  }

  /// Splits the offset off the end of a text: `Z` or `±HH:MM`. `-00:00` does not count: it means an unknown offset.
  ///
  /// - Returns: the text before it, and the offset; `nil` if the text does not end with one.
  static func split(_ text: String) -> (rest: String, offset: ClockOffset)? {
    if text.hasSuffix("Z") { return ClockOffset(minutes: nil).map { (String(text.dropLast()), $0) } }
    let bytes = Array(text.utf8.suffix(6))
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
      bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      let hours = ISODigits.number(bytes[1..<3]), let minutes = ISODigits.number(bytes[4..<6]), minutes < 60
    else { return nil }
    let isAhead = bytes[0] == UInt8(ascii: "+")
    let total = hours * 60 + minutes
    guard isAhead || total != 0, let offset = ClockOffset(minutes: isAhead ? total : -total) else { return nil }
    return (String(text.dropLast(6)), offset)
  }

  /// The offset as ISO 8601 text.
  package var isoText: String {
    if isUTC { return "Z" }
    let distance = abs(minutes)
    return (minutes < 0 ? "-" : "+")
      + "\(ISODigits.padded(distance / 60, to: 2)):\(ISODigits.padded(distance % 60, to: 2))"
  }

  /// The readable offset.
  var longText: String { isUTC ? "UTC" : isoText }
}
