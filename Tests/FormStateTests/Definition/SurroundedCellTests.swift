import TestSupport
import Testing

@testable import FormState

@Suite("Cells with their surroundings")
struct SurroundedCellTests {
  private let form = FormDefinition(
    key: "house",
    sections: [
      FormSection(key: "empty"),
      FormSection(
        key: "roof",
        cells: [
          FormCell(
            key: "room", kind: .repeat, title: "Room", isExpandable: true, additionalRows: 3,
            rules: [FormRule(.count, "2")]),
          FormCell(
            key: "bed", kind: .group, title: "Oak", subtitle: "Bed", isExpandable: true, isHidden: true,
            additionalRows: 2, summary: .choice),
          FormCell(key: "oak", kind: .option, title: "Oak"),
          FormCell(key: "pillow", kind: .repeat, isExpandable: true),
          FormCell(key: "door", kind: .text, rules: [FormRule(.relevant, "true()")]),
        ]),
      FormSection(
        key: "garden", relevant: FormRule(.relevant, "true()"),
        cells: [FormCell(key: "tree", kind: .group, isExpandable: true), FormCell(key: "pond", kind: .label)]),
    ])

  @Test("Each cell knows what follows from the cells above it")
  func cells() {
    let cells = Array(form.surroundedCells)
    #expect(cells.map(\.cell.key) == ["room", "bed", "oak", "pillow", "door", "tree", "pond"])
    #expect(cells.map(\.name) == ["Room", "Room › Bed", "Room › Bed › Oak", "Room › Bed", "door", "tree", "pond"])
    #expect(cells.map(\.level) == [0, 1, 2, 2, 0, 0, 0])
    #expect(cells.map(\.around.innerRepeat) == [nil, "room", "room", "room", nil, nil, nil])
    #expect(cells.map(\.around.repeatCount) == [0, 1, 1, 1, 0, 0, 0])
    #expect(cells.map(\.isHidden) == [false, true, true, true, false, false, false])
    // A count decides about the cells in its repeat, and not about the repeat.
    #expect(cells.map(\.isConditional) == [false, true, true, true, true, true, true])
    #expect(cells.allSatisfy { form.cell(at: $0.place) == $0.cell })
    #expect(cells.filter { form.canBeAsked(at: $0.place) }.map(\.cell.key) == ["bed", "door"])
    #expect(!form.canBeAsked(at: CellPlace(section: 7, position: 0)))
  }

  @Test("Questions are among them", arguments: TestSeeds.seeds(10, full: 1_000))
  func questions(seed: UInt64) {
    var random = RandomForm(seed: seed)
    let form = random.formWithRules(sections: 4, cellsPerSection: 30)
    let place: Comment = "replay with FORMSTATE_TEST_SEED=\(seed)"
    let asked = form.surroundedCells.filter { form.canBeAsked(at: $0.place) }
    let questions = form.questions
    #expect(asked.map(\.place) == questions.map(\.place), place)
    #expect(asked.map(\.name) == questions.map(\.name), place)
    #expect(asked.map(\.isHidden) == questions.map(\.isHidden), place)
    #expect(asked.map(\.isConditional) == questions.map(\.isConditional), place)
    #expect(asked.map(\.around.innerRepeat) == questions.map(\.repeatAround), place)
  }
}
