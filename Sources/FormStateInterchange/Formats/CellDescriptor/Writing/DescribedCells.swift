import FormState

/// The cells of a response as dictionaries, each made on demand, so a million are never in memory together.
struct DescribedCells {
  private let writer: CellDescriptorWriter
  private let derivation: DerivedEntries
  private let spelling: CellDescriptorSpelling
  /// The restoration of the restored spelling; `nil` for none.
  private var restoration: CellDescriptorSpelling.Restoration?

  /// Prepares the cells with the document's spelling, if that still means the same. O(n).
  ///
  /// The document's spelling is tried as a whole first, since contradicting counts and flags have a meaning only
  /// together. If that is not read as the response, only spellings that mean the same by themselves stay.
  init(_ writer: CellDescriptorWriter) {
    self.writer = writer
    derivation = DerivedEntries(
      of: writer.form, naming: CellNaming(names: writer.names, state: writer.state, fresh: writer.form.fresh))
    spelling = CellDescriptorSpelling(writer: writer)
    guard writer.form.sections.contains(where: { $0.cells.contains { !OriginalSpelling.entries(of: $0).isEmpty } })
    else {
      return
    }
    restoration = .whole
    if !spelling.isReadAsResponse(self) { restoration = .singly }
  }

  /// The places of the sections.
  var sectionIndices: Range<Int> { writer.form.sections.indices }

  /// Whether the cells of the only section are at the root.
  var isFlat: Bool { writer.isFlat }

  /// Passes on the cells of a section, one after another. O(n).
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
