/// A set of Unicode scalars in a pattern.
struct ScalarClass: Hashable, Sendable {
  /// In order, without adjacent ranges.
  private let ranges: [ClosedRange<UInt32>]
  private let isNegated: Bool

  /// The scalars in ranges, in any order; O(*n* log *n*).
  init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
    self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.isNegated = isNegated
  }

  /// A single scalar.
  init(_ scalar: Unicode.Scalar) { self.init([scalar.value...scalar.value]) }

  /// All scalars except those of the class.
  var negated: ScalarClass { ScalarClass(ranges, isNegated: !isNegated) }

  /// The ranges of the scalars in the class.
  var members: [ClosedRange<UInt32>] { isNegated ? complement : ranges }

  /// Whether a scalar is in the class; O(log *n*) for *n* ranges.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var candidates = ranges[...]
    while !candidates.isEmpty {
      let middle = candidates.startIndex + candidates.count / 2
      let range = candidates[middle]
      if range.contains(scalar.value) { return !isNegated }
      candidates = scalar.value < range.lowerBound ? candidates[..<middle] : candidates[(middle + 1)...]
    }
    return isNegated
  }

  private var complement: [ClosedRange<UInt32>] {
    var gaps: [ClosedRange<UInt32>] = []
    var start: UInt32 = 0
    for range in ranges {
      if range.lowerBound > start { gaps.append(start...range.lowerBound - 1) }
      start = range.upperBound + 1
    }
    if start <= 0x10FFFF { gaps.append(start...0x10FFFF) }
    return gaps
  }

  /// `\d`: the ten digits.
  static let digit = ScalarClass([0x30...0x39])
  /// `\w`: letters and digits of ASCII, and `_`.
  static let word = ScalarClass([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// `\s`: spaces and line terminators, as in JavaScript.
  static let blank = ScalarClass([
    0x9...0xD, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// `.`: all except line terminators.
  static let anyOfLine = ScalarClass([0xA...0xA, 0xD...0xD, 0x2028...0x2029], isNegated: true)
}
