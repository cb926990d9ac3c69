extension Recalculation {
  /// A rule that counts by values that follow from its instances has not settled: it asks for more after each round.
  private struct Unsettled: Error {}

  /// The maximum number of rounds in which such a rule may settle.
  private static let mostRounds = 100

  /// Runs rules until those that count by values that follow from the instances have settled. One that never does, as
  /// where an instance without an answer asks for the next one, adds instances once per action instead.
  ///
  /// - Parameter run: begins a recalculation that counts until it has settled, or once, and runs it.
  static func settled(_ run: (_ settles: Bool) throws -> Recalculation) throws -> Recalculation {
    do { return try run(true) } catch is Unsettled { return try run(false) }
  }

  /// Whether a rule that counts by values that follow from a number of instances may run again. Undo and redo have
  /// brought the instances back. One that never settles shows the existing instances that it asks for.
  private mutating func mayCount(_ cell: CellPlace, _ count: Int) throws -> Bool {
    guard moment != nil || runsAll else { return false }
    let rounds = countings[cell, default: 0]
    guard rounds < Self.mostRounds + (settles ? 0 : count) else {
      if settles { throw Unsettled() }
      return false
    }
    countings[cell] = rounds + 1
    return true
  }

  /// The error of a rule, or that the counts have not settled: what more and more instances lead to is no fault of the
  /// action.
  func failure(_ error: any Error) -> any Error {
    settles && error is ActionError && countings.values.contains { $0 > 1 } ? Unsettled() : error
  }

  /// Wakes the counts that depend on a calculation, if they depend on their own instances. Its result is as before, but
  /// the instance that it asks for may have been withheld in the previous action.
  mutating func wakeCounts(dependingOn cell: CellSnapshot) throws {
    guard !runsAll, let instances = reading.instances, instances.index.countsBySelf else { return }
    let home = InstanceHome(of: cell.place, path: instances.path(of: cell.instance))
    for rule in try counts(dependingOn: cell.place) { add(rule, within: home, instances) }
  }

  /// The rules that count by values that follow from their instances and that read a cell, directly or by calculations.
  private func counts(dependingOn cell: CellPlace) throws -> [RuleSnapshot] {
    var found: [RuleSnapshot] = []
    var seen: Set<CellPlace> = []
    var next = [cell.within(0)]
    while let place = next.popLast() {
      for rule in try reader.rules(readingCells: place.position..<(place.position + 1), inSection: place.section) {
        if rule.countsByItself {
          found.append(rule)
        } else if rule.kind == .calculate, let reading = rule.place.cell, seen.insert(reading).inserted {
          next.append(reading)
        }
      }
    }
    return found
  }

  /// Adjusts the number of instances of a repeat to its rule: missing ones are added; surplus ones are not relevant
  /// while they are surplus. A rule that counts by values that follow from the instances does so until it has settled.
  mutating func count(_ rule: RuleSnapshot, instancesOf cell: CellSnapshot) throws {
    guard let instances = reading.instances else { return }
    let list = instances.list(of: cell.place).instances
    guard try !rule.countsByItself || mayCount(cell.place, list.count) else { return }
    let least = rule.countsByItself ? cell.cell.counts?.minimum ?? 0 : 0
    let wanted = max(least, try number(of: rule, on: cell))
    var made: [PlacedChange] = []
    for (index, instance) in list.enumerated() {
      guard let snapshot = reader.cell(at: cell.place.within(instance.number)) else { continue }
      if let change = change(.relevance, of: snapshot, to: .flag(index < wanted)) { made.append(change) }
    }
    if list.count < wanted, try mayAdd(to: list, of: cell, by: rule, instances) {
      made += try added(wanted - list.count, to: list, of: cell, by: rule)
      if !settles { countings[cell.place] = .max }
    }
    changes += made
    for change in made { reading.take(change) }
    try add(readersOf: made, instances, counting: cell.place)
  }

  /// Whether a rule may add instances after those of a list.
  ///
  /// One that never settles asks for the next instance before the last one is answered. It waits for that answer, or
  /// an answer elsewhere would add an instance that nobody asked for.
  private func mayAdd(
    to list: [InstanceRoster.Instance], of cell: CellSnapshot, by rule: RuleSnapshot, _ instances: InstanceReading
  ) throws -> Bool {
    guard rule.countsByItself, !settles, !runsAll, let last = list.last else { return true }
    let positions = cell.place.position + 1..<cell.place.position + 1 + max(0, cell.cell.additionalRows)
    for place in positions.map({ CellPlace(section: cell.place.section, position: $0, instance: last.number) }) {
      let isNested = instances.index.repeats.repeatAround(place) != cell.place.position
      guard let asked = isNested ? cell : reader.cell(at: place) else { continue }
      guard isNested || reading.stored(.value, of: asked) != nil else { continue }
      if try counts(dependingOn: place).contains(where: { $0.turn() == rule.turn() }) { return true }
    }
    return false
  }

  private mutating func number(of rule: RuleSnapshot, on cell: CellSnapshot) throws -> Int {
    let result = try result(of: rule, on: cell).number(in: .utc)
    guard result >= 1 else { return 0 }
    guard result < Double(InstanceCounts.mostAtOnce + 1) else {
      let given = CellValue.number(result.rounded(.down))?.plainText ?? "\(result)"
      throw ActionError.failedRule(
        cell: cell.address, rule: .count,
        problem: "it requires \(given) instances; at most \(InstanceCounts.mostAtOnce) are possible")
    }
    return Int(result)
  }

  /// The changes that append instances to a repeat, with the initial ones of nested repeats.
  private mutating func added(
    _ count: Int, to list: [InstanceRoster.Instance], of cell: CellSnapshot, by rule: RuleSnapshot
  ) throws -> [PlacedChange] {
    var draft = DecisionDraft(reader: reader, isInJournal: true)
    draft.nextCounter = nextCounter
    let already = addedInstances
    do {
      try draft.append(count, to: list, of: cell) { changes in
        // Nested repeats multiply the number that a person entered.
        guard already + changes <= Self.mostAdded else { throw RuleFailure.outOfSteps }
      }
    } catch let failure as RuleFailure {
      throw ActionError.failedRule(cell: cell.address, rule: rule.kind, problem: failure.description)
    }
    nextCounter = draft.nextCounter
    addedInstances += draft.changes.count
    return draft.changes
  }

  /// Maximum number of instances added by the rules of one action.
  private static var mostAdded: Int { 5 * InstanceCounts.mostAtOnce }
}
