import FormState
import Testing

@Suite("Nesting")
struct NestingTests {
  @Test("Parents and levels follow from how many descendants follow each cell")
  func parentsAndLevels() {
    let nesting = Nesting(additionalRows: [3, 1, 0, 0, 0, 1, 0])
    #expect(nesting.parents == [nil, 0, 1, 0, nil, nil, 5])
    #expect(nesting.levels == [0, 1, 2, 1, 0, 0, 1])
  }

  @Test("Any counts give parents and levels", arguments: [[Int.max, Int.max, 0], [2, 5, 0], [-1, 9], []])
  func hostileCounts(counts: [Int]) {
    let nesting = Nesting(additionalRows: counts)
    #expect(nesting.parents.count == counts.count)
    #expect(nesting.levels.count == counts.count)
  }
}
