import FormState
import TestSupport
import Testing

@Suite("Rows named by their paths")
struct RowPathTests {
  private static let form = FormDefinition(
    key: "f",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "group", kind: .group, isExpandable: true, additionalRows: 1),
          FormCell(key: "inside", kind: .text),
          FormCell(key: "hidden", kind: .text, isHidden: true),
          FormCell(key: "after", kind: .text),
        ])
    ])

  @Test("A path names the cell that the row shows when the action is applied")
  func paths() throws {
    let response = try ResponseInMemory(Self.form)
    let second = CellReference.rowPath(RowPath(section: 0, row: 1))
    try response.apply(.set(second, "one"))
    try response.apply(.expand(.rowPath(RowPath(section: 0, row: 0))))
    try response.apply(.set(second, "two"))
    #expect(response.state.value(of: Self.form.sections[0].cells[1], in: Self.form) == "two")
    #expect(response.state.value(of: Self.form.sections[0].cells[3], in: Self.form) == "one")
  }

  @Test("A path without a row is refused with the number of rows")
  func noRow() throws {
    let response = try ResponseInMemory(Self.form)
    let error = #expect(throws: ActionError.self) {
      try response.apply(.set(.rowPath(RowPath(section: 0, row: 2)), "one"))
    }
    #expect(
      error?.description
        == "there is no row [0,2]: section 0 shows 2 rows (0 to 1); a hidden cell has no row path, address it by its key"
    )
  }
}
