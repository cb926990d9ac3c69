import TestSupport
import Testing

@testable import FormState

@Suite("Visibility tree")
struct VisibilityTreeTests {
  @Test(
    "Weights, counts, ranks, runs and heights agree with a plain array under random intervals",
    arguments: TestSeeds.seeds(20, full: 200))
  func agreesWithPlainArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model = Model(generator: &generator)
    var tree = model.tree(pageSize: [1, 2, 4, 16, 128].randomElement(using: &generator) ?? 1)
    for step in 0..<60 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      model.change(&tree, using: &generator)
      expectAgreement(tree, model, place)
    }
  }

  private func expectAgreement(_ tree: PagedTree, _ model: Model, _ place: Comment) {
    let count = model.leaves.count
    let shown = model.leaves.indices.filter { leaf in !model.laid.contains { $0.contains(leaf) } }
    let rows = shown.flatMap { leaf in (0..<model.leaves[leaf].weight).map { Row(leaf: leaf, rest: $0) } }
    #expect(tree.faults() == [], place)
    #expect(tree.visibleCount == rows.count, place)
    #expect((0..<count).filter(tree.isVisible) == shown, place)
    #expect(rows.indices.map { tree.leaf(ofVisibleRow: $0).map(Row.init) } == rows, place)
    #expect(tree.leaf(ofVisibleRow: rows.count) == nil, place)
    #expect(tree.leaf(ofVisibleRow: -1) == nil, place)
    let ranks = (0...count).map { leaf in rows.count { $0.leaf < leaf } }
    #expect((0...count).map(tree.visibleCount(before:)) == ranks, place)
    let offsets = (0...count).map { leaf in shown.filter { $0 < leaf }.reduce(0) { $0 + model.leaves[$1].height } }
    #expect((0...count).map(tree.height(before:)) == offsets, place)
    #expect(tree.totalHeight == offsets.last, place)
    for leaf in shown where model.leaves[leaf].height > 0 {
      let (top, bottom) = (tree.leaf(atOffset: offsets[leaf]), offsets[leaf] + model.leaves[leaf].height - 0.25)
      #expect(top?.leaf == leaf && top?.rest == 0, place)
      #expect(tree.leaf(atOffset: bottom)?.leaf == leaf, place)
    }
    #expect(tree.leaf(atOffset: tree.totalHeight) == nil, place)
    #expect(tree.leaf(atOffset: -0.5) == nil, place)
    #expect(tree.leaf(atOffset: .nan) == nil, place)
    if model.leaves.allSatisfy({ $0.weight == 1 }) {
      let runs = tree.visibleRuns(in: 0..<count)
      #expect(runs.flatMap { Array($0) } == rows.map(\.leaf), place)
      #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, place)
    }
  }

  /// A row of a leaf that may have several.
  private struct Row: Equatable {
    let leaf: Int
    let rest: Int
  }

  /// The leaves and intervals that the tree should represent.
  private struct Model {
    struct Leaf {
      var weight: Int
      var height: Double
    }

    var leaves: [Leaf]
    var laid: [Range<Int>] = []

    init(generator: inout SeededGenerator) {
      let count = Int.random(in: 0...70, using: &generator)
      let isPlain = Bool.random(using: &generator)
      leaves = []
      for _ in 0..<count {
        let weight = isPlain ? 1 : Int.random(in: 0...3, using: &generator)
        leaves.append(Leaf(weight: weight, height: Self.height(using: &generator)))
      }
      for _ in 0..<Int.random(in: 0...4, using: &generator) { laid.append(interval(using: &generator)) }
    }

    func tree(pageSize: Int) -> PagedTree {
      let cells = leaves.indices.map { FormCell(key: "\($0)", kind: .text, identifier: "\($0)") }
      let form = FormDefinition(
        key: "f", sections: [FormSection(key: "s", cells: cells)],
        rowHeights: Dictionary(
          uniqueKeysWithValues: leaves.indices.map { ("\($0)", .points(leaves[$0].height)) }))
      let untouched = UntouchedForm(form, estimates: HeightEstimates(), pageSize: pageSize)
      // The header is left out: it has no row.
      var tree = PagedTree(LevelLeaves(untouched, LevelLayout(ordinals: 1..<(leaves.count + 1), templates: [])))
      for interval in laid { tree.setHidden(true, interval) }
      for (number, leaf) in leaves.enumerated() where leaf.weight != 1 {
        tree.change(number) { $0.setWeight(leaf.weight, height: leaf.height, leaf: $1) }
      }
      return tree
    }

    mutating func change(_ tree: inout PagedTree, using generator: inout SeededGenerator) {
      if let leaf = leaves.indices.randomElement(using: &generator), Int.random(in: 0..<4, using: &generator) == 0 {
        leaves[leaf].height = Self.height(using: &generator)
        if leaves.contains(where: { $0.weight != 1 }) {
          leaves[leaf].weight = Int.random(in: 0...3, using: &generator)
          let (weight, height) = (leaves[leaf].weight, leaves[leaf].height)
          tree.change(leaf) { $0.setWeight(weight, height: height, leaf: $1) }
        } else {
          let height = leaves[leaf].height
          tree.change(leaf) { $0.setHeight(height, leaf: $1) }
        }
      } else if !laid.isEmpty && Bool.random(using: &generator) {
        tree.setHidden(false, laid.remove(at: Int.random(in: laid.indices, using: &generator)))
      } else {
        laid.append(interval(using: &generator))
        tree.setHidden(true, laid[laid.count - 1])
      }
    }

    /// Halves add up without rounding, so that sums can be compared exactly.
    private static func height(using generator: inout SeededGenerator) -> Double {
      Double(Int.random(in: 0...100, using: &generator)) / 2
    }

    private func interval(using generator: inout SeededGenerator) -> Range<Int> {
      let low = Int.random(in: 0...leaves.count, using: &generator)
      return low..<Int.random(in: low...leaves.count, using: &generator)
    }
  }
}
