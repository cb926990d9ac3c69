extension Recalculation {
  /// Brings the number of instances of a repeat to what its rule says: what is missing is added, and what is too many
  /// is not relevant as long as it is. A rule that counts by what follows from the instances does so at most once an
  /// action.
  mutating func count(_ rule: RuleSnapshot, instancesOf cell: CellSnapshot) throws {
    // By itself it would go on without end.
    guard let instances = try reading.instances(),
      !rule.countsByItself || settings.insert(Setting(cell: cell.place, number: 0)).inserted
    else { return }
    let least = rule.countsByItself ? cell.cell.counts?.minimum ?? 0 : 0
    let wanted = max(least, try number(of: rule, on: cell))
    let list = try instances.list(of: cell.place).instances
    var made: [PlacedChange] = []
    for (index, instance) in list.enumerated() {
      guard let snapshot = try reader.cell(at: cell.place.within(instance.number)) else { continue }
      if let change = change(.relevance, of: snapshot, to: .flag(index < wanted)) { made.append(change) }
    }
    if list.count < wanted { made += try added(wanted - list.count, to: list, of: cell, by: rule) }
    changes += made
    for change in made { try reading.take(change) }
    try add(readersOf: made, instances, counting: cell.place)
  }

  private mutating func number(of rule: RuleSnapshot, on cell: CellSnapshot) throws -> Int {
    let result = try result(of: rule, on: cell).number(in: .utc)
    guard result >= 1 else { return 0 }
    guard result < Double(InstanceCounts.mostAtOnce + 1) else {
      let given = CellValue.number(result.rounded(.down))?.plainText ?? "\(result)"
      throw ActionError.failedRule(
        cell: cell.address, rule: .count,
        problem: "it asks for \(given) instances; at most \(InstanceCounts.mostAtOnce) are possible")
    }
    return Int(result)
  }

  /// The changes that add instances behind those that a repeat has, with the first ones of repeats within.
  private mutating func added(
    _ count: Int, to list: [InstanceRoster.Instance], of cell: CellSnapshot, by rule: RuleSnapshot
  ) throws -> [PlacedChange] {
    var draft = DecisionDraft(reader: reader, isInJournal: true)
    draft.nextNumber = nextNumber
    let already = addedInstances
    do {
      try draft.append(count, to: list, of: cell) { changes in
        // Repeats within multiply what a person has asked for.
        guard already + changes <= Self.mostAdded else { throw RuleFailure.outOfSteps }
      }
    } catch let failure as RuleFailure {
      throw ActionError.failedRule(cell: cell.address, rule: rule.kind, problem: failure.description)
    }
    nextNumber = draft.nextNumber
    addedInstances += draft.changes.count
    return draft.changes
  }

  /// The most instances that the rules of one action add together.
  private static var mostAdded: Int { 5 * InstanceCounts.mostAtOnce }
}
