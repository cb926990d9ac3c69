/// The cells of a form with repeats in a state, each in all of its instances, in the order of the form.
struct AskedCells {
  /// A cell in an instance.
  struct Visit {
    let cell: FormCell
    /// Its place; for an instance itself, its repeat in that instance.
    let place: CellPlace
    /// Whether it is an instance of a repeat.
    let isInstance: Bool
    /// Whether it and everything around it are relevant.
    let isAsked: Bool
  }

  private let form: FormDefinition
  private let fresh: FreshResponse
  private let state: ResponseState
  private let roster: InstanceRoster

  init(_ form: FormDefinition, _ state: ResponseState) {
    self.form = form
    fresh = form.fresh
    self.state = state
    roster = InstanceRoster(state, of: form)
  }

  /// Visits all cells, and each instance before the cells in it. O(n) for n cells, counted once per instance.
  func visitAll(_ visit: (Visit) -> Void) {
    for (position, section) in form.sections.enumerated() {
      let start = CellPlace(section: position, position: 0)
      self.visit(
        0..<section.cells.count, from: start, of: section.cells, isAsked: state.isRelevant(section, fresh), visit)
    }
  }

  // A definition nests cells, including repeats, a hundred levels deep at most.
  private func visit(
    _ range: Range<Int>, from start: CellPlace, of cells: FormCells, isAsked: Bool, _ visit: (Visit) -> Void
  ) {
    var next = range.lowerBound
    var irrelevantEnd = isAsked ? 0 : range.upperBound
    while next < range.upperBound, let cell = cells.element(at: next) {
      let place = CellPlace(section: start.section, position: next, instance: start.instance)
      let end = min(range.upperBound, next + 1 + max(0, min(cell.additionalRows, cells.count)))
      if !state.isRelevant(cell, in: place.instance, fresh) { irrelevantEnd = max(irrelevantEnd, end) }
      let isAsked = next >= irrelevantEnd
      visit(Visit(cell: cell, place: place, isInstance: false, isAsked: isAsked))
      next += 1
      guard cell.kind == .repeat else { continue }
      for instance in roster.instances(of: place) {
        let own = place.within(instance.number)
        let isCounted = isAsked && state.isRelevant(cell, in: instance.number, fresh)
        visit(Visit(cell: cell, place: own, isInstance: true, isAsked: isCounted))
        self.visit(next..<end, from: own, of: cells, isAsked: isCounted, visit)
      }
      next = end
    }
  }

}

extension FormDefinition {
  /// The keys of the cells that are not relevant in a state, by themselves or because of something around them. For
  /// cells in repeats ``subjectsNotAsked(in:)`` distinguishes the instances.
  ///
  /// - Complexity: O(*n*) for *n* cells.
  package func keysNotAsked(in state: ResponseState) -> Set<String> {
    let fresh = fresh
    guard fresh.hasRules else { return [] }
    var keys: Set<String> = []
    for section in sections {
      var end = state.isRelevant(section, fresh) ? 0 : section.cells.count
      for (position, cell) in section.cells.enumerated() {
        if !state.isRelevant(cell, fresh) {
          end = max(end, position + 1 + max(0, min(cell.additionalRows, section.cells.count)))
        }
        if position < end { keys.insert(cell.key) }
      }
    }
    return keys
  }

  /// The cells that are not relevant in a state, in all their instances, by themselves or because of something around
  /// them. An instance that does not count is represented by its repeat in that instance.
  ///
  /// - Complexity: O(*n*) for *n* cells, counted once per instance.
  package func subjectsNotAsked(in state: ResponseState) -> Set<StateSubject> {
    guard hasRepeats else { return Set(keysNotAsked(in: state).map { StateSubject($0) }) }
    var subjects: Set<StateSubject> = []
    AskedCells(self, state).visitAll { visit in
      if !visit.isAsked { subjects.insert(StateSubject(visit.cell.key, instance: visit.place.instance)) }
    }
    return subjects
  }
}
