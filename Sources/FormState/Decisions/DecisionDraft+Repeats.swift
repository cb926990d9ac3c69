/// Adding, removing and moving instances of repeats.
extension DecisionDraft {
  /// Adds an instance, with the initial ones of nested repeats.
  mutating func add(to reference: CellReference, before: CellReference?, number: Int?) throws -> FormAction {
    let cell = try snapshot(of: reference)
    guard cell.cell.kind == .repeat else { throw ActionError.notARepeat(cell: cell.address, kind: cell.cell.kind) }
    if !isInJournal {
      try refuseCounted(cell)
      if let maximum = cell.cell.counts?.maximum, reader.instanceCount(of: cell.place) >= maximum {
        throw ActionError.tooManyInstances(repeat: cell.address, maximum: maximum)
      }
    }
    let before = try before.map { try instance(meantBy: $0, in: cell) }
    let own = try taken(number, of: cell)
    changes.append(cell.change(ofInstance: own, from: nil, to: makeRoom(before: before, in: cell)))
    nextCounter = max(try reader.nextInstanceCounter(), InstanceNumber.counter(of: own) + 1)
    try addFirstInstances(in: own, of: cell)
    return .add(cell.reference, before: before.map { $0.reference(in: cell) }, number: own)
  }

  /// The number of an instance that a person adds.
  ///
  /// - Parameter given: the number of an action that is done again, or its counter alone; `nil` for the next one.
  private func taken(_ given: Int?, of cell: CellSnapshot) throws -> Int {
    let next = try reader.nextInstanceCounter()
    let known = given.flatMap(InstanceNumber.init)
    let counter = known?.counter ?? given ?? next
    if !isInJournal, counter < next, try known.map({ try wasGiven($0.whole, in: cell.instance) }) ?? true {
      throw ActionError.numberWasGiven(counter, repeat: cell.address)
    }
    guard (1...InstanceNumber.greatestCounter).contains(counter) else {
      throw ActionError.noSuchNumber(counter, repeat: cell.address)
    }
    return known?.whole ?? InstanceNumber(counter: counter, tag: InstanceNumber.tag(at: moment ?? .unused)).whole
  }

  /// Whether a whole number, whose counter was given, is one that cannot be given again: an instance had it, or that
  /// around the repeat was added later. Only a list of actions in which instances share counters has such numbers.
  private func wasGiven(_ number: Int, in around: Int) throws -> Bool {
    var wasGiven = number < around || reader.instance(number) != nil
    guard !wasGiven else { return true }
    try reader.journal.forEachEntry(after: 0) { entry in
      wasGiven = entry.changes.contains { $0.field == .instance && $0.subject.instance == number }
      return !wasGiven
    }
    return wasGiven
  }

  /// Adds the initial instances of a response.
  mutating func addFirstInstances() throws {
    // A response that ever had an instance has begun, even if it was removed.
    guard let index = reader.repeating(), try reader.nextInstanceCounter() == 1 else { return }
    for first in index.repeats.outermost where first.atFirst > 0 {
      if let cell = reader.cell(at: first.place) { try addFirst(of: cell) }
    }
  }

  /// Adds the initial instances of the repeats in an instance.
  ///
  /// - Parameter given: the initial instances of some of them, by their keys.
  private mutating func addFirstInstances(
    in number: Int, of cell: CellSnapshot, given: [String: [FirstInstance]] = [:]
  ) throws {
    guard let index = reader.repeating() else { return }
    let first = cell.place.position + 1
    let template = CellPlace(section: cell.place.section, position: first, instance: number)
    let end = first + max(0, cell.cell.additionalRows)
    for place in index.repeats.repeats(among: first..<end, beside: template) {
      if let inner = reader.cell(at: place) { try addFirst(of: inner, given: given[inner.cell.key]) }
    }
  }

  /// Adds the initial instances of a repeat that has none yet.
  ///
  /// - Parameter given: the initial instances set by the instance around it; `nil` for those of the definition.
  private mutating func addFirst(of cell: CellSnapshot, given: [FirstInstance]? = nil) throws {
    guard cell.cell.rule(.count) == nil, let counts = cell.cell.counts else { return }
    let first = given ?? counts.first
    for position in 0..<min(given?.count ?? counts.atFirst, InstanceCounts.mostAtOnce) {
      let number = try takeNumber(at: position, of: cell)
      let rank = Int64(position) * InstancePlace.gap
      changes.append(
        cell.change(ofInstance: number, from: nil, to: InstancePlace(parent: cell.instance, rank: rank)))
      let held = position < first.count ? first[position] : FirstInstance()
      enter(held.values, in: number, of: cell)
      try addFirstInstances(in: number, of: cell, given: held.repeats)
    }
  }

  /// Sets the values of a new instance.
  private mutating func enter(_ values: [String: CellValue?], in number: Int, of cell: CellSnapshot) {
    guard !values.isEmpty, let index = reader.repeating() else { return }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let place = index.place(ofCell: key), let held = reader.cell(at: place.within(number)) else { continue }
      guard let value else {
        changes.append(held.change(.value, to: .cleared))
        continue
      }
      if let accepted = held.cell.heldAtFirst(value) { changes.append(held.change(.value, to: .value(accepted))) }
    }
  }

  /// Appends instances to a repeat, whether it had any before the action or not.
  ///
  /// - Parameters:
  ///   - list: its instances, in order.
  ///   - check: receives the current number of changes.
  mutating func append(
    _ count: Int, to list: [InstanceRoster.Instance], of cell: CellSnapshot, check: (Int) throws -> Void
  ) throws {
    var last = list.last?.rank
    for position in list.count..<list.count + count {
      // Adding never reaches the end of ranks in practice; among equal ranks the greatest number comes last.
      let rank = InstancePlace.rank(after: last, before: nil) ?? .max
      last = rank
      let number = try takeNumber(at: position, of: cell)
      changes.append(cell.change(ofInstance: number, from: nil, to: InstancePlace(parent: cell.instance, rank: rank)))
      try addFirstInstances(in: number, of: cell)
      try check(changes.count)
    }
  }

  /// The number of an instance that a rule or the definition adds, the same on all copies.
  private mutating func takeNumber(at position: Int, of cell: CellSnapshot) throws -> Int {
    let counter = try nextCounter ?? reader.nextInstanceCounter()
    guard counter <= InstanceNumber.greatestCounter else {
      throw ActionError.noSuchNumber(counter, repeat: cell.address)
    }
    nextCounter = counter + 1
    let tag = InstanceNumber.tag(ofInstanceOf: cell.cell.key, in: cell.instance, at: position + 1)
    return InstanceNumber(counter: counter, tag: tag).whole
  }

  /// Removes an instance with all of its contents.
  mutating func remove(_ reference: CellReference) throws -> FormAction {
    let (instance, cell) = try instance(meantBy: reference)
    if !isInJournal {
      try refuseCounted(cell)
      if let minimum = cell.cell.counts?.minimum, minimum > 0, reader.instanceCount(of: cell.place) <= minimum {
        throw ActionError.tooFewInstances(repeat: cell.address, minimum: minimum)
      }
    }
    appendRemoval(of: instance, cell)
    return .remove(instance.reference(in: cell))
  }

  /// Moves an instance among its siblings.
  mutating func move(_ reference: CellReference, before: CellReference?) throws -> FormAction {
    let (instance, cell) = try instance(meantBy: reference)
    let before = try before.map { try self.instance(meantBy: $0, in: cell) }
    let action = FormAction.move(
      instance.reference(in: cell), before: before.map { $0.reference(in: cell) })
    if before == instance || reader.instance(before: before, of: cell.place) == instance { return action }
    changes.append(
      cell.change(
        ofInstance: instance.number, from: InstancePlace(parent: cell.instance, rank: instance.rank),
        to: makeRoom(before: before, in: cell, besides: instance)))
    return action
  }

  /// Resets the instances below a cell to the definition, or for `nil` in the whole response: instances other than the
  /// initial ones are removed.
  mutating func resetInstances(below cell: CellSnapshot?) throws {
    guard let index = reader.repeating() else { return }
    let instances = cell.map { reader.instances(below: $0) } ?? reader.allInstances()
    let numbers = Set(instances.map(\.number))
    for instance in instances where !numbers.contains(instance.cell.instance) {
      if let owner = reader.cell(at: instance.cell) { appendRemoval(of: instance, owner) }
    }
    let repeats =
      cell.map { cell in
        let end = cell.place.position + 1 + max(0, cell.cell.additionalRows)
        return index.repeats.repeats(among: cell.place.position..<end, beside: cell.place)
      } ?? index.repeats.outermost.map(\.place)
    for place in repeats {
      if let owner = reader.cell(at: place.within(cell?.instance ?? 0)) { try addFirst(of: owner) }
    }
  }

  /// Finds a rank before an instance, or for `nil` after the last one. If there is no room, all others get new ranks.
  ///
  /// - Parameter besides: a moving instance, which needs no room at its old place.
  private mutating func makeRoom(
    before next: InstanceRoster.Instance?, in cell: CellSnapshot, besides moved: InstanceRoster.Instance? = nil
  ) -> InstancePlace {
    let left = reader.instance(before: next, of: cell.place)
    if let rank = InstancePlace.rank(after: left?.rank, before: next?.rank) {
      return InstancePlace(parent: cell.instance, rank: rank)
    }
    let others = reader.instances(of: cell.place).filter { $0 != moved }
    let position = next.flatMap(others.firstIndex(of:)) ?? others.count
    for (index, other) in others.enumerated() {
      let rank = Int64(index < position ? index : index + 1) * InstancePlace.gap
      changes.append(
        cell.change(
          ofInstance: other.number, from: InstancePlace(parent: cell.instance, rank: other.rank),
          to: InstancePlace(parent: cell.instance, rank: rank)))
    }
    return InstancePlace(parent: cell.instance, rank: Int64(position) * InstancePlace.gap)
  }

  private func refuseCounted(_ cell: CellSnapshot) throws {
    if cell.cell.rule(.count) != nil { throw ActionError.countedInstances(repeat: cell.address) }
  }

  /// Removes an instance, with its contents and those of nested instances.
  private mutating func appendRemoval(of instance: InstanceRoster.Instance, _ cell: CellSnapshot) {
    for inner in reader.instances(within: instance).reversed() {
      if let owner = reader.cell(at: inner.cell) { appendRemovalAlone(of: inner, owner) }
    }
    appendRemovalAlone(of: instance, cell)
  }

  private mutating func appendRemovalAlone(of instance: InstanceRoster.Instance, _ cell: CellSnapshot) {
    for touched in reader.touchedCells(inInstance: instance.number) {
      for field in StateChange.Field.allCases where touched.state[field] != nil {
        changes.append(touched.change(field, to: nil))
      }
    }
    changes.append(
      cell.change(
        ofInstance: instance.number, from: InstancePlace(parent: cell.instance, rank: instance.rank), to: nil))
  }

  /// Completes a reversal: later changes in instances that it removes are removed as well, and nothing changes in
  /// instances that no longer exist.
  mutating func completeReversal() {
    guard reader.repeating() != nil else { return }
    let coming = Set(
      changes.lazy.filter { $0.change.field == .instance && $0.change.after != nil }.map(\.change.subject.instance))
    let going: [Int] = changes.compactMap { placed in
      let change = placed.change
      return change.field == .instance && change.after == nil ? change.subject.instance : nil
    }
    changes = changes.filter { placed in
      let number = placed.change.subject.instance
      guard number > 0, placed.change.subject.setAsideFrom == nil, placed.change.field != .instance,
        !coming.contains(number)
      else { return true }
      return reader.instance(number) != nil
    }
    guard !going.isEmpty else { return }
    var known = Set(changes.map(\.change.identity))
    let stated = changes
    changes = []
    for number in going {
      guard let instance = reader.instance(number), let cell = reader.cell(at: instance.cell) else { continue }
      appendRemoval(of: instance, cell)
    }
    changes = stated + changes.filter { known.insert($0.change.identity).inserted }
  }
}

extension CellSnapshot {
  /// A placed change of an instance of the repeat.
  func change(ofInstance number: Int, from before: InstancePlace?, to after: InstancePlace?) -> PlacedChange {
    PlacedChange(
      ofInstance: StateChange(
        .instance, of: StateSubject(cell.key, instance: number), before: before?.content, after: after?.content),
      self)
  }
}

extension InstanceRoster.Instance {
  /// The reference to the instance in actions.
  func reference(in cell: CellSnapshot) -> CellReference { .instance(cell.cell.key, number: number) }
}

extension [PlacedChange] {
  /// The changes sorted so that each finds its subject: instances are added before changes in them, the outer ones
  /// first, and removed after them, the outer ones last.
  var withInstancesInOrder: [PlacedChange] {
    guard contains(where: { $0.change.field == .instance }) else { return self }
    func isComing(_ placed: PlacedChange) -> Bool { placed.change.field == .instance && placed.change.before == nil }
    func isGoing(_ placed: PlacedChange) -> Bool { placed.change.field == .instance && placed.change.after == nil }
    func number(_ placed: PlacedChange) -> Int { placed.change.subject.instance }
    // An instance has a higher number than the one around it.
    return filter(isComing).sorted { number($0) < number($1) }
      + filter { !isComing($0) && !isGoing($0) }
      + filter(isGoing).sorted { number($0) > number($1) }
  }
}
