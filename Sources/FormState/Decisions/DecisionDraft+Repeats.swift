/// Adding, removing and moving instances of repeats.
extension DecisionDraft {
  /// Adds an instance, with the first ones of repeats within.
  mutating func add(to reference: CellReference, before: CellReference?, number: Int?) throws -> FormAction {
    let cell = try snapshot(of: reference)
    guard cell.cell.kind == .repeat else { throw ActionError.notARepeat(cell: cell.address, kind: cell.cell.kind) }
    if !isInJournal {
      try refuseCounted(cell)
      if let maximum = cell.cell.counts?.maximum, try reader.instanceCount(of: cell.place) >= maximum {
        throw ActionError.tooManyInstances(repeat: cell.address, maximum: maximum)
      }
    }
    let before = try before.map { try instance(meantBy: $0, in: cell) }
    let next = try reader.nextInstanceNumber()
    if let number, number < next, !isInJournal { throw ActionError.numberWasGiven(number, repeat: cell.address) }
    let own = number ?? next
    guard own <= InstancePlace.greatestNumber else { throw ActionError.noSuchNumber(own, repeat: cell.address) }
    changes.append(cell.change(ofInstance: own, from: nil, to: try makeRoom(before: before, in: cell)))
    nextNumber = max(nextNumber ?? 0, own + 1)
    try addFirstInstances(in: own, of: cell)
    return .add(cell.reference, before: before.map { $0.reference(in: cell) }, number: own)
  }

  /// Adds the instances that a response begins with.
  mutating func addFirstInstances() throws {
    // Anyone who has had an instance has begun, whatever became of it.
    guard let index = try reader.repeating(), try reader.nextInstanceNumber() == 1 else { return }
    for first in index.repeats.outermost where first.atFirst > 0 {
      if let cell = try reader.cell(at: first.place) { try addFirst(of: cell) }
    }
  }

  /// Adds the first instances of the repeats that stand in an instance.
  ///
  /// - Parameter given: the first instances of some of them, by their keys.
  private mutating func addFirstInstances(
    in number: Int, of cell: CellSnapshot, given: [String: [FirstInstance]] = [:]
  ) throws {
    guard let index = try reader.repeating() else { return }
    let first = cell.place.position + 1
    let template = CellPlace(section: cell.place.section, position: first, instance: number)
    let end = first + max(0, cell.cell.additionalRows)
    for place in index.repeats.repeats(among: first..<end, beside: template) {
      if let inner = try reader.cell(at: place) { try addFirst(of: inner, given: given[inner.cell.key]) }
    }
  }

  /// Adds the first instances of a repeat that has none yet.
  ///
  /// - Parameter given: those that the instance around begins with; `nil` for those of the definition.
  private mutating func addFirst(of cell: CellSnapshot, given: [FirstInstance]? = nil) throws {
    guard cell.cell.rule(.count) == nil, let counts = cell.cell.counts else { return }
    let first = given ?? counts.first
    for position in 0..<min(given?.count ?? counts.atFirst, InstanceCounts.mostAtOnce) {
      let number = try takeNumber(for: cell)
      let rank = Int64(position) * InstancePlace.gap
      changes.append(
        cell.change(ofInstance: number, from: nil, to: InstancePlace(parent: cell.instance, rank: rank)))
      let held = position < first.count ? first[position] : FirstInstance()
      try enter(held.values, in: number, of: cell)
      try addFirstInstances(in: number, of: cell, given: held.repeats)
    }
  }

  /// Lets the cells of a new instance hold values.
  private mutating func enter(_ values: [String: CellValue?], in number: Int, of cell: CellSnapshot) throws {
    guard !values.isEmpty, let index = try reader.repeating() else { return }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let place = index.place(ofCell: key), let held = try reader.cell(at: place.within(number)) else { continue }
      // The definition makes sure that the cell takes the value.
      guard let value else {
        changes.append(held.change(.value, to: .cleared))
        continue
      }
      if let accepted = try? held.cell.acceptedInJournal(value) {
        changes.append(held.change(.value, to: .value(accepted)))
      }
    }
  }

  /// Adds instances behind those that a repeat has, whether these were there before the action or not.
  ///
  /// - Parameters:
  ///   - list: the instances that it has, in order.
  ///   - check: is told the number of changes now.
  mutating func append(
    _ count: Int, to list: [InstanceRoster.Instance], of cell: CellSnapshot, check: (Int) throws -> Void
  ) throws {
    var last = list.last?.rank
    for _ in 0..<count {
      // Where ranks end, nobody gets to by adding; and of equal ones the number decides, which is the greatest.
      let rank = InstancePlace.rank(after: last, before: nil) ?? .max
      last = rank
      let number = try takeNumber(for: cell)
      changes.append(cell.change(ofInstance: number, from: nil, to: InstancePlace(parent: cell.instance, rank: rank)))
      try addFirstInstances(in: number, of: cell)
      try check(changes.count)
    }
  }

  private mutating func takeNumber(for cell: CellSnapshot) throws -> Int {
    let number = try nextNumber ?? reader.nextInstanceNumber()
    guard number <= InstancePlace.greatestNumber else { throw ActionError.noSuchNumber(number, repeat: cell.address) }
    nextNumber = number + 1
    return number
  }

  /// Removes an instance with all that was done in it.
  mutating func remove(_ reference: CellReference) throws -> FormAction {
    let (instance, cell) = try instance(meantBy: reference)
    if !isInJournal {
      try refuseCounted(cell)
      if let minimum = cell.cell.counts?.minimum, minimum > 0, try reader.instanceCount(of: cell.place) <= minimum {
        throw ActionError.tooFewInstances(repeat: cell.address, minimum: minimum)
      }
    }
    try appendRemoval(of: instance, cell)
    return .remove(instance.reference(in: cell))
  }

  /// Moves an instance among those beside it.
  mutating func move(_ reference: CellReference, before: CellReference?) throws -> FormAction {
    let (instance, cell) = try instance(meantBy: reference)
    let before = try before.map { try self.instance(meantBy: $0, in: cell) }
    let action = FormAction.move(
      instance.reference(in: cell), before: before.map { $0.reference(in: cell) })
    if try before == instance || reader.instance(before: before, of: cell.place) == instance { return action }
    changes.append(
      cell.change(
        ofInstance: instance.number, from: InstancePlace(parent: cell.instance, rank: instance.rank),
        to: try makeRoom(before: before, in: cell, besides: instance)))
    return action
  }

  /// Takes all back to the definition that stands below a cell, or with `nil` in the whole response: other instances
  /// than at first go.
  mutating func resetInstances(below cell: CellSnapshot?) throws {
    guard let index = try reader.repeating() else { return }
    let instances = try cell.map { try reader.instances(below: $0) } ?? reader.allInstances()
    let numbers = Set(instances.map(\.number))
    for instance in instances where !numbers.contains(instance.cell.instance) {
      if let owner = try reader.cell(at: instance.cell) { try appendRemoval(of: instance, owner) }
    }
    let repeats =
      cell.map { cell in
        let end = cell.place.position + 1 + max(0, cell.cell.additionalRows)
        return index.repeats.repeats(among: cell.place.position..<end, beside: cell.place)
      } ?? index.repeats.outermost.map(\.place)
    for place in repeats {
      if let owner = try reader.cell(at: place.within(cell?.instance ?? 0)) { try addFirst(of: owner) }
    }
  }

  /// Finds room before an instance, or with `nil` after the last. Where there is none, all others get new ranks.
  ///
  /// - Parameter besides: an instance that moves, and needs no room where it is.
  private mutating func makeRoom(
    before next: InstanceRoster.Instance?, in cell: CellSnapshot, besides moved: InstanceRoster.Instance? = nil
  ) throws -> InstancePlace {
    let left = try reader.instance(before: next, of: cell.place)
    if let rank = InstancePlace.rank(after: left?.rank, before: next?.rank) {
      return InstancePlace(parent: cell.instance, rank: rank)
    }
    let others = try reader.instances(of: cell.place).filter { $0 != moved }
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

  /// Takes an instance out, and whatever was done in it and in those within.
  private mutating func appendRemoval(of instance: InstanceRoster.Instance, _ cell: CellSnapshot) throws {
    for inner in try reader.instances(within: instance).reversed() {
      if let owner = try reader.cell(at: inner.cell) { try appendRemovalAlone(of: inner, owner) }
    }
    try appendRemovalAlone(of: instance, cell)
  }

  private mutating func appendRemovalAlone(of instance: InstanceRoster.Instance, _ cell: CellSnapshot) throws {
    for touched in try reader.touchedCells(inInstance: instance.number) {
      for field in StateChange.Field.allCases where touched.state[field] != nil {
        changes.append(touched.change(field, to: nil))
      }
    }
    changes.append(
      cell.change(
        ofInstance: instance.number, from: InstancePlace(parent: cell.instance, rank: instance.rank), to: nil))
  }

  /// What a reversal has to do besides: what was done since in instances that go with it goes as well, and nothing is
  /// done in one that is gone.
  mutating func completeReversal() throws {
    guard try reader.repeating() != nil else { return }
    let coming = Set(
      changes.lazy.filter { $0.change.field == .instance && $0.change.after != nil }.map(\.change.subject.instance))
    let going: [Int] = changes.compactMap { placed in
      let change = placed.change
      return change.field == .instance && change.after == nil ? change.subject.instance : nil
    }
    changes = try changes.filter { placed in
      let number = placed.change.subject.instance
      guard number > 0, placed.change.subject.setAsideFrom == nil, placed.change.field != .instance,
        !coming.contains(number)
      else { return true }
      return try reader.instance(number) != nil
    }
    guard !going.isEmpty else { return }
    var known = Set(changes.map(\.change.identity))
    let stated = changes
    changes = []
    for number in going {
      guard let instance = try reader.instance(number), let cell = try reader.cell(at: instance.cell) else { continue }
      try appendRemoval(of: instance, cell)
    }
    changes = stated + changes.filter { known.insert($0.change.identity).inserted }
  }
}

extension CellSnapshot {
  /// A change of where an instance of the repeat stands, placed.
  func change(ofInstance number: Int, from before: InstancePlace?, to after: InstancePlace?) -> PlacedChange {
    PlacedChange(
      ofInstance: StateChange(
        .instance, of: StateSubject(cell.key, instance: number), before: before?.content, after: after?.content),
      self)
  }
}

extension InstanceRoster.Instance {
  /// What actions call the instance.
  func reference(in cell: CellSnapshot) -> CellReference { .instance(cell.cell.key, number: number) }
}

extension [PlacedChange] {
  /// The changes in an order in which each finds what it is about: instances come before whatever is done in them, the
  /// outer ones first, and go behind it, the outer ones last.
  var withInstancesInOrder: [PlacedChange] {
    guard contains(where: { $0.change.field == .instance }) else { return self }
    func isComing(_ placed: PlacedChange) -> Bool { placed.change.field == .instance && placed.change.before == nil }
    func isGoing(_ placed: PlacedChange) -> Bool { placed.change.field == .instance && placed.change.after == nil }
    func number(_ placed: PlacedChange) -> Int { placed.change.subject.instance }
    // An instance stands in one that was there before it and has a lower number.
    return filter(isComing).sorted { number($0) < number($1) }
      + filter { !isComing($0) && !isGoing($0) }
      + filter(isGoing).sorted { number($0) > number($1) }
  }
}
