/// A rule as it runs.
package struct RuleSnapshot: Sendable {
  /// Where it stands.
  package let place: RulePlace
  /// The key of its cell or section.
  package let key: String
  /// What it decides.
  package let kind: FormRule.Kind
  /// Of a constraint, or of a rule that sets, its number among those of its cell, from 1; of any other rule 0.
  package let number: Int
  /// By what it decides.
  package let expression: RuleExpression
  /// It runs after all rules of lower rank.
  package let rank: Int
  /// What it reads, of a form with repeats; nothing of any other form.
  package let reads: [RuleRead]
  /// Its part in a circle along the instances of a repeat; `nil` outside of such.
  package let circle: RuleCircle?
  /// Whether it asks the clock or chance.
  package let isVolatile: Bool
  /// Whether it counts instances by what follows from those that there are, so that it runs at most once an action.
  package let countsByItself: Bool
  /// Of a rule that sets, the keys of the cells for which it waits; with none it waits for the response to be opened.
  package let triggers: [String]
  /// Of a rule that calculates, whether it takes the place of what a person entered.
  package let overridesEntry: Bool

  /// Creates a snapshot.
  package init(
    place: RulePlace, key: String, kind: FormRule.Kind, number: Int, expression: RuleExpression, rank: Int,
    reads: [RuleRead] = [], circle: RuleCircle? = nil, countsByItself: Bool = false, triggers: [String] = [],
    overridesEntry: Bool = false
  ) {
    self.place = place
    self.key = key
    self.kind = kind
    self.number = number
    self.expression = expression
    isVolatile = expression.isVolatile(in: kind)
    self.rank = rank
    self.reads = reads
    self.circle = circle
    self.countsByItself = countsByItself
    self.triggers = triggers
    self.overridesEntry = overridesEntry
  }

  /// A rule of a form as it runs; `nil` for one that is no expression.
  init?(_ rule: FormRules.Rule, withRepeats hasRepeats: Bool) {
    guard let expression = rule.rule.expression else { return nil }
    self.init(
      place: rule.place, key: rule.key, kind: rule.rule.kind, number: rule.number, expression: expression,
      rank: rule.rank,
      reads: hasRepeats ? rule.reads : [], circle: rule.circle, countsByItself: rule.countsByItself,
      triggers: rule.rule.triggers,
      overridesEntry: rule.rule.overridesEntry)
  }

  /// When it runs in an instance, or with `nil` outside of repeats.
  func turn(in instance: InstancePath? = nil) -> RuleTurn {
    RuleTurn(rank: rank, place: place, kind: kind, number: number, circle: circle, in: instance)
  }
}
