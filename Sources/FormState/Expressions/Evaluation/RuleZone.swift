import Foundation

/// The time zone of an action: its offset from UTC at any time.
///
/// A named zone uses the machine's time zone database, so a date in summer has the offset of summer whenever the action
/// is done. Offsets are whole minutes: the seconds of offsets before standard time cannot be represented in texts.
package struct RuleZone: Hashable, Sendable {
  /// UTC.
  package static let utc = RuleZone(secondsFromUTC: 0)

  /// The name in the time zone database, such as `America/Phoenix`; `nil` for a fixed offset.
  let name: String?
  /// The offset at all times if the zone has no name, or the machine does not know the name.
  private let fixedOffset: Int
  private let timeZone: TimeZone?

  /// A zone with a fixed offset of at most 18 hours either way, more than in XML Schema's `dateTime`.
  init(secondsFromUTC: Int) {
    self.init(name: nil, fixedOffset: secondsFromUTC, timeZone: nil)
  }

  /// A Foundation time zone, named unless its offset is fixed.
  init(_ zone: TimeZone) {
    let isFixed = ["UTC", "Etc/UTC"].contains(zone.identifier) || zone.identifier.hasPrefix("GMT")
    self.init(
      name: isFixed ? nil : zone.identifier, fixedOffset: isFixed ? zone.secondsFromGMT() : 0,
      timeZone: isFixed ? nil : zone)
  }

  private init(name: String?, fixedOffset: Int, timeZone: TimeZone?) {
    self.name = name
    self.fixedOffset = Self.wholeMinutes(fixedOffset)
    self.timeZone = timeZone
  }

  /// The process's time zone.
  package static var current: RuleZone { RuleZone(.current) }

  /// A named zone whose offset at one time is known from a text.
  ///
  /// The offset is used if the machine does not know the name, or has another offset for that time.
  ///
  /// - Parameters:
  ///   - name: the name in the time zone database.
  ///   - offset: seconds ahead of UTC.
  ///   - milliseconds: the time, since the beginning of 1970 in UTC.
  init(name: String, secondsFromUTC offset: Int, at milliseconds: Int64) {
    if let zone = TimeZone(identifier: name).map(RuleZone.init), zone.name == name,
      zone.secondsFromUTC(at: milliseconds) == offset
    {
      self = zone
    } else {
      self.init(name: name, fixedOffset: offset, timeZone: nil)
    }
  }

  private static func wholeMinutes(_ seconds: Int) -> Int { min(max(seconds, -64_800), 64_800) / 60 * 60 }

  /// Seconds ahead of UTC; negative west of Greenwich.
  ///
  /// - Parameter milliseconds: the time, since the beginning of 1970 in UTC.
  func secondsFromUTC(at milliseconds: Int64) -> Int {
    guard let timeZone else { return fixedOffset }
    return Self.wholeMinutes(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000)))
  }

  /// The time at which clocks show a time, in milliseconds since the beginning of 1970 in UTC.
  ///
  /// If clocks are set back and a time occurs twice, this is the first; if they are set forward and it does not occur,
  /// it is as long after midnight as it would have been.
  ///
  /// - Parameter shown: the time on the clock, in milliseconds as if in Greenwich.
  func milliseconds(whenShown shown: Int64) -> Int64 {
    guard timeZone != nil else { return shown - Int64(fixedOffset) * 1000 }
    // The offsets in force around that time, the one before a change first.
    let before = secondsFromUTC(at: shown - RuleInstant.millisecondsPerDay)
    let after = secondsFromUTC(at: shown + RuleInstant.millisecondsPerDay)
    for offset in [before, after] {
      let milliseconds = shown - Int64(offset) * 1000
      if secondsFromUTC(at: milliseconds) == offset { return milliseconds }
    }
    return shown - Int64(before) * 1000
  }
}
