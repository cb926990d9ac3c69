/// Which cells are expanded and collapsed.
extension FormReader {
  /// Every expandable cell that is expanded, or every one that is collapsed, in the order of the form.
  ///
  /// - Complexity: O(n) for n cells, of which only those that are returned are read, and O(k) for k touched ones.
  func expandableCells(areExpanded: Bool) -> [CellSnapshot] {
    var places = Set(index.expandable(inTemplateOf: nil, startingExpanded: areExpanded))
    for instance in roster.all {
      for place in index.expandable(inTemplateOf: instance.cell, startingExpanded: areExpanded) {
        places.insert(place.within(instance.number))
      }
    }
    for (subject, cell) in state.cells where cell.isExpanded == areExpanded && subject.setAsideFrom == nil {
      if let place = place(of: subject), exists(place) { places.insert(place) }
    }
    return snapshots(at: places).filter { $0.cell.isExpandable && $0.isExpanded == areExpanded }
  }

  /// The expanded cells of an accordion, in the order of the form.
  ///
  /// - Complexity: O(k log k) for k of its cells that are expanded or start so, counted once per instance; O(n) for n
  ///   cells, and for k touched ones, the first time.
  func expandedCells(in accordion: AccordionScope) -> [CellSnapshot] {
    let starting = index.startingExpanded(in: accordion).flatMap { place -> [CellPlace] in
      guard index.repeats.repeatAround(place) != nil else { return [place] }
      guard case .cell(let parent) = accordion else { return [] }
      guard index.cell(at: parent)?.kind == .repeat else { return [place.within(parent.instance)] }
      return roster.instances(of: parent).map { place.within($0.number) }
    }
    let places = loaded.expanded(in: accordion, of: index).union(starting)
    return snapshots(at: places.filter(exists)).filter(\.isExpanded)
  }

  /// Whether a place exists: outside of repeats in no instance, within in one of the innermost repeat.
  private func exists(_ place: CellPlace) -> Bool {
    guard let around = index.repeats.repeatAround(place) else { return place.instance == 0 }
    return roster.instance(place.instance).map { $0.cell.position == around && $0.cell.section == place.section }
      ?? false
  }
}

extension Set {
  mutating func set(_ element: Element, isMember: Bool) {
    if isMember { insert(element) } else { remove(element) }
  }
}
