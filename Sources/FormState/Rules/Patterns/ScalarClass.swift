/// A set of Unicode scalars, as a pattern names it.
struct ScalarClass: Hashable, Sendable {
  private var ranges: [ClosedRange<UInt32>]
  private var isNegated: Bool

  init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
    self.ranges = ranges
    self.isNegated = isNegated
  }

  /// One scalar alone.
  init(_ scalar: Unicode.Scalar) { self.init([scalar.value...scalar.value]) }

  /// All scalars but those of the class.
  var negated: ScalarClass { ScalarClass(ranges, isNegated: !isNegated) }

  /// Adds scalars.
  mutating func add(_ range: ClosedRange<UInt32>) { ranges.append(range) }

  /// Adds the scalars of a class.
  mutating func add(_ other: ScalarClass) { ranges += other.isNegated ? other.complement : other.ranges }

  /// Whether a scalar is in the class.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  private var complement: [ClosedRange<UInt32>] {
    var gaps: [ClosedRange<UInt32>] = []
    var start: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > start { gaps.append(start...range.lowerBound - 1) }
      start = max(start, range.upperBound + 1)
    }
    if start <= 0x10FFFF { gaps.append(start...0x10FFFF) }
    return gaps
  }

  /// `\d`: the ten digits.
  static let digit = ScalarClass([0x30...0x39])
  /// `\w`: letters and digits of ASCII, and `_`.
  static let word = ScalarClass([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// `\s`: blanks and ends of lines, as JavaScript has them.
  static let blank = ScalarClass([
    0x9...0xD, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// `.`: all but ends of lines.
  static let anyOfLine = ScalarClass([0xA...0xA, 0xD...0xD, 0x2028...0x2029], isNegated: true)
}
