import Testing

@testable import FormState

/// Numbers of a damaged file or a careless caller: none of them traps, and impossible ones give nothing.
@Suite("Extreme numbers")
struct ExtremeNumberTests {
  private static let extremes = [Int.min, .min + 1, -1, 0, 1, Int(Int32.max), .max - 1, .max]

  private static func form() -> FormDefinition {
    let cells = [
      FormCell(key: "a", kind: .group, isExpandable: true, additionalRows: 1), FormCell(key: "b", kind: .text),
    ]
    return FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)])
  }

  @Test("A visibility index answers for any place and row path", arguments: HiddenRows.allCases)
  func index(hiddenRows: HiddenRows) {
    var index = VisibilityIndex(form: Self.form(), hiddenRows: hiddenRows)
    for section in Self.extremes {
      for number in Self.extremes {
        let place = CellPlace(section: section, position: number)
        let path = RowPath(section: section, row: number)
        let isThere = section == 0 && (number == 0 || (number == 1 && hiddenRows == .zeroHeight))
        #expect((index.place(at: path) != nil) == isThere)
        #expect((index.height(at: path) != nil) == isThere)
        #expect(index.isVisible(place) == (section == 0 && number == 0))
        #expect((index.rowPath(of: place) != nil) == (section == 0 && number == 0))
        #expect(index.isExpanded(place) == false)
        #expect(index.setMeasuredHeight(44, of: place) == (section == 0 && (0...1).contains(number)))
        for end in Self.extremes where end >= number {
          let count = index.visibleRowCount(inSection: section, positions: number..<end)
          #expect(count == (section == 0 && number <= 0 && end >= 1 ? 1 : 0))
        }
      }
    }
  }

  @Test("An index can be built and changed with any counts and places")
  func changes() {
    for number in Self.extremes {
      let cells = ["one", "other"].map {
        FormCell(key: $0, kind: .group, isExpandable: true, startsExpanded: true, additionalRows: number)
      }
      let index = VisibilityIndex(
        form: FormDefinition(key: "form", sections: [FormSection(key: "section", cells: cells)]))
      #expect(index.numberOfRows(in: 0) == 2)
      #expect(Nesting(additionalRows: [number, number]).levels.count == 2)
      for other in Self.extremes {
        var index = VisibilityIndex(form: Self.form())
        _ = index.apply(Self.changes(section: number, position: other, extent: number))
        #expect(index.numberOfRows(in: 0) <= 2)
      }
    }
  }

  @Test("Row paths can follow a batch with any ranges")
  func steps() {
    for number in Self.extremes {
      for end in Self.extremes where end >= number {
        var batch = BatchUpdate()
        batch.deletedRows = [RowRange(section: 0, rows: number..<end)]
        batch.insertedRows = [RowRange(section: 0, rows: number..<end), RowRange(section: 0, rows: number..<end)]
        for row in Self.extremes {
          batch.reloadedRows = [RowPath(section: 0, row: row)]
          #expect(batch.reloadedRowsAfter.count == 1)
          #expect(batch.steps.count == 4)
          _ = batch.keeps(RowPath(section: 0, row: row))
        }
      }
    }
  }

  @Test("Extreme numbers give no date")
  func days() {
    for number in [Int.min, -1, 0, .max] {
      #expect(CalendarDate(year: number, month: 1, day: 1) == nil)
      #expect(CalendarDate(year: 2000, month: number, day: 1) == nil)
      #expect(CalendarDate(year: 2000, month: 1, day: number) == nil)
    }
  }

  private static func changes(section: Int, position: Int, extent: Int) -> [PlacedChange] {
    let place = { (change: StateChange, startsOpen: Bool) in
      PlacedChange(change: change, section: section, position: position, extent: extent, startsOpen: startsOpen)
    }
    return [
      place(StateChange(.disclosure, of: StateSubject("a"), before: nil, after: .flag(true)), false),
      place(StateChange(.value, of: StateSubject("a"), before: nil, after: .text("x")), false),
    ]
  }
}
