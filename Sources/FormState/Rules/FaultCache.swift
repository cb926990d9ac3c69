/// The faults of a response's answers, updated by its changes.
///
/// A cell is checked again only after a change. Whether it is relevant is determined only on demand, so a rule that
/// hides a thousand cells costs nothing here.
package struct FaultCache: Sendable {
  /// A cell that has faults whenever it is relevant.
  private struct Entry {
    let place: CellPlace
    let faults: [Fault]
    /// Whether the cell may be irrelevant: by a rule of its own or of something around it, or because its instance does
    /// not count.
    let isConditional: Bool
  }

  /// In the order of the form.
  private var entries: [Entry] = []
  /// The cells to check again.
  private var changed: Set<CellPlace> = []
  /// The instances that were added or removed, whose cells are checked again.
  private var changedInstances: Set<CellPlace> = []
  private var isOutOfOrder = false
  private let hasRepeats: Bool
  /// The faults; `nil` after a change.
  private var faults: [Fault]?

  /// Checks the cells that may have faults.
  ///
  /// - Parameter shown: the response, with an index that is up to date.
  /// - Complexity: O(k log k) for k touched cells, cells with results of rules in a fresh response, instances and
  ///   repeats; plus O(n) for n cells if they are in memory.
  package init(of shown: ShownForm) {
    let form = shown.form
    hasRepeats = form.hasRepeats
    entries = FaultCandidates(of: form, in: shown.state).places.compactMap { place in
      form.cell(at: place).flatMap { Self.entry(of: $0, at: place, shown) }
    }
  }

  private static func entry(of cell: FormCell, at place: CellPlace, _ shown: ShownForm) -> Entry? {
    let state = shown.state.cells[StateSubject(cell.key, instance: place.instance)]
    guard cell.hasRareProperties || state?.mayHaveFaultsWithoutRules == true else { return nil }
    let isInstance = shown.state.parent(ofInstanceItself: place, cell) != nil
    var faults =
      isInstance
      ? cell.faults(ofInstance: place.instance, in: shown.state)
      : shown.form.faults(of: cell, in: shown.state, instance: place.instance)
    if !isInstance, cell.kind == .repeat, cell.counts != nil {
      faults = cell.faults(ofInstances: shown.index.countedInstances(ofRepeatAt: place), in: place.instance) + faults
    }
    guard !faults.isEmpty else { return nil }
    return Entry(place: place, faults: faults, isConditional: shown.isConditional(place))
  }

  /// Notes changes that the state already includes.
  ///
  /// - Complexity: O(k) for k changes.
  package mutating func note(_ changes: [PlacedChange]) {
    for placed in changes {
      let subject = placed.change.subject
      guard subject.setAsideFrom == nil, placed.change.field.traits.decidesFaults else { continue }
      switch placed.change.field {
      case .sectionRelevance, .responseFaults, .responseAlternatives: break
      case .relevance: if subject.instance > 0 { noteInstance(placed) }
      case .instance:
        noteInstance(placed)
        // The cells of a moved instance move with it.
        if placed.change.before != nil, placed.change.after != nil { isOutOfOrder = true }
        for content in [placed.change.before, placed.change.after] {
          if let parent = content?.text.flatMap(InstancePlace.init)?.parent { note(placed, in: parent) }
        }
      default: note(placed, in: subject.instance)
      }
      faults = nil
    }
  }

  private mutating func note(_ placed: PlacedChange, in instance: Int) {
    guard let position = placed.position else { return }
    changed.insert(CellPlace(section: placed.section, position: position, instance: instance))
  }

  private mutating func noteInstance(_ placed: PlacedChange) {
    guard let position = placed.position else { return }
    changedInstances.insert(
      CellPlace(section: placed.section, position: position, instance: placed.change.subject.instance))
  }

  /// The faults of the answers, in the order of the form and of instances.
  ///
  /// - Parameter shown: the response after all noted changes, with an index that is up to date.
  /// - Complexity: O(f + k log f) for f faults and k changes, with repeats a further factor of O(log n).
  package mutating func faults(in shown: ShownForm) -> [Fault] {
    if let faults { return faults }
    lookAtInstances(shown)
    lookAgain(shown)
    let found =
      shown.state.faultsOfResponse
      + entries.flatMap { entry in
        entry.isConditional && !shown.form.isAsked(entry.place, in: shown.state, shown.nesting) ? [] : entry.faults
      }.naming(shown.state.instanceNames)
    faults = found
    return found
  }

  /// Marks the repeats whose count may change after a change of instances: those around them, and those within.
  private mutating func lookAtInstances(_ shown: ShownForm) {
    for place in changedInstances {
      guard let section = shown.form.sections.element(at: place.section),
        let cell = section.cells.element(at: place.position),
        cell.kind == .repeat
      else { continue }
      if let instanceContents = shown.state.instances[StateSubject(cell.key, instance: place.instance)] {
        changed.insert(place.within(instanceContents.parent))
      }
      let end = min(section.cells.count, place.position + 1 + max(0, min(cell.additionalRows, section.cells.count)))
      for position in (place.position + 1)..<end where section.cells[position].kind == .repeat {
        changed.insert(CellPlace(section: place.section, position: position, instance: place.instance))
      }
    }
    changedInstances = []
  }

  /// Checks the changed cells again.
  private mutating func lookAgain(_ shown: ShownForm) {
    defer { (changed, isOutOfOrder) = ([], false) }
    guard !changed.isEmpty || isOutOfOrder else { return }
    entries.removeAll { changed.contains($0.place) }
    let order = FormOrder(index: shown.index, hasRepeats: hasRepeats)
    if isOutOfOrder { entries = order.sorted(entries, by: \.place).map(\.element) }
    let new = order.sorted(
      changed.compactMap { place in
        shown.form.cell(at: place).flatMap { Self.entry(of: $0, at: place, shown) }
      }, by: \.place)
    guard !new.isEmpty else { return }
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + new.count)
    var next = 0
    for (element, position) in new {
      let end = entries[next...].partitioningIndex { order.position(of: $0.place) ?? .max >= position }
      merged += entries[next..<end]
      merged.append(element)
      next = end
    }
    entries = merged + entries[next...]
  }
}

/// The order of a form's cells, in repeats by the order of instances.
private struct FormOrder {
  let index: VisibilityIndex
  let hasRepeats: Bool

  /// The sort key of a cell; `nil` for an unknown one. O(1), with repeats O(log n).
  func position(of place: CellPlace) -> Int? {
    guard hasRepeats else { return index.ordinal(of: place) }
    if let location = index.location(of: place) { return 2 * location.before.all + 1 }
    // An instance itself is before its first cell.
    let first = CellPlace(section: place.section, position: place.position + 1, instance: place.instance)
    return index.location(of: first).map { 2 * $0.before.all }
  }

  /// The sorted elements, by the sort keys of their cells.
  func sorted<Element>(
    _ elements: [Element], by place: (Element) -> CellPlace
  ) -> [(element: Element, position: Int)] {
    elements.compactMap { element in position(of: place(element)).map { (element, $0) } }
      .sorted { $0.position < $1.position }
  }
}

// MARK: - Relevance

extension ShownForm {
  /// Whether a cell may be irrelevant in some states. O(d) for a cell d levels deep.
  fileprivate func isConditional(_ place: CellPlace) -> Bool {
    guard place.instance == 0, let section = form.sections.element(at: place.section), section.relevant == nil,
      let nesting = nesting.element(at: place.section)
    else { return true }
    return sequence(first: place.position, next: nesting.parent).contains {
      section.cells.element(at: $0)?.rule(.relevant) != nil
    }
  }
}
