import TestSupport
import Testing

@testable import FormState

@Suite("Instance tree")
struct InstanceTreeTests {
  @Test(
    "Order, ranks, rows and offsets agree with a plain array under random changes",
    arguments: TestSeeds.seeds(4, full: 200))
  func agreesWithPlainArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model = Model()
    for _ in 0..<([0, 3, 40, 700].randomElement(using: &generator) ?? 0) { model.append(using: &generator) }
    var tree = InstanceTree(sorting: model.entries.shuffled(using: &generator))
    for step in 0..<150 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let copy = (tree: tree, model: model)
      for _ in 0..<Int.random(in: 1...8, using: &generator) { model.change(&tree, using: &generator) }
      guard step % 10 == 0 else { continue }
      #expect(model.faults(of: tree, using: &generator) == [], place)
      #expect(copy.model.faults(of: copy.tree, using: &generator) == [], place)
    }
  }

  @Test("Adding at one end and removing at the other keeps the tree sound")
  func queue() {
    var tree = InstanceTree()
    for number in 1...3_000 {
      tree.insert(Model.entry(number, rank: Int64(number)))
      if number > 100 {
        let removed = tree.remove(InstanceKey(rank: Int64(number - 100), number: number - 100))
        #expect(removed?.key.number == number - 100)
      }
    }
    #expect(tree.faults() == [])
    #expect(tree.count == 100)
    for number in 2_901...3_000 { _ = tree.remove(InstanceKey(rank: Int64(number), number: number)) }
    #expect(tree.count == 0 && tree.sums == RowSums())
    #expect(tree.remove(InstanceKey(rank: 1, number: 1)) == nil)
  }

  /// The instances that the tree should have.
  private struct Model {
    var entries: [RepeatInstance] = []
    private var nextNumber = 1

    static func entry(
      _ number: Int, rank: Int64, _ sums: RowSums = RowSums(shown: 2, all: 3, height: 7)
    ) -> RepeatInstance {
      RepeatInstance(InstanceKey(rank: rank, number: number), inside: sums)
    }

    mutating func append(using generator: inout SeededGenerator) {
      let shown = Int.random(in: 0...3, using: &generator)
      let sums = RowSums(
        shown: shown, all: shown + Int.random(in: 0...2, using: &generator),
        height: shown == 0 ? 0 : Double(Int.random(in: 0...9, using: &generator)) / 2)
      entries.append(Self.entry(nextNumber, rank: Int64.random(in: -20...20, using: &generator), sums))
      nextNumber += 1
      entries.sort { $0.key < $1.key }
    }

    mutating func change(_ tree: inout InstanceTree, using generator: inout SeededGenerator) {
      guard let index = entries.indices.randomElement(using: &generator), Int.random(in: 0..<9, using: &generator) > 3
      else {
        let before = Set(entries.map(\.key.number))
        append(using: &generator)
        for entry in entries where !before.contains(entry.key.number) { tree.insert(entry) }
        return
      }
      if Bool.random(using: &generator) {
        let removed = tree.remove(entries.remove(at: index).key)
        #expect(removed != nil)
      } else {
        entries[index].isRelevant.toggle()
        let isThere = tree.change(entries[index].key) { $0.isRelevant.toggle() }
        #expect(isThere)
      }
    }

    func faults(of tree: InstanceTree, using generator: inout SeededGenerator) -> [String] {
      var faults = tree.faults()
      var keys: [InstanceKey] = []
      tree.root.visit { instance, _ in keys.append(instance.key) }
      func expect(_ isRight: Bool, _ fault: String) {
        if !isRight { faults.append(fault) }
      }
      var before = RowSums()
      for (index, entry) in entries.enumerated() {
        let found = tree.find(entry.key)
        expect(found?.item.key == entry.key && found?.before.count == index, "instance \(index)")
        expect(found?.before == before, "what is before instance \(index)")
        for row in 0..<entry.sums.shown {
          let found = tree.find(before.shown + row) { $0.shown }
          expect(found?.item.key == entry.key && found?.rest == row, "row \(row) of instance \(index)")
        }
        for row in 0..<entry.sums.all {
          let found = tree.find(before.all + row) { $0.all }
          expect(found?.item.key == entry.key && found?.rest == row, "kept row \(row) of instance \(index)")
        }
        if entry.sums.height > 0 {
          let found = tree.find(before.height + entry.sums.height - 0.25) { $0.height }
          expect(found?.item.key == entry.key, "lower edge of instance \(index)")
          expect(found?.rest == entry.sums.height - 0.25, "rest in instance \(index)")
        }
        before += entry.sums
      }
      expect(keys == entries.map(\.key), "order")
      expect(tree.sums == before && tree.count == entries.count, "sums")
      expect(tree.find(InstanceKey(rank: 0, number: nextNumber)) == nil, "an unknown instance")
      return faults
    }
  }
}
