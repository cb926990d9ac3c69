/// A rule ready to run.
package struct RuleSnapshot: Sendable {
  /// Its place.
  let place: RulePlace
  /// The key of its cell or section.
  let key: String
  /// The kind of the rule.
  let kind: FormRule.Kind
  /// Of a constraint or a set rule, its number among those of its cell, from 1; 0 for any other rule.
  let number: Int
  /// Its expression.
  let expression: RuleExpression
  /// It runs after all rules of lower rank.
  let rank: Int
  /// Its inputs in a form with repeats; empty for any other form.
  let reads: [RuleRead]
  /// Its part in a cycle along the instances of a repeat; `nil` outside of cycles.
  let cycle: RuleCycle?
  /// Whether it uses the clock or random values.
  let isVolatile: Bool
  /// Whether it reads positions among instances of nothing but what it is in, which only earlier instances determine.
  let readsOwnPositionsAlone: Bool
  /// Whether it counts instances by values that follow from the existing ones, and so runs at most once per action.
  let countsByItself: Bool
  /// Of a set rule, the keys of its triggers; without any it runs when the response is opened.
  let triggers: [String]
  /// Of a calculation, whether it replaces an entry.
  let overridesEntry: Bool

  /// Creates a snapshot.
  package init(
    place: RulePlace, key: String, kind: FormRule.Kind, number: Int, expression: RuleExpression, rank: Int,
    reads: [RuleRead] = [], cycle: RuleCycle? = nil, countsByItself: Bool = false, triggers: [String] = [],
    overridesEntry: Bool = false
  ) {
    self.place = place
    self.key = key
    self.kind = kind
    self.number = number
    self.expression = expression
    isVolatile = expression.isVolatile(in: kind)
    readsOwnPositionsAlone =
      !reads.contains { $0.reach == .position }
      || expression.root.readsOwnPositionsAlone(
        seeingEarlierAlone: reads.allSatisfy { $0.reach != .all || cycle?.earlier.contains($0.cell) == true })
    self.rank = rank
    self.reads = reads
    self.cycle = cycle
    self.countsByItself = countsByItself
    self.triggers = triggers
    self.overridesEntry = overridesEntry
  }

  /// Creates a rule ready to run; `nil` for an invalid expression.
  init?(_ rule: FormRules.Rule, withRepeats hasRepeats: Bool) {
    guard let expression = rule.rule.expression else { return nil }
    self.init(
      place: rule.place, key: rule.key, kind: rule.rule.kind, number: rule.number, expression: expression,
      rank: rule.rank,
      reads: hasRepeats ? rule.reads : [], cycle: rule.cycle, countsByItself: rule.countsByItself,
      triggers: rule.rule.triggers,
      overridesEntry: rule.rule.overridesEntry)
  }

  /// Its turn in an instance; `nil` outside of repeats.
  func turn(in instance: InstancePath? = nil) -> RuleTurn {
    RuleTurn(rank: rank, place: place, kind: kind, number: number, cycle: cycle, in: instance)
  }
}
