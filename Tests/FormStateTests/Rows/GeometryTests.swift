import TestSupport
import Testing

@testable import FormState

/// Where rows lie, against a walk from the top that sums the heights.
@Suite("Row geometry")
struct GeometryTests {
  @Test(
    "Offsets, rows at offsets and measured heights agree with a walk from the top, for both ways of hiding",
    arguments: TestSeeds.seeds(10, full: 300))
  func agreesWithAWalk(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 4, cellsPerSection: 20)
    var model = Model(form: form, header: Double(Int.random(in: 0...2, using: &generator) * 10))
    var indexes = HiddenRows.allCases.map {
      VisibilityIndex(form: form, hiddenRows: $0, estimates: model.estimates, pageSize: 4)
    }
    let inPages = FormInPages(form, pageSize: 8).form
    indexes += HiddenRows.allCases.map { VisibilityIndex(form: inPages, hiddenRows: $0, estimates: model.estimates) }
    for step in 0..<40 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      if Bool.random(using: &generator) {
        let changes = model.turn(using: &generator)
        for number in indexes.indices { _ = indexes[number].apply(changes) }
      } else if let measured = model.measure(using: &generator) {
        for number in indexes.indices { indexes[number].setMeasuredHeight(measured.points, of: measured.place) }
      }
      for index in indexes { #expect(model.faults(of: index) == [], place) }
    }
  }

  @Test("A form without rows has no height and no offsets")
  func empty() {
    let index = VisibilityIndex(form: FormDefinition(key: "empty"))
    #expect(index.totalHeight == 0)
    #expect(index.row(atOffset: 0) == nil)
    #expect(index.offset(ofSection: 0) == nil)
    #expect(index.offset(of: RowPath(section: 0, row: 0)) == nil)
  }

  @Test("A header without rows leads to no row, and invalid estimates count as 0")
  func irregularities() {
    let form = FormDefinition(
      key: "odd", sections: [FormSection(key: "s", cells: [FormCell(key: "c", kind: .custom)]), FormSection(key: "t")])
    var estimates = HeightEstimates(row: .nan, header: 10)
    var custom = form
    custom.rowHeights = ["idCellCustom": .automatic]
    let index = VisibilityIndex(form: custom, estimates: estimates)
    #expect(index.totalHeight == 20)
    #expect(index.row(atOffset: 5) == RowPath(section: 0, row: 0))
    #expect(index.row(atOffset: 15) == nil)
    estimates.header = -.infinity
    #expect(VisibilityIndex(form: custom, estimates: estimates).totalHeight == 0)
  }

  @Test("A view can ignore fixed heights, even those of rows that grow in place")
  func ignoredHeights() {
    let inline = InlineExpansion(collapsedHeight: .points(20), expandedHeight: .automatic, lineLimit: nil)
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "date", kind: .date),
            FormCell(key: "about", kind: .text, isExpandable: true, inline: inline),
            FormCell(key: "note", kind: .custom),
          ])
      ], rowHeights: ["idCellCustom": .points(99)])
    var estimates = HeightEstimates(row: 40, rowsByIdentifier: ["idCellCustom": 30])
    #expect(VisibilityIndex(form: form, estimates: estimates).totalHeight == 270 + 20 + 99)
    estimates.ignoresFixedHeights = true
    #expect(VisibilityIndex(form: form, estimates: estimates).totalHeight == 40 + 40 + 30)
    #expect(estimates.isMeasured(.points(99)))
    #expect(!estimates.isMeasured(.points(0)))
    #expect(!HeightEstimates().isMeasured(.points(99)))
    #expect(HeightEstimates().isMeasured(.automatic))
  }
}

/// A slow and simple way to lay rows out.
private struct Model {
  let form: FormDefinition
  let estimates: HeightEstimates
  private var state = ResponseState()
  private var measured: [String: Double] = [:]

  init(form: FormDefinition, header: Double) {
    self.form = form
    estimates = HeightEstimates(row: 50.5, rowsByIdentifier: ["idCellCustom": 31], header: header)
  }

  /// Toggles a cell or a section.
  mutating func turn(using generator: inout SeededGenerator) -> [PlacedChange] {
    guard let position = form.sections.indices.randomElement(using: &generator) else { return [] }
    let section = form.sections[position]
    let expandable = section.cells.indices.filter { section.cells[$0].isExpandable }
    guard let row = expandable.randomElement(using: &generator), Int.random(in: 0..<5, using: &generator) > 0 else {
      let change = change(.fold, of: section.key, to: !state.isFolded(section))
      state.apply(change)
      return [
        PlacedChange(
          change: change, section: position, position: nil, extent: section.cells.count,
          startsOpen: !section.startsFolded)
      ]
    }
    let cell = section.cells[row]
    let change = change(.disclosure, of: cell.key, to: !state.isExpanded(cell))
    state.apply(change)
    return [
      PlacedChange(
        change: change, section: position, position: row, extent: cell.additionalRows, startsOpen: cell.startsExpanded,
        isInline: cell.inline != nil)
    ]
  }

  private func change(_ field: StateChange.Field, of key: String, to flag: Bool) -> StateChange {
    let subject = StateSubject(key)
    return StateChange(field, of: subject, before: state[field, of: subject], after: .flag(flag))
  }

  /// Measures a cell of automatic height, expanded or collapsed as it is.
  mutating func measure(using generator: inout SeededGenerator) -> (place: CellPlace, points: Double)? {
    let automatic = form.sections.indices.flatMap { section in
      form.sections[section].cells.indices.map { CellPlace(section: section, position: $0) }
    }.filter { height(of: cell(at: $0)) == .automatic }
    guard let place = automatic.randomElement(using: &generator) else { return nil }
    let points = Double(Int.random(in: 0...200, using: &generator)) / 2
    measured[side(of: cell(at: place))] = points
    return (place, points)
  }

  private func cell(at place: CellPlace) -> FormCell { form.sections[place.section].cells[place.position] }

  private func side(of cell: FormCell) -> String {
    cell.key + (cell.inline != nil && state.isExpanded(cell) ? "+" : "")
  }

  private func height(of cell: FormCell) -> RowHeight { form.rowHeight(of: cell, isExpanded: state.isExpanded(cell)) }

  private func points(of cell: FormCell) -> Double {
    if let fixed = height(of: cell).points { return fixed }
    return measured[side(of: cell)] ?? estimates.rowsByIdentifier[cell.identifier] ?? estimates.row
  }

  /// Where the index and a walk from the top disagree.
  func faults(of index: VisibilityIndex) -> [String] {
    var faults = index.faults()
    var offset = 0.0
    func expect(_ isRight: Bool, _ fault: String) {
      if !isRight { faults.append(fault) }
    }
    let visible = NaiveModel.visibleRows(of: form, state: state)
    for (number, section) in form.sections.enumerated() {
      expect(index.offset(ofSection: number) == offset, "header \(number)")
      offset += estimates.header
      let shown = Set(visible[number])
      var row = 0
      for (position, cell) in section.cells.enumerated() {
        let isShown = shown.contains(position)
        guard isShown || index.hiddenRows == .zeroHeight else { continue }
        let path = RowPath(section: number, row: row)
        let height = isShown ? points(of: cell) : 0
        expect(index.offset(of: path) == offset, "offset of \(path)")
        expect(index.height(at: path) == height, "height of \(path)")
        if height > 0 {
          expect(index.row(atOffset: offset) == path, "row at the upper edge of \(path)")
          expect(index.row(atOffset: offset + height - 0.25) == path, "row at the lower edge of \(path)")
        }
        offset += height
        row += 1
      }
      expect(index.height(at: RowPath(section: number, row: row)) == nil, "a row after the last of \(number)")
    }
    expect(index.totalHeight == offset, "total height")
    return faults
  }
}
