/// The visible rows, found by walking down a section.
extension FormReader {
  package func cell(at path: RowPath) -> CellSnapshot? {
    visiblePlaces(inSection: path.section).element(at: path.row).flatMap(snapshot(at:))
  }

  package func rowCount(inSection section: Int) -> Int { visiblePlaces(inSection: section).count }

  /// The places of a section's visible cells. O(n) for n cells of the section and its instances.
  private func visiblePlaces(inSection position: Int) -> [CellPlace] {
    guard let section = index.form.sections.element(at: position), !state.isFolded(section),
      state.isRelevant(section, index.fresh)
    else { return [] }
    var places: [CellPlace] = []
    appendVisiblePlaces(
      among: 0..<section.cells.count, from: CellPlace(section: position, position: 0), of: section.cells, to: &places)
    return places
  }

  // A definition nests cells, including repeats, a hundred levels deep at most.
  private func appendVisiblePlaces(
    among range: Range<Int>, from start: CellPlace, of cells: FormCells, to places: inout [CellPlace]
  ) {
    var next = range.lowerBound
    while next < range.upperBound, let cell = cells.element(at: next) {
      let place = CellPlace(section: start.section, position: next, instance: start.instance)
      let isAsked = state.isRelevant(cell, in: place.instance, index.fresh)
      if !cell.isHidden && isAsked { places.append(place) }
      let isOpen = !cell.isHidden && isAsked && state.isExpanded(cell, in: place.instance)
      let end = min(range.upperBound, next + 1 + max(0, min(cell.additionalRows, cells.count)))
      next = isOpen && cell.kind != .repeat ? next + 1 : end
      guard isOpen, cell.kind == .repeat else { continue }
      for instance in roster.instances(of: place) where state.isRelevant(cell, in: instance.number, index.fresh) {
        appendVisiblePlaces(
          among: (place.position + 1)..<end, from: place.within(instance.number), of: cells, to: &places)
      }
    }
  }
}
