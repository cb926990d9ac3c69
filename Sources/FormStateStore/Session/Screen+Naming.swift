import FormState

/// What a person means by a row.
extension Screen {
  /// The action with its cell named by key, as the rows on the screen have it.
  ///
  /// - Throws: `ActionError` when no row stands there, or one that is kept without height.
  func named(_ action: FormAction) throws(ActionError) -> FormAction {
    try action.mapReferences { reference throws(ActionError) in
      if case .rowPath(let path) = reference { try named(path) } else { reference }
    }
  }

  private func named(_ path: RowPath) throws(ActionError) -> CellReference {
    guard (0..<index.numberOfSections).contains(path.section) else {
      throw .noSuchSection(path, sectionCount: index.numberOfSections)
    }
    if index.isFolded(section: path.section), let section = form.sections.element(at: path.section) {
      throw .rowInFoldedSection(path, section: section.key)
    }
    guard let place = index.place(at: path), let cell = cell(at: place) else {
      throw .noSuchRow(path, rowCount: index.numberOfRows(in: path.section))
    }
    let reference = place.instance == 0 ? CellReference.key(cell.key) : .instance(cell.key, number: place.instance)
    guard index.isVisible(place) else { throw .hiddenRow(path, cell: reference.description) }
    return reference
  }
}
