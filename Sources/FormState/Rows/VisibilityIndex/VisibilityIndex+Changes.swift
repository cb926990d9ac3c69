/// Advancing by changes.
extension VisibilityIndex {
  /// Advances the index by state changes, in order; changes in an instance may precede its addition.
  ///
  /// - Parameters:
  ///   - changes: the changes.
  ///   - options: finds the options that they choose or unchoose.
  /// - Returns: the update that takes a table view from the rows before to the rows after.
  /// - Complexity: O(k log n) for k changes, however many rows they show or hide; with ``HiddenRows/zeroHeight``, plus
  ///   O(log n) for each run of rows whose height appears or disappears.
  package mutating func apply(
    _ changes: [PlacedChange], options: ([BatchPlan.NewChoice]) -> [CellPlace] = { _ in [] }
  ) -> BatchUpdate {
    let changes = changes.shown
    var plan = BatchPlan(changes: changes, options: options)
    switch hiddenRows {
    case .removed:
      plan.recordRowsBefore(self)
      for change in moveInstances(by: changes) { apply(change) }
      return plan.batchUpdate(after: self)
    case .zeroHeight:
      plan.recordKeptRowsBefore(self)
      let others = moveInstances(by: changes)
      plan.recordHeightsBefore(self)
      for change in others { apply(change) }
      return plan.batchUpdateOfHeights(after: self)
    }
  }

  /// Adds, moves and removes instances.
  ///
  /// - Returns: the remaining changes.
  private mutating func moveInstances(by changes: [PlacedChange]) -> [PlacedChange] {
    guard !instances.isEmpty else { return changes }
    // Net changes: an instance that is added and removed does neither, so each is added, removed or moved once.
    let net = PlacedChange.net(changes)
    let moves = net.filter { $0.change.field == .instance }.withInstancesInOrder
    for placed in moves {
      guard let position = placed.position,
        let cell = ordinal(of: CellPlace(section: placed.section, position: position))
      else { continue }
      let place = placed.change.after?.text.flatMap(InstancePlace.init)
      set(placed.change.subject.instance, of: cell, to: place)
    }
    return net.filter { $0.change.field != .instance }
  }

  /// Moves an instance to a position, or removes it for `nil`. O(log n).
  private mutating func set(_ number: Int, of cell: Int, to place: InstancePlace?) {
    let record = place.map { InstanceIndex.Record(cell: cell, place: $0) }
    if let former = instances.record(of: number) {
      // A number always belongs to the same repeat.
      guard former.cell == cell, former != record else { return }
    }
    if let record, !instances.accepts(number, at: record) { return }
    let former = takeOut(number)
    guard let record, let template = instances.templates[cell] else { return }
    let key = InstanceKey(rank: record.place.rank, number: number)
    var instance = former ?? instances.instance(key, template)
    instance.key = key
    guard let steps = instances.steps(to: record.place.parent) else { return }
    instances.note(number, at: record)
    root.change(along: steps[...], instances.templates) { level in
      _ = level.changeInstances(of: cell) { $0.insert(instance) }
    }
  }

  /// Removes an instance; `nil` if there is none.
  private mutating func takeOut(_ number: Int) -> RepeatInstance? {
    guard let steps = instances.steps(to: number), let last = steps.last else { return nil }
    var instance: RepeatInstance?
    root.change(along: steps.dropLast(), instances.templates) { level in
      instance = level.changeInstances(of: last.cell) { $0.remove(last.key) } ?? nil
    }
    if let instance { instances.keepHeights(of: instance, cell: last.cell) }
    instances.note(number, at: nil)
    return instance
  }

  private mutating func apply(_ placed: PlacedChange) {
    guard isFolded.indices.contains(placed.section), let isOpen = placed.isOpenAfter else { return }
    if let position = placed.position {
      let instance = placed.change.subject.instance
      let place = CellPlace(section: placed.section, position: position, instance: instance)
      if placed.change.field != .relevance {
        setExpanded(isOpen, at: place)
      } else if instance > 0, let cell = ordinal(of: place), instances.isInstance(instance, of: cell) {
        setRelevant(isOpen, instance: instance)
      } else {
        setRelevant(isOpen, at: place)
      }
    } else if placed.change.field == .sectionRelevance {
      setRelevant(isOpen, section: placed.section)
    } else {
      setFolded(!isOpen, section: placed.section)
    }
  }

  mutating func setExpanded(_ isOpen: Bool, at place: CellPlace) {
    // An unchanged cell is no reason for an instance to have its own level.
    guard let cell = location(of: place)?.item, cell.isExpanded != isOpen else { return }
    change(place) { $0.setExpanded(isOpen, at: $1) }
  }

  mutating func setRelevant(_ isRelevant: Bool, section: Int) {
    root.setRelevant(isRelevant, at: starts[section] - 1)
  }

  mutating func setRelevant(_ isRelevant: Bool, at place: CellPlace) {
    guard let cell = location(of: place)?.item, cell.isRelevant != isRelevant else { return }
    change(place) { $0.setRelevant(isRelevant, at: $1) }
  }

  private mutating func setRelevant(_ isRelevant: Bool, instance number: Int) {
    guard let steps = instances.steps(to: number), let last = steps.last else { return }
    root.change(along: steps.dropLast(), instances.templates) { level in
      _ = level.changeInstances(of: last.cell) { $0.change(last.key) { $0.isRelevant = isRelevant } }
    }
  }

  mutating func setFolded(_ isNowFolded: Bool, section: Int) {
    guard isFolded[section] != isNowFolded else { return }
    isFolded[section] = isNowFolded
    root.setExpanded(!isNowFolded, at: starts[section] - 1)
  }

  /// Changes a known cell on its level, by its ordinal. O(log n).
  mutating func change(_ place: CellPlace, _ body: (inout VisibilityLevel, Int) -> Void) {
    guard let ordinal = ordinal(of: place), let steps = instances.steps(to: place.instance) else { return }
    root.change(along: steps[...], instances.templates) { body(&$0, ordinal) }
  }
}
