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

  /// A value as a number: a date is whole days, a date with a time the days up to that moment.
  mutating func number(_ scalar: RuleScalar) throws -> Double {
    switch scalar {
    case .number, .boolean, .position: return scalar.number(in: .utc)
    case .text(let text), .date(let text):
      if let number = RuleNumberText.number(try read(text)) { return number }
      guard let date = RuleDateText(text) else { return .nan }
      return date.hasTime ? instant(date)?.days ?? .nan : date.shownDays
    }
  }

  /// Two values as numbers that are to be compared or subtracted. If one of two dates has a time and the other has
  /// none, both are days on the clock of the zone, where a day begins at midnight.
  mutating func numbers(_ left: RuleScalar, _ right: RuleScalar) throws -> (Double, Double) {
    if let (one, other) = try dates(left, right), one.hasTime != other.hasTime {
      return (daysOnClock(one), daysOnClock(other))
    }
    return (try number(left), try number(right))
  }

  /// Two values as dates; `nil` if one of them is none.
  mutating func dates(_ left: RuleScalar, _ right: RuleScalar) throws -> (RuleDateText, RuleDateText)? {
    guard left.isText, right.isText, let one = RuleDateText(try read(left.text)),
      let other = RuleDateText(try read(right.text))
    else { return nil }
    return (one, other)
  }

  /// The moment of a date, which without an offset depends on the zone.
  mutating func instant(_ date: RuleDateText) -> RuleInstant? {
    if date.offset == nil { budget.hasAskedZone = true }
    return RuleInstant(date, in: context.moment.zone)
  }

  /// The days since 1970 on the clock of the zone.
  mutating func daysOnClock(_ date: RuleDateText) -> Double {
    guard date.offset != nil else { return date.shownDays }
    guard let clock = instant(date)?.clock(in: zone) else { return .nan }
    return Double(clock.date.daysSince1970) + Double(clock.milliseconds) / Double(RuleInstant.millisecondsPerDay)
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

extension RuleScalar {
  /// Whether the value is a text, which may be a date.
  fileprivate var isText: Bool {
    switch self {
    case .text, .date: true
    case .number, .boolean, .position: false
    }
  }
}
