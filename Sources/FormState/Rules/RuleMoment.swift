import Foundation

/// What makes `today()`, `now()`, `random()` and `uuid()` give the same again when an action is replayed.
public struct RuleMoment: Hashable, Sendable {
  /// When the action was done.
  package let time: Timestamp
  /// Where.
  package let zone: RuleZone
  /// What randomness begins at; every rule and every instance needs another one, see ``seeded(for:instance:)``.
  package let seed: UInt64

  /// Says when and where an action was done.
  ///
  /// A time at which the clock there shows a year before 1 or after 9999 is moved to the nearest at which it does not: no text
  /// could name it.
  package init(time: Timestamp, zone: RuleZone, seed: UInt64) {
    self.time = time.shown(in: zone)
    self.zone = zone
    self.seed = seed
  }

  /// The moment of an action that is done now, where the process runs, with a seed by chance.
  package static func now() -> RuleMoment {
    RuleMoment(
      time: .now, zone: RuleZone(secondsFromUTC: TimeZone.current.secondsFromGMT()),
      seed: UInt64.random(in: .min ... .max))
  }

  /// The same moment with a seed that only one rule in one instance has, so that no order of evaluation matters.
  ///
  /// - Parameters:
  ///   - key: the cell and rule.
  ///   - instance: the instance.
  package func seeded(for key: String, instance: Int64 = 0) -> RuleMoment {
    // FNV-1a: Swift's own hashes differ from run to run.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    for byte in key.utf8 { add(byte) }
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: instance >> shift)) }
    return RuleMoment(time: time, zone: zone, seed: seed ^ hash)
  }
}

extension Timestamp {
  /// The nearest time at which a clock in a zone shows a year from 1 to 9999.
  fileprivate func shown(in zone: RuleZone) -> Timestamp {
    let offset = Int64(zone.secondsFromUTC) * 1000
    let first = Timestamp.days(year: 1, month: 1, day: 1) * RuleInstant.millisecondsPerDay - offset
    let last = Timestamp.days(year: 10_000, month: 1, day: 1) * RuleInstant.millisecondsPerDay - offset - 1
    return Timestamp(milliseconds: min(max(milliseconds, first), last)) ?? self
  }
}

extension RuleMoment: CustomStringConvertible {
  /// The moment as journals and files write it: `2026-11-22T09:41:07.123+02:00 9f3ac01b22d4e8a7`, the time, the offset of its zone
  /// from UTC, and the seed as 16 hexadecimal digits.
  public var description: String {
    let clock = RuleInstant(milliseconds: time.milliseconds)?.clock(in: zone)?.text ?? time.isoText
    let digits = String(seed, radix: 16)
    return "\(clock) \(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }

  /// Reads what ``description`` writes; `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let written = parts.first, let digits = parts.last, digits.count == 16,
      let seed = UInt64(digits, radix: 16), let mark = written.firstIndex(of: "T"),
      let instant = RuleInstant(text: String(written), in: .utc),
      let offset = RuleTime(text: String(written[written.index(after: mark)...]))?.offset,
      let time = Timestamp(milliseconds: instant.milliseconds)
    else { return nil }
    self.init(time: time, zone: RuleZone(secondsFromUTC: offset), seed: seed)
    guard description == text else { return nil }
  }
}
