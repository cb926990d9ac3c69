import TestSupport
import Testing

@testable import FormState

@Suite("The longest ascent in a sequence of numbers")
struct LongestAscentTests {
  @Test("The result ascends, and no other ascent is longer", arguments: TestSeeds.seeds(100, full: 5_000))
  func longest(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...30, using: &generator)
    let numbers = (0..<count).map { _ in Int.random(in: 0...20, using: &generator) }
    let offsets = LongestAscent.offsets(in: numbers)
    let place = Comment(rawValue: "\(numbers); replay with FORMSTATE_TEST_SEED=\(seed)")
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 && numbers[$0] < numbers[$1] }, place)
    #expect(offsets.count == Self.naiveLength(of: numbers), place)
  }

  @Test("Equal numbers appear only once")
  func twice() {
    #expect(LongestAscent.offsets(in: [3, 3, 3]).count == 1)
    #expect(LongestAscent.offsets(in: []) == [])
  }

  @Test("The ascent is found among a million numbers in any order")
  func million() {
    var generator = SeededGenerator(seed: 1)
    let up = Array(0..<1_000_000)
    #expect(LongestAscent.offsets(in: up) == up)
    #expect(LongestAscent.offsets(in: up.reversed()).count == 1)
    #expect(LongestAscent.offsets(in: up.shuffled(using: &generator)).count > 1_500)
  }

  private static func naiveLength(of numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (offset, number) in numbers.enumerated() {
      lengths.append(1 + ((0..<offset).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
