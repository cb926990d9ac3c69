import FormState
import Foundation
import TestSupport

/// Makes trees of every type of value in property lists.
struct RandomPropertyValue {
  private var generator: SeededGenerator

  private static let texts = [
    "", "a", "title", "<&>\"'", "]]>", "é", "e\u{301}", "名前", "😀", "a\nb\tc\r", "fourteen chars", "fifteen letters",
    "sixteen  letters", "x\u{7F}\u{85}", "\u{2028}", "0", String(repeating: "long text ", count: 30), "\u{10FFFD}",
    String(repeating: "😀", count: 8), "\u{FEFF}a", "İı",
  ]

  private static let integers: [Int64] = [
    0, 1, -1, 127, 128, 255, 256, 32_767, 65_535, 65_536, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 53) + 1, .max, .min,
  ]

  private static let reals: [Double] = [
    0, -0.0, 0.1, -0.5, 1, -1, 1e22, 1e23, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi, 0x1p64,
  ]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A value, nested at most as deep as given.
  mutating func value(depth: Int) -> PropertyValue {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
    case 0: return .boolean(Bool.random(using: &generator))
    case 1: return .integer(Self.integers.randomElement(using: &generator) ?? 0)
    case 2:
      let shift = Int64.random(in: 0..<64, using: &generator)
      return .integer(Int64.random(in: .min ... .max, using: &generator) >> shift)
    case 3: return .real(Self.reals.randomElement(using: &generator) ?? 0)
    case 4:
      let seconds = Double.random(in: -63_113_904_000..<252_423_993_600, using: &generator)
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case 5:
      let count = Int.random(in: 0...20, using: &generator)
      return .data(Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }))
    case 6: return .string(text())
    case 7: return .array((0..<Int.random(in: 0...20, using: &generator)).map { _ in value(depth: depth - 1) })
    default:
      var members: [String: PropertyValue] = [:]
      for number in 0..<Int.random(in: 0...20, using: &generator) {
        members[text() + "\(number)"] = value(depth: depth - 1)
      }
      return .dictionary(members)
    }
  }

  private mutating func text() -> String { Self.texts.randomElement(using: &generator) ?? "" }
}
