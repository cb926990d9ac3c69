import FormState
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Steps from one window to another")
struct WindowEditTests {
  @Test(
    "Applying the steps in order turns any window into any other",
    arguments: TestSeeds.seeds(20, full: 400))
  func stepsLeadThere(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let old = items(&generator)
      let new = items(&generator)
      #expect(taken(WindowEdit(from: old, to: new), from: old) == new, "replay with FORMSTATE_TEST_SEED=\(seed)")
    }
  }

  @Test("An unchanged item takes no step; a moved one is removed and inserted")
  func fewSteps() {
    let (a, b, c) = (item("a"), item("b"), item("c"))
    #expect(WindowEdit(from: [a, b, c], to: [a, b, c]).steps == [])
    #expect(
      WindowEdit(from: [a, b, c], to: [c, a, b]).steps
        == [.remove(first: 2, count: 1), .insert(first: 0, items: [c])])
    let other = item("b", title: "Other")
    #expect(WindowEdit(from: [a, b, c], to: [a, other, c]).steps == [.update(1, other)])
  }

  @Test("An edit of more than 64 steps or 200 items is not small")
  func bounds() {
    let many = (0..<201).map { item("new\($0)") }
    #expect(WindowEdit(from: [], to: Array(many.dropLast())).isSmall)
    #expect(!WindowEdit(from: [], to: many).isSmall)
    let old = (0..<65).map { item("\($0)") }
    let new = (0..<65).map { item("\($0)", title: "Other") }
    #expect(WindowEdit(from: Array(old.dropLast()), to: Array(new.dropLast())).isSmall)
    #expect(!WindowEdit(from: old, to: new).isSmall)
  }

  private func items(_ generator: inout SeededGenerator) -> [ScreenItem] {
    var keys = (0..<30).map(String.init).filter { _ in Bool.random(using: &generator) }
    if Bool.random(using: &generator) { keys.shuffle(using: &generator) }
    return keys.map { item($0, title: Int.random(in: 0..<4, using: &generator) == 0 ? "Other" : "Same") }
  }

  private func item(_ key: String, title: String = "Same") -> ScreenItem {
    ScreenItem(headerOf: FormSection(key: key, title: title, cells: []), at: 0, height: 44, isFolded: false)
  }

  private func taken(_ edit: WindowEdit, from items: [ScreenItem]) -> [ScreenItem] {
    edit.steps.reduce(into: items) { items, step in
      switch step {
      case .remove(let first, let count): items.removeSubrange(first..<(first + count))
      case .insert(let first, let more): items.insert(contentsOf: more, at: first)
      case .update(let position, let item): items[position] = item
      }
    }
  }
}
