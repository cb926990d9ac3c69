import Foundation

/// The time zone of an action: how far its clocks are ahead of UTC at any time.
///
/// A named zone follows the time zone database of the machine, so that a date in summer has the offset of summer
/// whenever the action is done. Offsets are whole minutes: what zones had beyond that before there was standard time
/// has no place in a text.
package struct RuleZone: Hashable, Sendable {
  /// UTC.
  package static let utc = RuleZone(secondsFromUTC: 0)

  /// The name in the time zone database, such as `America/Phoenix`; `nil` for a fixed offset.
  package let name: String?
  /// The offset at all times where the zone has no name, or where the machine does not know the name.
  private let fixedOffset: Int
  private let timeZone: TimeZone?

  /// A zone with the same offset at all times, at most 18 hours either way, as in XML Schema's `dateTime` and wider.
  package init(secondsFromUTC: Int) {
    self.init(name: nil, fixedOffset: secondsFromUTC, timeZone: nil)
  }

  /// The zone of a clock, named unless it has the same offset at all times.
  package init(_ zone: TimeZone) {
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

  /// Where the process runs.
  package static var current: RuleZone { RuleZone(.current) }

  /// A named zone, of which a text says its offset at one time.
  ///
  /// The offset counts where the machine does not know the name, or says something else of that time.
  ///
  /// - Parameters:
  ///   - name: the name in the time zone database.
  ///   - offset: seconds ahead of UTC.
  ///   - milliseconds: when, since the beginning of 1970 in UTC.
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
  /// - Parameter milliseconds: when, since the beginning of 1970 in UTC.
  package func secondsFromUTC(at milliseconds: Int64) -> Int {
    guard let timeZone else { return fixedOffset }
    return Self.wholeMinutes(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000)))
  }

  /// The time at which clocks show something, in milliseconds since the beginning of 1970 in UTC.
  ///
  /// Where clocks are put back, a time that comes twice is the first; where they are put forward, one that does not
  /// come is as long after midnight as it would have been.
  ///
  /// - Parameter shown: what they show, in milliseconds as if they were in Greenwich.
  package func milliseconds(whenShown shown: Int64) -> Int64 {
    guard timeZone != nil else { return shown - Int64(fixedOffset) * 1000 }
    // The offsets that are in force around then, the one before a change first.
    let before = secondsFromUTC(at: shown - RuleInstant.millisecondsPerDay)
    let after = secondsFromUTC(at: shown + RuleInstant.millisecondsPerDay)
    for offset in [before, after] {
      let milliseconds = shown - Int64(offset) * 1000
      if secondsFromUTC(at: milliseconds) == offset { return milliseconds }
    }
    return shown - Int64(before) * 1000
  }
}
