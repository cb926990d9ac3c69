extension Recalculation {
  /// Adjusts the number of instances of a repeat to its rule: missing ones are added; surplus ones are not relevant
  /// while they are surplus. A rule that counts by values that follow from the instances does so at most once per
  /// action.
  mutating func count(_ rule: RuleSnapshot, instancesOf cell: CellSnapshot) throws {
    // It would not terminate by itself.
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
        problem: "it requires \(given) instances; at most \(InstanceCounts.mostAtOnce) are possible")
    }
    return Int(result)
  }

  /// The changes that append instances to a repeat, with the initial ones of nested repeats.
  private mutating func added(
    _ count: Int, to list: [InstanceRoster.Instance], of cell: CellSnapshot, by rule: RuleSnapshot
  ) throws -> [PlacedChange] {
    var draft = DecisionDraft(reader: reader, isInJournal: true)
    draft.nextNumber = nextNumber
    let already = addedInstances
    do {
      try draft.append(count, to: list, of: cell) { changes in
        // Nested repeats multiply the number that a person entered.
        guard already + changes <= Self.mostAdded else { throw RuleFailure.outOfSteps }
      }
    } catch let failure as RuleFailure {
      throw ActionError.failedRule(cell: cell.address, rule: rule.kind, problem: failure.description)
    }
    nextNumber = draft.nextNumber
    addedInstances += draft.changes.count
    return draft.changes
  }

  /// Maximum number of instances added by the rules of one action.
  private static var mostAdded: Int { 5 * InstanceCounts.mostAtOnce }
}
