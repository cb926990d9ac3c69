import TestSupport
import Testing

@testable import FormState

/// The rows of an untouched form, whatever the size of the pages of its index.
@Suite("Layout of rows")
struct RowLayoutTests {
  /// A short section, and one with a group at a position among other cells.
  private static func form(
    at position: Int, rows: Int, isHidden: Bool, isOpen: Bool, startsFolded: Bool, isRelevant: Bool = true,
    isSectionRelevant: Bool = true
  ) -> FormDefinition {
    func text(_ number: Int) -> FormCell { FormCell(key: "c\(number)", kind: .text) }
    let group = FormCell(
      key: "g", kind: .group, isExpandable: true, startsExpanded: isOpen, isHidden: isHidden, additionalRows: rows,
      rules: isRelevant ? [] : [FormRule(.relevant, "${a} = 'x'")])
    let cells = (0..<position).map(text) + [group] + (position..<(position + rows + 2)).map(text)
    return FormDefinition(
      key: "f",
      sections: [
        FormSection(key: "s", startsFolded: startsFolded, cells: [FormCell(key: "a", kind: .text)]),
        FormSection(key: "t", relevant: isSectionRelevant ? nil : FormRule(.relevant, "${a} = 'x'"), cells: cells),
      ])
  }

  @Test(
    "The same rows are hidden at any position on a page and for any extent",
    arguments: TestSeeds.some(1, of: [1, 2, 4]))
  func everyPlace(pageSize: Int) {
    for position in 0..<6 {
      for rows in 0..<10 {
        for flags in 0..<32 {
          let form = Self.form(
            at: position, rows: rows, isHidden: flags & 1 > 0, isOpen: flags & 2 > 0, startsFolded: flags & 4 > 0,
            isRelevant: flags & 8 == 0, isSectionRelevant: flags & 16 == 0)
          let (whole, inPages) = (
            VisibilityIndex(form: form), VisibilityIndex(form: form, pageSize: pageSize)
          )
          let place: Comment = "\(rows) rows at \(position), \(flags)"
          #expect((0..<2).map(inPages.numberOfRows) == (0..<2).map(whole.numberOfRows), place)
          #expect(inPages.totalHeight == whole.totalHeight, place)
          #expect(inPages.visibleRowsPerSection == whole.visibleRowsPerSection, place)
          #expect(inPages.visibleRowsPerSection == NaiveModel.visibleRows(of: form, state: ResponseState()), place)
          #expect(inPages.faults() == [], place)
        }
      }
    }
  }

  @Test("The rows of all sections are counted without reading a cell", arguments: [2, 8])
  func counts(pageSize: Int) {
    let form = FormDefinition(
      key: "f",
      sections: (0..<200).map { section in
        FormSection(
          key: "s\(section)", startsFolded: section % 7 == 3,
          cells: (0..<(section % 4)).map { FormCell(key: "c\(section)-\($0)", kind: .text, isHidden: $0 == 2) })
      })
    let pages = FormInPages(form, pageSize: pageSize)
    var index = VisibilityIndex(form: pages.form, pageSize: pageSize)
    let whole = VisibilityIndex(form: form)
    #expect((0..<200).map(index.numberOfRows) == (0..<200).map(whole.numberOfRows))
    index.setFolded(true, section: 5)
    let folded = (0..<200).map { $0 == 5 ? 0 : whole.numberOfRows(in: $0) }
    #expect((0..<200).map(index.numberOfRows) == folded)
    #expect(pages.readCount == 0)
  }

  @Test("A changed form is read from memory instead of its pages")
  func changed() {
    let whole = Self.form(at: 1, rows: 3, isHidden: false, isOpen: true, startsFolded: false)
    var form = FormInPages(whole, pageSize: 2).form
    #expect(form.cellPages != nil && form.place(ofCell: "c1") == CellPlace(section: 1, position: 2))
    form.sections[1].cells[2].key = "new"
    #expect(form.cellPages == nil)
    #expect(form.place(ofCell: "new") == CellPlace(section: 1, position: 2) && form.place(ofCell: "c1") == nil)
    #expect(VisibilityIndex(form: form).visibleRowsPerSection == VisibilityIndex(form: whole).visibleRowsPerSection)
  }
}
