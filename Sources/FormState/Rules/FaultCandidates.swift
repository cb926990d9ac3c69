/// The cells in a state that may have a fault if they are relevant, in the order of the form and of instances.
///
/// A cell that is untouched and without results of rules has no faults, except for a repeat with too few instances.
struct FaultCandidates {
  /// The places of the cells.
  let places: [CellPlace]
  private let roster: InstanceRoster

  /// Finds the candidates.
  ///
  /// - Complexity: O((k + i + r) log(k + i + r)) for k touched cells and cells with results of rules in a fresh
  ///   response, i instances and r repeats; plus O(n) for n cells if they are in memory.
  init(of form: FormDefinition, in state: ResponseState) {
    var lookup = CellLookup(form)
    let fresh = form.fresh
    // A lookup of a key costs more than the rest, so only cells with a fault are looked up.
    var found = Set(
      fresh.cellsWithFaults(of: form).lazy.filter { state.mayHaveFaults(StateSubject($0.key), fresh) }.map(\.place))
    var asked: Set<CellPlace> = []
    for subject in state.cells.keys where subject.setAsideFrom == nil && state.mayHaveFaults(subject, fresh) {
      guard let place = lookup.place(ofCell: subject.key) else { continue }
      found.insert(place.within(subject.instance))
      if state.cells[subject]?[.alternatives] != nil { asked.insert(place.within(subject.instance)) }
    }
    let repeats = RepeatNesting(of: form)
    guard !repeats.isEmpty else {
      roster = InstanceRoster()
      places = found.filter { $0.instance == 0 }.sorted()
      return
    }
    let roster = InstanceRoster(state, of: form)
    self.roster = roster
    // An instance itself has no faults, unless it is asked whether it stays.
    found.subtract(roster.all.lazy.map { $0.cell.within($0.number) })
    found.formUnion(asked)
    found.formUnion(roster.all.lazy.map(\.cell))
    found.formUnion(repeats.withMinimum(among: roster))
    places = roster.inOrder(found)
  }

  /// The faults of one of the cells, if it is relevant.
  func faults(at place: CellPlace, of form: FormDefinition, in state: ResponseState) -> [Fault] {
    guard let cell = form.cell(at: place) else { return [] }
    if state.parent(ofInstanceItself: place, cell) != nil { return cell.faults(ofInstance: place.instance, in: state) }
    let faults = form.faults(of: cell, in: state, instance: place.instance)
    guard cell.kind == .repeat else { return faults }
    let count = roster.instances(of: place).count { state.isRelevant(cell, in: $0.number, form.fresh) }
    return cell.faults(ofInstances: count, in: place.instance) + faults
  }
}

extension ResponseState {
  /// Whether a cell, unless it is a repeat, may have a fault if it is relevant. O(1).
  fileprivate func mayHaveFaults(_ subject: StateSubject, _ fresh: FreshResponse) -> Bool {
    let touched = cells[subject]
    if touched?.mayHaveFaultsWithoutRules == true { return true }
    let starts = fresh.state(ofCell: subject.key, in: subject.instance)
    if (touched?[.faults] ?? starts[.faults]) != nil { return true }
    guard (touched?[.requirement] ?? starts[.requirement])?.flag == true else { return false }
    return touched?.entry?.value.map { RuleScalar($0).isBlank } ?? true
  }
}

extension FormDefinition {
  /// Whether more than so many cells may have a fault; to find them all then takes long.
  ///
  /// - Complexity: O(k) for k cells until there are as many.
  package func mayHaveFaults(in state: ResponseState, moreThan count: Int) -> Bool {
    let fresh = fresh
    var left = count
    for key in fresh.keysWithFaults where state.mayHaveFaults(StateSubject(key), fresh) {
      left -= 1
      if left < 0 { return true }
    }
    for subject in state.cells.keys where subject.setAsideFrom == nil && state.mayHaveFaults(subject, fresh) {
      left -= 1
      if left < 0 { return true }
    }
    return false
  }
}

extension RepeatNesting {
  /// The repeats with a minimum, in each instance around them.
  fileprivate func withMinimum(among roster: InstanceRoster) -> [CellPlace] {
    let needed = all.filter { $0.minimum > 0 }
    guard !needed.isEmpty else { return [] }
    let instances = Dictionary(grouping: roster.all) { $0.cell.within(0) }
    return needed.flatMap { each in
      guard let around = repeatAround(each.place) else { return [each.place] }
      return (instances[CellPlace(section: each.section, position: around)] ?? []).map { each.place.within($0.number) }
    }
  }
}
