import TestSupport
import Testing

@testable import FormState

@Suite("Counted tree")
struct CountedTreeTests {
  @Test(
    "Places, rows, offsets, sums and runs agree with a plain array under random intervals",
    arguments: TestSeeds.seeds(20, full: 200))
  func agreesWithPlainArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model = Model(generator: &generator)
    var tree = model.tree(pageSize: [1, 2, 4, 16, 128].randomElement(using: &generator) ?? 1)
    for step in 0..<60 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let (copy, copiedModel) = (tree, model)
      model.change(&tree, using: &generator)
      expectAgreement(tree, model, place)
      if step % 10 == 0 { expectAgreement(copy, copiedModel, place) }
    }
  }

  private func expectAgreement(_ tree: CountedTree<Item>, _ model: Model, _ place: Comment) {
    #expect(tree.faults() == [], place)
    var before = RowSums()
    for (number, item) in model.items.enumerated() {
      let isVisible = !model.hides(before.count)
      let sums = isVisible ? item.inside : item.inside.hidden
      for rest in 0..<item.inside.count {
        let found = tree.item(at: before.count + rest)
        #expect(found?.item.number == item.number && found?.rest == rest && found?.before == before, place)
        #expect(found?.isVisible == isVisible && found?.item.inside == item.inside, place)
        #expect(tree.sums(before: before.count + rest) == before, place)
      }
      for rest in 0..<sums.shown {
        let found = tree.find(before.shown + rest) { $0.shown }
        #expect(found?.item.number == number && found?.rest == rest && found?.before == before, place)
      }
      for rest in 0..<sums.all {
        let found = tree.find(before.all + rest) { $0.all }
        #expect(found?.item.number == number && found?.rest == rest && found?.before == before, place)
      }
      for rest in [0, sums.height - 0.25] where sums.height > 0 {
        let found = tree.find(before.height + rest) { $0.height }
        #expect(found?.item.number == number && found?.rest == rest && found?.before == before, place)
      }
      before += sums
    }
    #expect(tree.sums == before && tree.sums(before: before.count) == before, place)
    #expect(tree.item(at: before.count) == nil && tree.item(at: -1) == nil, place)
    #expect(tree.find(before.shown, by: { $0.shown }) == nil && tree.find(-1, by: { $0.shown }) == nil, place)
    for offset in [before.height, -0.5, .nan] { #expect(tree.find(offset, by: { $0.height }) == nil, place) }
    let interval = model.intervals.last ?? 0..<before.count
    #expect(Self.shownRows(tree, interval) == model.shownRows(interval), place)
  }

  /// The visible rows of an interval among all rows.
  private static func shownRows(_ tree: CountedTree<Item>, _ interval: Range<Int>) -> [Int] {
    var rows: [Int] = []
    tree.visitShown(in: interval, from: 100) { run in
      rows += run
    } partly: { item, before in
      rows += item.shownRows.map { before.all + $0 }
    }
    return rows.map { $0 - 100 }
  }

  /// An item with any number of places and rows.
  private struct Item: CountedItem {
    let number: Int
    var inside: RowSums
    var hiding: Int32 = 0

    /// The first rows are visible.
    var shownRows: Range<Int> { 0..<inside.shown }

    static func page(_ number: Int, of pages: [[Item]]) -> CountedNode<Item> { CountedNode(over: pages[number]) }

    static func sums(onPage number: Int, before place: Int, of pages: [[Item]]) -> RowSums? {
      place.isMultiple(of: 2) ? Model.sums(of: pages[number], before: place) : nil
    }
  }

  /// The items and intervals that the tree should represent.
  private struct Model {
    var items: [Item]
    var intervals: [Range<Int>] = []

    init(generator: inout SeededGenerator) {
      let count = Int.random(in: 0...70, using: &generator)
      let isPlain = Bool.random(using: &generator)
      items = []
      for number in 0..<count { items.append(Item(number: number, inside: Self.sums(isPlain, using: &generator))) }
    }

    func tree(pageSize: Int) -> CountedTree<Item> {
      let pages = stride(from: 0, to: items.count, by: pageSize).map {
        Array(items[$0..<min($0 + pageSize, items.count)])
      }
      return CountedTree(sums: pages.map { Self.sums(of: $0) }, hiding: [], pages: pages)
    }

    /// The sums of the items that begin before a place, or of all; `nil` if an item is partly before it.
    static func sums(of items: [Item], before place: Int) -> RowSums? {
      var sums = RowSums()
      for item in items where sums.count < place { sums += item.inside }
      return sums.count == place ? sums : nil
    }

    private static func sums(of items: [Item]) -> RowSums { items.reduce(into: RowSums()) { $0 += $1.inside } }

    func hides(_ place: Int) -> Bool { intervals.contains { $0.contains(place) } }

    func shownRows(_ interval: Range<Int>) -> [Int] {
      var rows: [Int] = []
      var (place, row) = (0, 0)
      for item in items {
        if interval.contains(place), !hides(place) { rows += item.shownRows.map { row + $0 } }
        place += item.inside.count
        row += item.inside.all
      }
      return rows
    }

    mutating func change(_ tree: inout CountedTree<Item>, using generator: inout SeededGenerator) {
      if let number = items.indices.randomElement(using: &generator), Int.random(in: 0..<4, using: &generator) == 0 {
        let count = items[number].inside.count
        items[number].inside = Self.sums(count == 1, using: &generator)
        items[number].inside.count = count
        let inside = items[number].inside
        let place = items[..<number].reduce(0) { $0 + $1.inside.count }
        #expect(tree.change(at: place + Int.random(in: 0..<count, using: &generator)) { $0.inside = inside } != nil)
      } else if !intervals.isEmpty && Bool.random(using: &generator) {
        tree.setHidden(false, intervals.remove(at: Int.random(in: intervals.indices, using: &generator)))
      } else {
        intervals.append(interval(using: &generator))
        tree.setHidden(true, intervals[intervals.count - 1])
      }
    }

    /// Halves add up without rounding, so that sums can be compared exactly.
    private static func sums(_ isPlain: Bool, using generator: inout SeededGenerator) -> RowSums {
      let height = Double(Int.random(in: 0...100, using: &generator)) / 2
      guard !isPlain else { return RowSums(count: 1, shown: 1, all: 1, height: height) }
      let shown = Int.random(in: 0...3, using: &generator)
      return RowSums(
        count: Int.random(in: 1...3, using: &generator), shown: shown,
        all: shown + Int.random(in: 0...1, using: &generator), height: height)
    }

    /// An interval of whole items.
    private func interval(using generator: inout SeededGenerator) -> Range<Int> {
      let starts = items.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.inside.count) }
      let bounds = [0, 1].compactMap { _ in starts.randomElement(using: &generator) }.sorted()
      return bounds[0]..<bounds[1]
    }
  }
}
