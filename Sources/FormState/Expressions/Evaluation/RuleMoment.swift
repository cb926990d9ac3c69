import Foundation

/// The moment of an action, which makes `today()`, `now()`, `random()` and `uuid()` reproducible in a replay.
package struct RuleMoment: Hashable, Sendable {
  /// The time of the action.
  package let time: Timestamp
  /// The time zone of the action.
  let zone: RuleZone
  /// The seed of random values; each rule and instance derives its own, see ``seeded(for:instance:)``.
  let seed: UInt64

  /// Creates a moment.
  ///
  /// If the year on the clock there is before 1 or after 9999, the time is clamped, since no text could represent it.
  package init(time: Timestamp, zone: RuleZone, seed: UInt64) {
    self.time = time.shown(in: zone)
    self.zone = zone
    self.seed = seed
  }

  /// A placeholder if no rule runs.
  static let unused = RuleMoment(time: Timestamp(Date(timeIntervalSince1970: 0)), zone: .utc, seed: 0)

  /// The current moment in the process's time zone, with a random seed.
  package static func now() -> RuleMoment {
    RuleMoment(time: .now, zone: .current, seed: UInt64.random(in: .min ... .max))
  }

  /// The same moment with a separate seed for one rule in one instance, which makes the order of evaluation irrelevant.
  ///
  /// - Parameters:
  ///   - key: the cell and rule.
  ///   - instance: the instance.
  func seeded(for key: String, instance: Int64 = 0) -> RuleMoment {
    // FNV-1a: Swift's own hashes differ from run to run.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    for byte in key.utf8 { add(byte) }
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: instance >> shift)) }
    return RuleMoment(time: time, zone: zone, seed: seed ^ hash)
  }
}

extension Timestamp {
  /// The nearest time at which the year on a zone's clock is from 1 to 9999.
  fileprivate func shown(in zone: RuleZone) -> Timestamp {
    // No clock is more than a day from UTC, and querying the zone for distant years costs more than all else here.
    let day = RuleInstant.millisecondsPerDay
    let usual = Timestamp.days(year: 1, month: 1, day: 2) * day..<Timestamp.days(year: 9999, month: 12, day: 31) * day
    if usual.contains(milliseconds) { return self }
    func time(ofYear year: Int64) -> Int64 {
      zone.milliseconds(whenShown: Timestamp.days(year: year, month: 1, day: 1) * day)
    }
    let (first, last) = (time(ofYear: 1), time(ofYear: 10_000) - 1)
    return Timestamp(milliseconds: min(max(milliseconds, first), last)) ?? self
  }
}

extension RuleMoment: CustomStringConvertible {
  /// The moment in journals and files: `2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7`, the time with
  /// its offset from UTC and the name of its zone as in RFC 9557, and the seed as 16 hexadecimal digits. A zone with a
  /// fixed offset has no name.
  package var description: String {
    let clock = RuleInstant(milliseconds: time.milliseconds)?.clock(in: zone)?.text ?? time.isoText
    let digits = String(seed, radix: 16)
    let name = zone.name.map { "[\($0)]" } ?? ""
    return "\(clock)\(name) \(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }

  /// Reads ``description``; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let digits = parts.last, digits.count == 16, let seed = UInt64(digits, radix: 16) else {
      return nil
    }
    let halves = parts[0].split(separator: "[", maxSplits: 1, omittingEmptySubsequences: false)
    guard let written = halves.first, let offset = RuleDateText(String(written))?.offset,
      let instant = RuleInstant(text: String(written), in: .utc),
      let time = Timestamp(milliseconds: instant.milliseconds)
    else { return nil }
    var zone = RuleZone(secondsFromUTC: offset)
    if let rest = halves.dropFirst().first {
      guard let name = Self.zoneName(rest) else { return nil }
      zone = RuleZone(name: name, secondsFromUTC: offset, at: time.milliseconds)
    }
    self.init(time: time, zone: zone, seed: seed)
    guard description == text else { return nil }
  }

  /// The name of a zone before its closing bracket; `nil` for an invalid name.
  private static func zoneName(_ text: Substring) -> String? {
    let name = text.dropLast()
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/_+-".utf8.contains(byte)
      }
    }
    return text.last == "]" && (1...64).contains(name.utf8.count) && isName ? String(name) : nil
  }
}
