import Testing

@testable import FormState

/// Instances of a damaged file: none of them traps, and impossible ones do not exist.
@Suite("Impossible instances")
struct DamagedInstanceTests {
  private static let numbers = [Int.min, -1, 0, 1, 2, 3, Int.max]
  private static let form = FormDefinition(
    key: "f",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "outer", kind: .repeat, isExpandable: true, startsExpanded: true, additionalRows: 3),
          FormCell(key: "a", kind: .group, isExpandable: true, startsExpanded: true),
          FormCell(key: "inner", kind: .repeat, isExpandable: true, startsExpanded: true, additionalRows: 1),
          FormCell(key: "b", kind: .text),
          FormCell(key: "other", kind: .repeat, isExpandable: true, startsExpanded: true, additionalRows: 1),
          FormCell(key: "c", kind: .text),
        ])
    ])

  private static func change(
    _ field: StateChange.Field, _ position: Int, _ number: Int, _ content: FieldContent?, before: FieldContent? = nil
  ) -> PlacedChange {
    let cell = form.sections[0].cells[position]
    return PlacedChange(
      change: StateChange(field, of: StateSubject(cell.key, instance: number), before: before, after: content),
      section: 0, position: position, extent: cell.additionalRows, startsOpen: true)
  }

  @Test("An index accepts any changes of instances", arguments: HiddenRows.allCases)
  func changes(hiddenRows: HiddenRows) {
    for number in Self.numbers {
      for parent in Self.numbers {
        for position in Self.form.sections[0].cells.indices {
          var index = VisibilityIndex(form: Self.form, hiddenRows: hiddenRows)
          let place = InstancePlace(parent: parent, rank: .max).content
          let changes = [
            Self.change(.instance, 0, 1, InstancePlace(parent: 0, rank: .min).content),
            Self.change(.disclosure, position, number, .flag(false)),
            Self.change(.instance, position, number, place),
            Self.change(.instance, position, number, .text("no place"), before: .cleared),
            Self.change(.relevance, position, number, .flag(false)),
            Self.change(.value, position, number, .text("x")),
          ]
          for change in changes { _ = index.apply([change]) }
          #expect(index.faults() == [])
          _ = index.apply(changes.reversed().map(\.inverse))
          _ = index.apply(changes)
          #expect(index.faults() == [])
          for number in Self.numbers { _ = index.place(at: RowPath(section: 0, row: number)) }
          #expect(index.place(at: RowPath(section: 0, row: 0)) == nil || index.numberOfRows(in: 0) > 0)
        }
      }
    }
  }

  @Test("Nested instances leave with their outer instance, even without changes of their own")
  func orphans() {
    var index = VisibilityIndex(form: Self.form)
    let outer = Self.change(.instance, 0, 1, InstancePlace(parent: 0, rank: 0).content)
    let inner = Self.change(.instance, 2, 2, InstancePlace(parent: 1, rank: 0).content)
    #expect(index.apply([inner, outer]).insertedRows == [RowRange(section: 0, rows: 1..<4)])
    #expect(index.apply([outer.inverse]).deletedRows == [RowRange(section: 0, rows: 1..<4)])
    #expect(!index.isVisible(CellPlace(section: 0, position: 3, instance: 2)))
    #expect(index.apply([inner.inverse]).isEmpty)
    _ = index.apply([outer])
    #expect(index.numberOfRows(in: 0) == 4)
    #expect(index.faults() == [])
  }

  @Test("An index can be built from any state of instances", arguments: HiddenRows.allCases)
  func states(hiddenRows: HiddenRows) {
    var state = ResponseState()
    for (number, parent) in [(1, 0), (2, 1), (3, 7), (4, 4), (5, 6), (6, 5), (8, 1), (-1, 0), (0, 0)] {
      for key in ["outer", "inner", "other", "a", "nobody"] {
        state.apply(
          StateChange(
            .instance, of: StateSubject(key, instance: number), before: nil,
            after: InstancePlace(parent: parent, rank: 0).content))
        state.apply(
          StateChange(.disclosure, of: StateSubject(key, instance: number), before: nil, after: .flag(false)))
      }
    }
    let index = VisibilityIndex(form: Self.form, state: state, hiddenRows: hiddenRows)
    #expect(index.faults() == [])
    for row in 0..<index.numberOfRows(in: 0) {
      guard let place = index.place(at: RowPath(section: 0, row: row)) else {
        Issue.record("row \(row) leads nowhere")
        continue
      }
      #expect(index.keptRowPath(of: place) == RowPath(section: 0, row: row))
    }
  }
}
