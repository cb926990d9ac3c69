import TestSupport
import Testing

@testable import FormState

@Suite("Siblings of an instance")
struct InstanceStandingTests {
  @Test(
    "Each instance knows the number of instances and its neighbours", arguments: TestSeeds.seeds(10, full: 500))
  func agreesWithOrder(seed: UInt64) {
    var random = RandomRepeats(seed: seed)
    var index = VisibilityIndex(form: random.form, state: random.state)
    for step in 0..<30 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      _ = index.apply(random.step())
      random.form.forEachCell(in: random.state) { cell, standing in
        // A template without cells shows nothing.
        guard cell.kind == .repeat, cell.additionalRows > 0 else { return }
        let numbers = random.instances(of: cell, in: standing.instance)
        let isCounted = { random.state.isRelevant(cell, in: $0, random.form.fresh) }
        #expect(index.instanceCount(ofRepeatAt: standing) == numbers.count, place)
        #expect(index.countedInstances(ofRepeatAt: standing) == numbers.count(where: isCounted), place)
        for (position, number) in numbers.enumerated() {
          let expected = SiblingPosition(
            cell: standing, index: position, count: numbers.count, isCounted: isCounted(number),
            previous: numbers.element(at: position - 1), next: numbers.element(at: position + 1),
            nextButOne: numbers.element(at: position + 2))
          #expect(index.siblingPosition(ofInstance: number) == expected, place)
        }
      }
    }
  }

  @Test("An unknown instance has no position, and a cell that is not a repeat has no instances")
  func nowhere() {
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "r", kind: .repeat, isExpandable: true, additionalRows: 1), FormCell(key: "c", kind: .text),
          ])
      ])
    let index = VisibilityIndex(form: form)
    #expect(index.siblingPosition(ofInstance: 0) == nil)
    #expect(index.siblingPosition(ofInstance: 7) == nil)
    for place in [
      CellPlace(section: 0, position: 1), CellPlace(section: 9, position: 0), CellPlace(section: 0, position: -1),
    ] {
      #expect(index.instanceCount(ofRepeatAt: place) == 0)
      #expect(index.countedInstances(ofRepeatAt: place) == 0)
    }
  }
}
