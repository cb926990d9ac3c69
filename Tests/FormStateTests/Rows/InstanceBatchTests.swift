import Testing

@testable import FormState

@Suite("Batch updates of instances")
struct InstanceBatchTests {
  /// Instances 1, 2 and 3 with two rows each, below the row of their repeat.
  private static let form = FormDefinition(
    key: "f",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "pets", kind: .repeat, isExpandable: true, startsExpanded: true, additionalRows: 3),
          FormCell(key: "name", kind: .text),
          FormCell(key: "more", kind: .group, isExpandable: true, additionalRows: 1), FormCell(key: "age", kind: .text),
        ])
    ])

  private var index: VisibilityIndex
  private var state = ResponseState()

  init() {
    for number in 1...3 { state.apply(Self.moved(number, from: nil, to: Int64(number)).change) }
    index = VisibilityIndex(form: Self.form, state: state)
  }

  private static func moved(_ number: Int, from before: Int64?, to after: Int64?) -> PlacedChange {
    let content = { (rank: Int64?) in rank.map { InstancePlace(parent: 0, rank: $0).content } }
    return change(.instance, 0, number, content(before), content(after))
  }

  private static func change(
    _ field: StateChange.Field, _ position: Int, _ number: Int, _ before: FieldContent?, _ after: FieldContent?
  ) -> PlacedChange {
    let cell = form.sections[0].cells[position]
    return PlacedChange(
      change: StateChange(field, of: StateSubject(cell.key, instance: number), before: before, after: after),
      section: 0, position: position, extent: cell.additionalRows,
      startsOpen: field == .relevance || cell.startsExpanded)
  }

  private static func rows(_ rows: Range<Int>) -> [RowRange] { [RowRange(section: 0, rows: rows)] }

  @Test("Adding or removing an instance inserts or deletes one range and redraws nothing else")
  mutating func addAndRemove() {
    let added = index.apply([
      Self.moved(4, from: nil, to: 2), Self.change(.disclosure, 2, 4, nil, .flag(true)),
      Self.change(.value, 1, 4, nil, .text("Rex")),
    ])
    #expect(added.insertedRows == Self.rows(5..<8))
    #expect(added.deletedRows == [] && added.reloadedRows == [] && added.movedRows == [])
    let removed = index.apply([Self.moved(1, from: 1, to: nil)])
    #expect(removed.deletedRows == Self.rows(1..<3))
    #expect(removed.insertedRows == [] && removed.reloadedRows == [])
  }

  @Test("Moving an instance deletes and inserts its rows, or moves them in a view that can")
  mutating func move() {
    let batch = index.apply([Self.moved(1, from: 1, to: 9)])
    #expect(batch.deletedRows == Self.rows(1..<3))
    #expect(batch.insertedRows == Self.rows(5..<7))
    let move = RowMove(from: RowRange(section: 0, rows: 1..<3), to: RowRange(section: 0, rows: 5..<7))
    #expect(batch.movedRows == [move])
    #expect(batch.movingRows.deletedRows == [] && batch.movingRows.insertedRows == [])
    #expect(batch.movingRows.movedRows == [move])
    #expect(batch.movingRows.steps == batch.steps)
    #expect(!batch.movingRows.isEmpty)
    #expect(!batch.movingRows.keeps(RowPath(section: 0, row: 1)) && batch.keeps(RowPath(section: 0, row: 0)))
  }

  @Test("An instance that moves and changes is deleted and inserted, not moved")
  mutating func moveAndChange() {
    let batch = index.apply([Self.moved(3, from: 3, to: 0), Self.change(.value, 1, 3, nil, .text("Rex"))])
    #expect(batch.deletedRows == Self.rows(5..<7) && batch.insertedRows == Self.rows(1..<3))
    #expect(batch.reloadedRows == [] && batch.movedRows == [])
    let opened = index.apply([Self.moved(3, from: 0, to: 5), Self.change(.disclosure, 2, 3, nil, .flag(true))])
    #expect(opened.deletedRows == Self.rows(1..<3) && opened.insertedRows == Self.rows(5..<8))
    #expect(opened.reloadedRows == [] && opened.movedRows == [])
  }

  @Test("New ranks in the same order move no rows, and other changes still show")
  mutating func ranks() {
    let ranks = (1...3).map { Self.moved($0, from: Int64($0), to: Int64($0) * 100) }
    let batch = index.apply(ranks + [Self.change(.disclosure, 2, 2, nil, .flag(true))])
    #expect(batch.insertedRows == Self.rows(5..<6) && batch.deletedRows == [])
    #expect(batch.reloadedRows == [RowPath(section: 0, row: 4)])
  }

  @Test("A surplus instance leaves and returns as one range, apart from its repeat's own relevance")
  mutating func surplus() {
    let gone = index.apply([Self.change(.relevance, 0, 2, nil, .flag(false))])
    #expect(gone.deletedRows == Self.rows(3..<5) && gone.reloadedRows == [])
    let all = index.apply([Self.change(.relevance, 0, 0, nil, .flag(false))])
    #expect(all.deletedRows == Self.rows(0..<5))
    #expect(index.apply([Self.change(.relevance, 0, 2, .flag(false), nil)]).isEmpty)
    #expect(index.apply([Self.change(.relevance, 0, 0, .flag(false), nil)]).insertedRows == Self.rows(0..<7))
  }

  @Test("Options of a question keep its instance")
  func options() {
    let question = FormCell(key: "q", kind: .group, isExpandable: true, additionalRows: 1)
    let form = FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: [question, FormCell(key: "yes", kind: .option)])])
    let choice = BatchPlan.NewChoice(question: CellPlace(section: 0, position: 0, instance: 7), values: ["yes"])
    #expect(form.options(of: [choice]) == [CellPlace(section: 0, position: 1, instance: 7)])
  }
}
