import TestSupport
import Testing

@testable import FormState

@Suite("Visibility tree")
struct VisibilityTreeTests {
  @Test(
    "Counts, ranks and selections agree with a plain array under random intervals",
    arguments: TestSeeds.seeds(20, full: 200))
  func agreesWithPlainArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...70, using: &generator)
    var covers = [Int](repeating: 0, count: count)
    var laid: [Range<Int>] = []
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      laid.append(interval(in: count, using: &generator))
    }
    for interval in laid { for position in interval { covers[position] += 1 } }
    var tree = VisibilityTree(count: count, hiddenIntervals: laid)
    for step in 0..<60 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      if !laid.isEmpty && Bool.random(using: &generator) {
        let lifted = laid.remove(at: Int.random(in: laid.indices, using: &generator))
        tree.show(lifted)
        for position in lifted { covers[position] -= 1 }
      } else {
        let interval = interval(in: count, using: &generator)
        laid.append(interval)
        tree.hide(interval)
        for position in interval { covers[position] += 1 }
      }
      let visible = covers.indices.filter { covers[$0] == 0 }
      #expect(tree.faults() == [], place)
      #expect(tree.visibleCount == visible.count, place)
      #expect((0..<count).filter(tree.isVisible) == visible, place)
      #expect(visible.indices.map { tree.position(ofVisible: $0) } == visible, place)
      #expect(tree.position(ofVisible: visible.count) == nil, place)
      #expect(tree.position(ofVisible: -1) == nil, place)
      let ranks = (0...count).map { position in visible.count { $0 < position } }
      #expect((0...count).map(tree.visibleCount(before:)) == ranks, place)
    }
  }

  private func interval(in count: Int, using generator: inout SeededGenerator) -> Range<Int> {
    let low = Int.random(in: 0...count, using: &generator)
    return low..<Int.random(in: low...count, using: &generator)
  }
}
