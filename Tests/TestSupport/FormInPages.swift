import FormState

/// A form whose cells are handed out a page at a time, as a store does with a large one.
public struct FormInPages: Sendable {
  /// The form.
  package let form: FormDefinition
  private let reads = Locked(0)

  /// The number of times that a page of cells was read.
  package var readCount: Int { reads.withLock { $0 } }

  /// Takes a form.
  package init(_ whole: FormDefinition, pageSize: Int) {
    let pages = CellPages(
      Cells(form: whole, reads: reads), cellCounts: whole.sections.map(\.cells.count),
      outline: FormOutline(of: whole, pageSize: pageSize),
      leavesPerPage: pageSize, hasRules: whole.hasRules,
      derivesKeys: whole.sections.contains { $0.cells.contains(where: \.isKeyDerived) }, mostCells: 2)
    var sections = whole.sections
    for position in sections.indices {
      sections[position].cells = FormCells(StoredCells(pages, section: position))
    }
    var form = whole
    form.take(sections, in: pages)
    form.setFresh(whole.fresh.read(in: pages))
    self.form = form
  }

  private struct Cells: CellSource {
    let form: FormDefinition
    let reads: Locked<Int>

    func page(ofCells cells: Range<Int>) throws -> CellPage {
      reads.withLock { $0 += 1 }
      var page = CellPage()
      page.firstCell = cells.lowerBound
      var cell = 0
      for section in form.sections {
        let nesting = Nesting(of: section)
        for position in section.cells.indices {
          if cells.contains(cell) {
            page.cells.append(section.cells[position])
            page.parents.append(Int32(nesting.parents[position] ?? -1))
            page.levels.append(UInt8(nesting.levels[position]))
            page.holdsOptions.append(!section.optionsDirectly(under: position).isEmpty)
          }
          cell += 1
        }
      }
      return page
    }

    func rules() throws -> FormRules { form.rulesInOrder }

    func place(ofCell key: String) throws -> CellPlace? { form.place(ofCell: key) }

    func damage(_ description: String) -> any Error { Damage(description: description) }
  }

  private struct Damage: Error {
    let description: String
  }
}
