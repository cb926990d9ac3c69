/// The number of an instance of a repeat, unique wherever it is given: a counter, and a tag that tells instances apart
/// to which copies of a response gave the same counter.
///
/// Everything but what people read has it as one whole number, the counter times 2³² plus the tag: instances are in the
/// order of their counters, and JSON and JavaScript hold it exactly. It is given once and never changes. People read
/// the shortest spelling, see ``InstanceNames``.
package struct InstanceNumber: Hashable, Sendable {
  /// One more than any counter that was known in the response.
  package let counter: Int
  /// Chance for what a person adds; for what rules and definitions add, the same on all copies.
  let tag: UInt32

  /// The greatest counter, with which the whole number is less than 2⁵³.
  package static let greatestCounter = 2_000_000
  /// The greatest tag: 31 bits.
  static let greatestTag = UInt32(Int32.max)
  /// The greatest whole number.
  static let greatest = greatestCounter << 32 | Int(greatestTag)

  /// Creates a number; the topmost bit of the tag does not count.
  init(counter: Int, tag: UInt32) { (self.counter, self.tag) = (counter, tag & Self.greatestTag) }

  /// Reads a whole number; `nil` for one that no instance can have.
  package init?(_ whole: Int) {
    let tag = UInt32(truncatingIfNeeded: whole)
    guard (1...Self.greatestCounter).contains(whole >> 32), tag <= Self.greatestTag else { return nil }
    self.init(counter: whole >> 32, tag: tag)
  }

  /// The whole number.
  package var whole: Int { counter << 32 | Int(tag) }

  /// Whether an instance can have a whole number. O(1).
  package static func isPossible(_ whole: Int) -> Bool { InstanceNumber(whole) != nil }

  /// The counter of a whole number. O(1).
  package static func counter(of whole: Int) -> Int { whole >> 32 }

  /// The tag of an instance that a person adds, from the random bits of the action.
  static func tag(at moment: RuleMoment) -> UInt32 {
    var random = RuleRandom(seed: moment.seeded(for: "instance").seed)
    return UInt32(truncatingIfNeeded: random.bits() >> 33)
  }

  /// The tag of an instance that a rule or the definition adds, the same on all copies.
  ///
  /// - Parameters:
  ///   - key: the key of the repeat.
  ///   - around: the number of the instance around the repeat; 0 for none.
  ///   - position: its position among the instances, from 1.
  static func tag(ofInstanceOf key: String, in around: Int, at position: Int) -> UInt32 {
    var input = DigestInput()
    input.add("formstate-instance-1")
    input.add(key)
    input.add(around)
    input.add(position)
    return (UInt32(input.hexadecimalText().prefix(8), radix: 16) ?? 0) & greatestTag
  }
}

extension InstanceNumber: CustomStringConvertible {
  /// The consonants with which the spelling of a tag begins, so it ends the digits of the counter.
  static let consonants = Array("bcdfghjkmnpqrstv".utf8)
  /// Digits and letters that look different from each other.
  static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  /// The length of a spelled tag.
  static let tagLength = 7

  /// The tag in letters and digits, its lowest bits first: four in the first letter, five in each other one.
  var spelledTag: String {
    let rest = (0..<Self.tagLength - 1).map { Self.letters[Int(tag >> (4 + 5 * $0) & 31)] }
    return String(decoding: [Self.consonants[Int(tag & 15)]] + rest, as: UTF8.self)
  }

  /// The full spelling, as in `7k3fq2xd`.
  package var description: String { "\(counter)\(spelledTag)" }
}
