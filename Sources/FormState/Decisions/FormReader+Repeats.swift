/// The instances of repeats.
extension FormReader {
  /// The index of the definition for a form with repeats; `nil` for a form without.
  func repeating() -> FormIndex? { index.repeats.isEmpty ? nil : index }

  /// The instance with a number; `nil` if there is none.
  package func instance(_ number: Int) -> InstanceRoster.Instance? { roster.instance(number) }

  /// The instances that a name may mean.
  func instances(meantBy name: InstanceName) -> [InstanceRoster.Instance] {
    if let whole = name.whole, let instance = instance(whole) { return [instance] }
    return state.instanceNames.numbers(meantBy: name).compactMap(instance)
  }

  /// The instance of a repeat, in any instance around it, that a document calls by a number; `nil` if there is none, or
  /// several.
  package func instance(called number: Int, of key: String) -> Int? {
    let found = instances(called: number, of: key)
    return found.count == 1 ? found[0] : nil
  }

  /// The error for a number by which a document calls several instances of a repeat; `nil` for any other number.
  package func ambiguity(of number: Int, of key: String) -> ActionError? {
    let found = instances(called: number, of: key)
    guard found.count > 1 else { return nil }
    return .ambiguousInstance(
      address: "\(key):\(InstanceName(number))", candidates: found.map { state.instanceNames.address(of: key, in: $0) })
  }

  private func instances(called number: Int, of key: String) -> [Int] {
    instances(meantBy: InstanceName(number)).map(\.number).filter {
      state.instances[StateSubject(key, instance: $0)] != nil
    }
  }

  /// The instances of a repeat, in order; the repeat is named with the instance around it.
  package func instances(of cell: CellPlace) -> [InstanceRoster.Instance] { roster.instances(of: cell) }

  /// The number of instances of a repeat.
  func instanceCount(of cell: CellPlace) -> Int { roster.instances(of: cell).count }

  /// The instance directly before another one of its repeat, or for `nil` the last one; `nil` if there is none.
  func instance(before next: InstanceRoster.Instance?, of cell: CellPlace) -> InstanceRoster.Instance? {
    let all = roster.instances(of: cell)
    guard let next else { return all.last }
    return roster.position(of: next.number).flatMap { all.element(at: $0 - 1) }
  }

  /// The innermost repeat around a cell, in no instance; `nil` for none.
  func repeatAround(_ place: CellPlace) -> CellPlace? {
    repeating()?.repeats.repeatAround(place).map { CellPlace(section: place.section, position: $0) }
  }

  /// The instances around a cell, the innermost first; none outside of repeats.
  package func instancesAround(_ place: CellPlace) -> [InstanceRoster.Instance] {
    var found: [InstanceRoster.Instance] = []
    var number = place.instance
    // An instance has a higher number than the one around it; in a manipulated file without that order the walk still
    // ends.
    while number > 0, let instance = instance(number), instance.cell.instance < number {
      found.append(instance)
      number = instance.cell.instance
    }
    return found
  }

  /// The instances below a cell, nested ones after their outer ones.
  func instances(below cell: CellSnapshot) -> [InstanceRoster.Instance] {
    guard let index = repeating() else { return [] }
    let first = cell.place.position + (cell.cell.kind == .repeat ? 0 : 1)
    let end = cell.place.position + 1 + max(0, cell.cell.additionalRows)
    return instances(of: index.repeats.repeats(among: first..<max(first, end), beside: cell.place))
  }

  /// All instances of some repeats, nested ones after their outer ones.
  private func instances(of repeats: [CellPlace]) -> [InstanceRoster.Instance] {
    var found: [InstanceRoster.Instance] = []
    for cell in repeats {
      for instance in instances(of: cell) { found += [instance] + instances(within: instance) }
    }
    return found
  }

  /// The instances in another one, nested ones after their outer ones.
  func instances(within instance: InstanceRoster.Instance) -> [InstanceRoster.Instance] {
    guard let index = repeating(), let cell = index.cell(at: instance.cell) else { return [] }
    let first = instance.cell.position + 1
    // Next to the first cell of its template; a definition without one is refused. Repeats are nested no deeper than
    // cells.
    return instances(
      of: index.repeats.repeats(
        among: first..<max(first, first + cell.additionalRows),
        beside: CellPlace(section: instance.cell.section, position: first, instance: instance.number)))
  }

  /// All instances of the response, nested ones after their outer ones.
  func allInstances() -> [InstanceRoster.Instance] {
    guard let index = repeating() else { return [] }
    return instances(of: index.repeats.outermost.map(\.place))
  }

  /// An instance as a cell: its repeat, with the results of rules for this one instance.
  func snapshot(of instance: InstanceRoster.Instance) -> CellSnapshot? {
    cell(at: instance.cell.within(instance.number))
  }

  /// Whether a snapshot is of an instance: of its repeat, in that instance.
  func isInstance(_ cell: CellSnapshot) -> Bool {
    guard cell.instance > 0, cell.cell.kind == .repeat, let owner = instance(cell.instance)?.cell else {
      return false
    }
    return owner.section == cell.place.section && owner.position == cell.place.position
  }

  /// What is around a cell or instance, the nearest first: cells, and the instances as their repeats.
  package func cellsAndInstances(above cell: CellSnapshot) -> [CellSnapshot] {
    guard repeating() != nil else { return ancestors(of: cell) }
    var found: [CellSnapshot] = []
    var inner = cell
    // An instance has a higher number than the one around it.
    while true {
      if isInstance(inner) {
        guard let place = instance(inner.instance)?.cell, place.instance < inner.instance,
          let owner = self.cell(at: place)
        else { return found }
        found.append(owner)
        inner = owner
      }
      let above = ancestors(of: inner).prefix { $0.instance == inner.instance }
      found += above
      guard inner.instance > 0, let instance = instance(inner.instance), let own = snapshot(of: instance) else {
        return found
      }
      found.append(own)
      inner = own
    }
  }
}
