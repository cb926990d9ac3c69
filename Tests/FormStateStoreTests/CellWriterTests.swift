import FormState
import GRDB
import Testing

@testable import FormStateStore

@Suite("Writing cells in batches")
struct CellWriterTests {
  /// A cell that differs by its number; every seventh has the fields that few cells have.
  private func cell(_ number: Int) -> FormCell {
    guard number % 7 == 3 else {
      return FormCell(key: "cell-\(number)", kind: .text, title: number % 2 == 0 ? "" : "Titel № \(number)")
    }
    return FormCell(
      key: "cell-\(number)", kind: .slider, title: "Slider", defaultValue: .integer(Int64(number % 10)),
      isExpandable: true,
      inline: InlineExpansion(collapsedHeight: .points(20), expandedHeight: .points(80), lineLimit: 2),
      range: NumberRange(minimum: 0, maximum: 10.5), step: 0.5, properties: ["number": .integer(Int64(number))])
  }

  private func form(sections sizes: [Int]) -> FormDefinition {
    var form = FormDefinition(key: "form")
    var number = 0
    for (index, size) in sizes.enumerated() {
      let cells = (0..<size).map { cell(number + $0) }
      form.sections.append(FormSection(key: "section-\(index)", cells: cells))
      number += size
    }
    return form
  }

  @Test(
    "A form with any number of cells and sections reads back equal",
    arguments: [
      [], [0], [1], [31], [32], [33], [64], [65], [97, 0, 1], [Int](repeating: 5, count: 20),
      [Int](repeating: 1, count: 70),
    ])
  func comesBack(sizes: [Int]) throws {
    let store = try FormStore.inMemory()
    let form = form(sections: sizes)
    try store.save(form)
    #expect(try store.form("form") == form)
  }

  @Test("Each of two versions with many cells reads back equal")
  func laterVersion() throws {
    let store = try FormStore.inMemory()
    let forms = [form(sections: [40]), form(sections: [7, 50])]
    for form in forms { try store.save(form) }
    for (index, form) in forms.enumerated() { #expect(try store.form("form", version: index + 1) == form) }
  }

  @Test("The columns are those of the table, in its order")
  func columns() throws {
    let store = try FormStore.inMemory()
    let columns = try store.read {
      try String.fetchAll($0, sql: "SELECT name FROM pragma_table_info('formstate_cell')")
    }
    #expect(CellStatement.columns == columns)
  }
}
