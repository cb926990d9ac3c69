import TestSupport
import Testing

@testable import FormState

@Suite("Key suggestions")
struct NearestKeysTests {
  @Test("The nearest key is suggested, and the first of equally near keys")
  func order() {
    #expect(["cat", "car"].nearest(to: "caz") == "cat")
    #expect(["hand", "land", "lands"].nearest(to: "lande") == "land")
    #expect(["first-name", "firstname"].nearest(to: "firstnam") == "firstname")
  }

  @Test("The suggestion matches a full table of edit distances", arguments: UInt64(1)...40)
  func reference(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func word() -> String {
      String((0..<Int.random(in: 0...9, using: &generator)).map { _ in "abcA".randomElement(using: &generator) ?? "a" })
    }
    let keys = (0..<12).map { _ in word() }
    for _ in 0..<20 {
      let written = word()
      let target = Array(written.lowercased())
      let tolerance = max(1, min(3, target.count / 3))
      let near = keys.map { (key: $0, distance: Self.distance(target, Array($0.lowercased()))) }
        .filter { $0.distance <= tolerance }
      let expected = near.min { $0.distance < $1.distance }?.key
      #expect(keys.nearest(to: written) == expected, "seed \(seed): “\(written)” among \(keys)")
    }
  }

  @Test("A key of more than 64 scalars is neither suggested nor corrected")
  func length() {
    let longest = String(repeating: "k", count: NearestKeys.longestKey)
    #expect([longest].nearest(to: longest.dropLast() + "x") == longest)
    #expect([longest + "k"].nearest(to: longest) == nil)
    #expect([longest].nearest(to: longest + "k") == nil)
    #expect([longest].nearest(to: String(repeating: "k", count: 1_000_000)) == nil)
  }

  @Test("Comparisons stop when their budget is used up")
  func budget() {
    let keys = (0..<1000).map { "cell-number-\(10_000 + $0)" }
    let budget = SuggestionBudget(comparisons: 5000)
    let nearest = NearestKeys(keys, within: budget)
    let answers = (0..<1000).map { nearest.nearest(to: "cell-nmuber-\(10_000 + $0)") }
    #expect(answers.first == "cell-number-10000")
    #expect(answers.last == .some(nil))
    #expect(answers.count { $0 != nil } == 5)
    #expect(budget.comparisonsLeft == 0)
  }

  @Test("Template faults beyond the shared budget are reported without a suggestion")
  func templates() throws {
    let cells = (0..<100).map { FormCell(key: "cell-number-\(100 + $0)", kind: .text) }
    let mentions = (0..<100).map { "{cell-nmuber-\(100 + $0)}" }.joined()
    let group = FormCell(
      key: "group", kind: .group, isExpandable: true, additionalRows: 100, summary: .template(try Template(mentions)))
    let budget = SuggestionBudget(comparisons: 1010)
    let check = SectionCheck(section: FormSection(key: "s", cells: [group] + cells), position: 0, suggestions: budget)
    var seen: [String: (section: Int, row: Int)] = [:]
    let faults = check.cellFaults(seenKeys: &seen)
    #expect(faults.count == 100)
    #expect(faults.count { $0.problem.contains("the nearest key there is") } == 10)
    #expect(budget.comparisonsLeft == 0)
  }

  /// The edit distance with transpositions, from a full table.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var table = [[Int]](repeating: Array(0...right.count), count: left.count + 1)
    for row in 0...left.count { table[row][0] = row }
    for row in 0..<left.count {
      for column in 0..<right.count {
        var least = table[row][column] + (left[row] == right[column] ? 0 : 1)
        least = min(least, table[row][column + 1] + 1, table[row + 1][column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = least
      }
    }
    return table[left.count][right.count]
  }
}
