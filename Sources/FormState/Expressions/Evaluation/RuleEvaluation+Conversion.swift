extension RuleEvaluation {
  /// One value: of several references the first one's, blank for none.
  mutating func scalar(of value: RuleValue) throws -> RuleScalar {
    switch value {
    case .scalar(let scalar): return scalar
    case .references(let referents):
      guard let first = referents.first else { return .blank }
      return try scalar(at: first)
    }
  }

  /// All values: one for each reference.
  mutating func scalars(of value: RuleValue) throws -> [RuleScalar] {
    switch value {
    case .scalar(let scalar): return [scalar]
    case .references(let referents):
      var scalars: [RuleScalar] = []
      scalars.reserveCapacity(referents.count)
      for referent in referents { scalars.append(try scalar(at: referent)) }
      return scalars
    }
  }

  /// The value of a reference.
  mutating func scalar(at referent: RuleReferent) throws -> RuleScalar {
    try budget.spend()
    switch referent {
    case .cell(let cell): return context.value(of: cell)
    case .item(let list, let row, let column):
      guard let column, let text = try context.list(named: list)?.text(row: row, column: column) else { return .blank }
      return .text(text)
    }
  }

  /// The value of the cell of the expression; blank for an item of a list.
  mutating func ownScalar() throws -> RuleScalar {
    focus.item == nil ? try scalar(at: .cell(focus.cell)) : .blank
  }

  /// The value as a text.
  mutating func text(_ value: RuleValue) throws -> String {
    try read(try scalar(of: value).text)
  }

  /// The value as a number.
  mutating func number(_ value: RuleValue) throws -> Double {
    try number(try scalar(of: value))
  }

  /// A value as a number.
  mutating func number(_ scalar: RuleScalar) throws -> Double {
    guard case .text(let text) = scalar else { return scalar.number(in: .utc) }
    if let number = RuleNumberText.number(try read(text)) { return number }
    guard let date = RuleDateText(text) else { return .nan }
    if date.offset == nil { budget.hasAskedZone = true }
    return RuleInstant(date, in: context.moment.zone)?.days ?? .nan
  }

  /// The value of a part as a number.
  mutating func number(of node: Node) throws -> Double {
    try number(try value(of: node))
  }

  /// The value as a condition; for a reference, its value.
  mutating func isTrue(_ value: RuleValue) throws -> Bool {
    try scalar(of: value).isTrue
  }

  /// The value of a part as a condition.
  mutating func isTrue(_ node: Node) throws -> Bool {
    try isTrue(try value(of: node))
  }

  /// Spends the cost of processing a text.
  mutating func read(_ text: String) throws -> String {
    try budget.spend(text.utf8.count / 64)
    return text
  }

  /// Checks that a new text is not too long, and spends its cost.
  mutating func made(_ text: String) throws -> RuleValue {
    guard text.utf8.count <= RuleBudget.longestText else { throw RuleFailure.textTooLong }
    return .text(try read(text))
  }
}
