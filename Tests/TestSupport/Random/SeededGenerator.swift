import Foundation

/// A random number generator that returns the same numbers for the same seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins at a seed.
  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Dictionary where Key: Comparable {
  /// A random entry; the same one for the same seed, whatever the order of the dictionary in this process.
  public func randomEntry(using generator: inout SeededGenerator) -> Element? {
    keys.sorted().randomElement(using: &generator).flatMap { key in self[key].map { (key, $0) } }
  }
}

/// The seeds that a property test runs with.
public enum TestSeeds {
  /// Whether to run everything, if `FORMSTATE_FULL_TESTS` is set.
  public static var isFull: Bool { ProcessInfo.processInfo.environment["FORMSTATE_FULL_TESTS"] != nil }

  /// The seed of `FORMSTATE_TEST_SEED` if it is set, to replay a failure; otherwise so many new ones, which follow from
  /// `FORMSTATE_TEST_RANDOM` if that is set.
  ///
  /// - Parameters:
  ///   - count: the number of seeds in a usual run.
  ///   - fullCount: the number in a full run, with `FORMSTATE_FULL_TESTS`.
  public static func seeds(_ count: Int, full fullCount: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["FORMSTATE_TEST_SEED"].flatMap(UInt64.init) { return [seed] }
    let all = 0..<(isFull ? fullCount : count)
    if let first = environment["FORMSTATE_TEST_RANDOM"].flatMap(UInt64.init) {
      var generator = SeededGenerator(seed: first)
      return all.map { _ in UInt64.random(in: 1...UInt64.max, using: &generator) }
    }
    return all.map { _ in UInt64.random(in: 1...UInt64.max) }
  }

  /// Some of the arguments, chosen at random, in their order; all of them in a full run.
  ///
  /// `FORMSTATE_TEST_SEED` does not affect the choice: a failing argument names itself.
  public static func some<Argument>(_ count: Int, of all: [Argument]) -> [Argument] {
    guard !isFull, count < all.count else { return all }
    return all.indices.shuffled().prefix(count).sorted().map { all[$0] }
  }
}
