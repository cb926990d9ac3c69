/// What a decision can read of a form and its response, all at one revision.
///
/// The repository reads the few rows that a decision asks for from SQLite, inside the transaction that will write
/// what was decided.
public protocol StateReader {
  /// The cell with a key; `nil` when the form has none.
  func cell(withKey key: String) throws -> CellSnapshot?
  /// The cell that shows at a row path; `nil` when none does.
  func cell(at path: RowPath) throws -> CellSnapshot?
  /// The cells above a cell, the nearest first.
  func ancestors(of cell: CellSnapshot) throws -> [CellSnapshot]
  /// The option with a value directly below a cell; `nil` when there is none.
  func option(withValue value: String, under cell: CellSnapshot) throws -> CellSnapshot?
  /// The cells directly below a cell, in order.
  func children(of cell: CellSnapshot) throws -> [CellSnapshot]
  /// Every expandable cell that is expanded, or every one that is collapsed, in the order of the form.
  func expandableCells(areExpanded: Bool) throws -> [CellSnapshot]
  /// The expanded cells of an accordion, in the order of the form.
  func expandedCells(in accordion: AccordionScope) throws -> [CellSnapshot]
  /// The touched cells among a cell and those below it, or with `nil` in the whole form, in the order of the form.
  func touchedCells(under cell: CellSnapshot?) throws -> [CellSnapshot]
  /// The section with a key; `nil` when the form has none.
  func section(withKey key: String) throws -> SectionSnapshot?
  /// The section at a position; `nil` when the form has none there.
  func section(at position: Int) throws -> SectionSnapshot?
  /// The other sections that can be folded and are not, when the form is an accordion of its sections; otherwise none.
  func unfoldedSections(besides section: SectionSnapshot) throws -> [SectionSnapshot]
  /// The sections whose fold was touched, in the order of the form.
  func touchedSections() throws -> [SectionSnapshot]
  /// Whether the response is completed.
  func isCompleted() throws -> Bool
  /// The cells in which a person has left something else than what was last marked as saved, in the order of the form.
  func unsavedCells() throws -> [CellSnapshot]
  /// What takes the last undo step back, or does again what was taken back last; `nil` when there is none.
  func reversal(_ direction: UndoDirection, scope: UndoScope) throws -> Reversal?
  /// The number of sections.
  func sectionCount() throws -> Int
  /// The number of visible rows of a section.
  func rowCount(inSection section: Int) throws -> Int
  /// The key of a cell that is most like one that there is not; `nil` when none is like it.
  func nearestCellKey(to key: String) throws -> String?
  /// The key of a section that is most like one that there is not; `nil` when none is like it.
  func nearestSectionKey(to key: String) throws -> String?
}

extension StateReader {
  /// The option that an address `QUESTION=VALUE` names; `nil` when it names none.
  ///
  /// Both keys and values may contain equals signs, so each of them is tried, up to a few.
  package func option(addressedBy address: String) throws -> CellSnapshot? {
    let signs = address.indices.lazy.filter { address[$0] == "=" }.prefix(8)
    for sign in signs {
      guard let question = try cell(withKey: String(address[..<sign]).canonicalKey) else { continue }
      let value = String(address[address.index(after: sign)...]).canonicalKey
      if let option = try option(withValue: value, under: question) { return option }
    }
    return nil
  }
}
