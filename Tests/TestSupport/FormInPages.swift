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
    let reads = reads
    let pages = LeafPaging.$size.withValue(pageSize) {
      CellPages(
        Cells(form: whole, reads: reads), structure: whole.structure, hasRules: whole.hasRules,
        derivesKeys: whole.sections.contains { $0.cells.contains(where: \.isKeyDerived) }, mostCells: 2)
    }
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
      page.cells = Array(form.sections.lazy.flatMap(\.cells).dropFirst(cells.lowerBound).prefix(cells.count))
      return page
    }

    func rules() throws -> FormRules { form.rulesInOrder }

    func place(ofCell key: String) throws -> CellPlace? { form.place(ofCell: key) }
  }
}
