/// The cells in each state of disclosure, updated by changes; few decisions need them.
struct DisclosedCells {
  fileprivate(set) var expanded: Set<CellPlace> = []
  fileprivate(set) var collapsed: Set<CellPlace> = []
  /// The expanded cells of each accordion.
  fileprivate(set) var inAccordions: [AccordionScope: Set<CellPlace>] = [:]
}

/// Which cells are expanded and collapsed.
extension FormReader {
  /// Every expandable cell that is expanded, or every one that is collapsed, in the order of the form.
  package func expandableCells(areExpanded: Bool) throws -> [CellSnapshot] {
    if let source {
      let plain = snapshots(at: try source.expandablePlaces(areExpanded: areExpanded))
      guard !index.repeats.isEmpty else { return plain }
      let outside = plain.filter { index.repeats.repeatAround($0.place) == nil }
      return (outside + expandableCellsInInstances(areExpanded: areExpanded)).sorted { $0.place < $1.place }
    }
    noteDisclosure()
    return snapshots(at: (areExpanded ? disclosed?.expanded : disclosed?.collapsed) ?? [])
  }

  /// The expandable cells in instances that are expanded, or that are not, in the order of the form.
  ///
  /// - Complexity: O(k log k) for k expandable cells, counted once per instance.
  package func expandableCellsInInstances(areExpanded: Bool) -> [CellSnapshot] {
    snapshots(
      at: roster.all.flatMap { instance in
        index.expandable(inTemplateOf: instance.cell).map { $0.within(instance.number) }
      }
    ).filter { $0.isExpanded == areExpanded }
  }

  /// The expanded cells of an accordion, in the order of the form.
  package func expandedCells(in accordion: AccordionScope) throws -> [CellSnapshot] {
    switch accordion {
    case .form:
      if let source { return snapshots(at: try source.expandedPlaces(inSection: nil, under: nil)) }
    case .section(let position):
      if let source { return snapshots(at: try source.expandedPlaces(inSection: position, under: nil)) }
    case .cell(let place) where place.instance == 0 && index.cell(at: place)?.kind != .repeat:
      if let source { return snapshots(at: try source.expandedPlaces(inSection: place.section, under: place.position)) }
    case .cell: break
    }
    noteDisclosure()
    return snapshots(at: disclosed?.inAccordions[accordion] ?? [])
  }

  /// Determines the expanded cells, which changes then update.
  private func noteDisclosure() {
    guard disclosed == nil else { return }
    disclosed = DisclosedCells()
    for place in index.expandable(inTemplateOf: nil) { noteDisclosure(at: place) }
    for instance in roster.all { noteDisclosure(in: instance.number, of: instance.cell.within(0)) }
  }

  /// Whether a place exists: outside of repeats in no instance, within in one of the innermost repeat.
  private func exists(_ place: CellPlace) -> Bool {
    guard let around = index.repeats.repeatAround(place) else { return place.instance == 0 }
    return roster.instance(place.instance).map { $0.cell.position == around && $0.cell.section == place.section }
      ?? false
  }

  /// Updates the disclosure of all cells of an instance that is added or removed.
  func noteDisclosure(inInstanceOf change: StateChange, exists: Bool? = nil) {
    guard change.subject.setAsideFrom == nil, let place = place(of: change.subject) else { return }
    noteDisclosure(in: change.subject.instance, of: place.within(0), exists: exists)
  }

  private func noteDisclosure(in number: Int, of cell: CellPlace, exists: Bool? = nil) {
    guard disclosed != nil else { return }
    for place in index.expandable(inTemplateOf: cell) { noteDisclosure(at: place.within(number), exists: exists) }
  }

  func noteDisclosure(at place: CellPlace, exists isKnown: Bool? = nil) {
    guard disclosed != nil, let cell = index.cell(at: place), cell.isExpandable else { return }
    let exists = isKnown ?? exists(place)
    let isExpanded = exists && state.isExpanded(cell, in: place.instance)
    disclosed?.expanded.set(place, isMember: isExpanded)
    disclosed?.collapsed.set(place, isMember: exists && !isExpanded)
    if let accordion = accordion(of: place) {
      disclosed?.inAccordions[accordion, default: []].set(place, isMember: isExpanded)
    }
  }
}

extension Set {
  mutating func set(_ element: Element, isMember: Bool) {
    if isMember { insert(element) } else { remove(element) }
  }
}
