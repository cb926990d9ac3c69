import FormState

/// The cells of a response as their dictionaries describe them, each made when it is its turn, so that a million never
/// stand side by side.
struct DescribedCells {
  private let writer: CellDescriptorWriter
  private let derivation: DerivedEntries
  private let spelling: CellDescriptorSpelling
  /// What of the document's spelling is put back; `nil` when there is none.
  private var restoration: CellDescriptorSpelling.Restoration?

  /// Prepares the cells as the document had them that they came from, where that still means the same. O(n).
  ///
  /// What the document said is tried as a whole first, since counts and flags that contradict each other have their
  /// meaning together. If that is read as anything but the response, only such spellings stay as mean the same by
  /// themselves.
  init(_ writer: CellDescriptorWriter) {
    self.writer = writer
    derivation = DerivedEntries(
      of: writer.form, naming: CellNaming(names: writer.names, state: writer.state, fresh: writer.form.fresh))
    spelling = CellDescriptorSpelling(writer: writer)
    guard writer.form.sections.contains(where: { $0.cells.contains { !OriginalSpelling.entries(of: $0).isEmpty } }) else {
      return
    }
    restoration = .whole
    if !spelling.isReadAsResponse(self) { restoration = .singly }
  }

  /// The places of the sections.
  var sectionIndices: Range<Int> { writer.form.sections.indices }

  /// Whether the cells of the only section stand at the root.
  var isFlat: Bool { writer.isFlat }

  /// Hands the cells of a section over, one after the other. O(n).
  func forEach<Failure: Error>(
    inSection index: Int, _ body: (_ row: Int, _ cell: CellDescriptorEntries) throws(Failure) -> Void
  ) throws(Failure) {
    let section = writer.form.sections[index]
    let nesting = derivation.nestings[index]
    let isAsItOpened = restoration != nil && spelling.isAsItOpened(section)
    var shows: [Bool] = []
    shows.reserveCapacity(section.cells.count)
    for (row, cell) in section.cells.enumerated() {
      let parent = nesting.parents[row]
      let isUnderOpen = parent.map { shows[$0] && writer.state.isExpanded(section.cells[$0]) } ?? true
      shows.append(isUnderOpen && !cell.isHidden)
      var description = writer.description(of: cell, isVisible: isUnderOpen && !cell.isHidden)
      description.standard += derivation.entries(section: index, row: row, of: cell)
      if let restoration {
        description = spelling.applied(to: description, of: cell, as: restoration, isAsItOpened: isAsItOpened)
      }
      try body(row, description)
    }
  }
}
