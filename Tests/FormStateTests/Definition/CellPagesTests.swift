import Testing

@testable import FormState

@Suite("Cells that are read from a file")
struct CellPagesTests {
  private static let form = FormDefinition(
    key: "f",
    sections: [
      FormSection(key: "one", cells: (0..<1_500).map { FormCell(key: "a\($0)", kind: .text) }),
      FormSection(key: "two", cells: (0..<501).map { FormCell(key: "b\($0)", kind: .text) }),
    ])

  /// Notes what is read of the form.
  private final class Source: CellSource {
    let asked = Locked<[Range<Int>]>([])
    let lookedUp = Locked<[String]>([])
    private let cells = form.sections.flatMap(\.cells)

    func page(ofCells cells: Range<Int>) -> CellPage {
      asked.withLock { $0.append(cells) }
      var page = CellPage()
      page.firstCell = cells.lowerBound
      page.cells = Array(self.cells[cells])
      return page
    }

    func place(ofCell key: String) -> CellPlace? {
      lookedUp.withLock { $0.append(key) }
      return form.place(ofCell: key)
    }

    func rules() -> FormRules { FormRules() }
  }

  private func pages(of source: Source, mostCells: Int? = nil) -> CellPages {
    CellPages(source, structure: Self.form.structure, hasRules: false, derivesKeys: false, mostCells: mostCells)
  }

  @Test("A cell is read with the few around it, wherever it is", arguments: [0, 31, 32, 1_499, 1_500, 2_000])
  func fewAround(cell: Int) {
    let source = Source()
    let pages = pages(of: source)
    let page = pages.page(ofCell: cell)
    #expect(page.cells[cell - page.firstCell].key == Self.form.sections.flatMap(\.cells)[cell].key)
    #expect(source.asked.withLock { $0.map(\.count) } == [cell == 2_000 ? 17 : 32])
    _ = pages.page(ofCell: cell)
    #expect(source.asked.withLock { $0.count } == 1)
  }

  @Test("There is nothing beyond the last cell", arguments: [-1, 2_001, .max])
  func nothing(cell: Int) {
    let source = Source()
    #expect(pages(of: source).page(ofCell: cell).cells.isEmpty)
    #expect(source.asked.withLock { $0.isEmpty })
  }

  @Test("The cells used last are kept, with their keys")
  func kept() {
    let source = Source()
    let pages = pages(of: source, mostCells: 96)
    for cell in [0, 100, 0, 200, 300] { _ = pages.page(ofCell: cell) }
    #expect(source.asked.withLock { $0.map(\.lowerBound) } == [0, 96, 192, 288])
    _ = pages.page(ofCell: 0)
    #expect(source.asked.withLock { $0.count } == 4)
    // The page of the cell 100 was dropped, so its place is looked up.
    for (key, position) in [("a1", 1), ("a100", 100), ("a201", 201)] {
      #expect(pages.place(ofCell: key) == CellPlace(section: 0, position: position))
    }
    #expect(source.lookedUp.withLock { $0 } == ["a100"])
    _ = pages.page(ofCell: 100)
    #expect(source.asked.withLock { $0.count } == 5)
  }
}
