import Testing

@testable import FormState

@Suite("Refused actions")
struct ActionErrorTests {
  @Test(
    "The message names the place and the fix",
    arguments: [
      (
        ActionError.unknownCell(key: "firstnam", nearest: "firstname"),
        "there is no cell “firstnam”; did you mean “firstname”?"
      ),
      (.unknownCell(key: "x", nearest: nil), "there is no cell “x”"),
      (
        .unknownSection(key: "persona", nearest: "personal"),
        "there is no section “persona”; did you mean “personal”?"
      ),
      (
        .noSuchSection(RowPath(section: 3, row: 0), sectionCount: 3),
        "there is no row [3,0]: the form has 3 sections (0 to 2)"
      ),
      (
        .noSuchRow(RowPath(section: 0, row: 9), rowCount: 3),
        "there is no row [0,9]: section 0 shows 3 rows (0 to 2); a hidden cell has no row path, "
          + "address it by its key"
      ),
      (
        .noSuchRow(RowPath(section: 0, row: 0), rowCount: 0),
        "there is no row [0,0]: section 0 shows 0 rows; a hidden cell has no row path, address it by its key"
      ),
      (.notExpandable(cell: "firstname"), "the cell “firstname” is not expandable"),
      (
        .notAnOption(cell: "colour", kind: .group),
        "the cell “colour” is of kind group, not an option; an option shows when the cell above it is expanded, "
          + "and its key always works"
      ),
      (
        .notFoldable(section: "work"),
        "the section “work” is not foldable: by its definition its rows always show"
      ),
      (
        .rowInFoldedSection(RowPath(section: 0, row: 1), section: "work"),
        "there is no row [0,1]: the section “work” is folded; unfold it, or address the cell by its key"
      ),
      (
        .hiddenRow(RowPath(section: 0, row: 1), cell: "red"),
        "the row [0,1] is hidden: “red” does not show; reveal it, or address it by its key"
      ),
      (.neverShows(cell: "red", hidden: "red"), "the cell “red” never shows: the definition hides it"),
      (
        .neverShows(cell: "red", hidden: "colour"),
        "the cell “red” never shows: the definition hides “colour” above it"
      ),
      (
        .refusedValue(
          cell: "level", RefusedValue(given: .integer(11), Wording(.numberFromTo, .number("0"), .number("10")))),
        "the cell “level” refuses the value: “11” is not accepted; give a number from 0 to 10"
      ),
      (
        .holdsNoValue(cell: "red", kind: .option),
        "the cell “red” is of kind option and holds no value; clear the cell above it"
      ),
    ])
  func wording(error: ActionError, text: String) {
    #expect(error.description == text)
  }
}
