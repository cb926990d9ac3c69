/// Reproducible random numbers from a seed.
///
/// SplitMix64, from Steele, Lea and Flood, “Fast Splittable Pseudorandom Number Generators” (2014). Not for secrets.
struct RuleRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number of at least 0 and less than 1.
  mutating func fraction() -> Double { Double(bits() >> 11) * 0x1p-53 }

  /// A universally unique identifier of version 4 (RFC 9562), in lower case.
  mutating func identifier() -> String {
    let high = bits() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = bits() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }

  /// Letters and digits.
  mutating func token(length: Int) -> String {
    String((0..<length).map { _ in Self.alphabet[Int(bits() % UInt64(Self.alphabet.count))] })
  }

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

  private static func hexadecimal(_ number: UInt64) -> [Character] {
    let digits = String(number, radix: 16)
    return Array(String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
