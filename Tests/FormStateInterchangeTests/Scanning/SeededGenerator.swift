import Foundation

/// A random number generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  /// The environment variable that replays a run.
  static let variable = "FORMSTATE_TEST_SEED"

  /// The seed of this run: from the environment, or new.
  static let seed =
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)

  /// The state.
  private var state: UInt64

  /// Starts from a seed.
  init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
