import Foundation
import TestSupport
import Testing

@testable import FormState

@Suite("Canonical texts")
struct CanonicalTextTests {
  /// Scalars that join others: letters with accents, marks of several classes, vowels of India, Hangul, and singletons.
  private static let scalars: [Unicode.Scalar] = [
    "a", "e", "o", " ", "é", "ế", "\u{301}", "\u{302}", "\u{323}", "\u{345}", "\u{338}", "=", "\u{1100}", "\u{1161}",
    "\u{11A8}", "\u{AC00}", "\u{AC01}", "\u{9C7}", "\u{9BE}", "\u{9D7}", "\u{CC6}", "\u{CC2}", "\u{CD5}", "\u{B92}",
    "\u{BD7}", "\u{F71}", "\u{F72}", "\u{F73}", "\u{212B}", "\u{2126}", "\u{958}", "か", "\u{3099}", "😀", "\u{1D15E}",
    "\u{11131}", "\u{11127}", "\u{FB2C}", "\u{2ADC}", "я", "\u{306}",
  ]

  @Test("A long text is composed as a whole", arguments: TestSeeds.seeds(20, full: 2000))
  func parts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let few = (0..<Int.random(in: 1...8, using: &generator)).compactMap { _ in
      Self.scalars.randomElement(using: &generator)
    }
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 100...3_000, using: &generator) {
      guard let scalar = few.randomElement(using: &generator) else { continue }
      text.append(scalar)
    }
    // Too many marks in a row are refused.
    guard let composed = CanonicalText.composed(String(text)) else { return }
    #expect(
      composed.utf8.elementsEqual(String(text).precomposedStringWithCanonicalMapping.utf8),
      "replay with FORMSTATE_TEST_SEED=\(seed)")
  }

  @Test("Composing takes time that follows the length")
  func growth() {
    // Linear time makes four times as much of it, quadratic time sixteen times.
    #expect(Self.seconds(240_000) < 9 * Self.seconds(60_000))
  }

  /// The least processor time for a text of so many letters, each with an accent.
  private static func seconds(_ count: Int) -> Double {
    let text = String(repeating: "e\u{301}", count: count)
    return (0..<3).map { _ in
      let start = processorSeconds
      _ = CanonicalText.composed(text)
      return processorSeconds - start
    }.min() ?? 0
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("A run of marks that take a place each is refused like any other")
  func spacingMarks() {
    #expect(CanonicalText.composed(String(repeating: "\u{9C7}\u{9BE}", count: 20)) != nil)
    #expect(CanonicalText.composed(String(repeating: "\u{9C7}\u{9BE}", count: 40)) == nil)
  }
}
