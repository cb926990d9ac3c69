import FormState
import Testing

/// A preview of a view, and a unit test of it, make what the view shows without a store.
@Suite("Values for previews")
struct PreviewTests {
  @Test("A row shows an untouched cell, and takes what a preview sets")
  func row() throws {
    let cell = Cell.group("sport", title: "Sport", value: "football") {
      Cell.option("football", title: "Football")
      Cell.option("tennis", title: "Tennis")
    }
    var row = VisibleRow(of: cell.required().expanded(), at: RowPath(section: 1, row: 2))
    #expect(row.path == RowPath(section: 1, row: 2) && row.level == 0 && row.parent == nil)
    #expect(row.title == "Sport" && row.isRequired && row.isExpanded)
    #expect(row.options.map(\.title) == ["Football", "Tennis"] && row.options.map(\.isChosen) == [true, false])
    row.faults = [Fault(.required, of: row.key, message: "Choose a sport.")]
    #expect(row.faults.map(\.message) == ["Choose a sport."])
  }

  @Test("The row equals the one that a form shows")
  func sameRow() throws {
    let cell = Cell.slider("level", value: 3, minimum: 1, maximum: 5).inline(collapsedHeight: .points(44))
    let form = FormDefinition(key: "f") { FormSection(key: "s") { cell } }
    let index = VisibilityIndex(form: form, state: ResponseState())
    let shown = ShownForm(form: form, state: ResponseState(), index: index).row(at: RowPath(section: 0, row: 0))
    #expect(shown == VisibleRow(of: cell))
  }

  @Test("A batch update and its ranges are made by hand")
  func batch() {
    var batch = BatchUpdate()
    #expect(batch.isEmpty)
    batch.insertedRows = [RowRange(section: 0, rows: 1..<3)]
    #expect(batch.steps == [.insert(RowRange(section: 0, rows: 1..<3))])
  }
}
