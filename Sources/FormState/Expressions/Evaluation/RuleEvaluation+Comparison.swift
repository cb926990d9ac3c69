extension RuleEvaluation {
  /// Whether two values are equal, or unequal.
  ///
  /// References are compared value by value: one matching pair suffices, as in XPath. Only in a comparison with a
  /// condition they count as one condition.
  mutating func isEqual(_ left: RuleValue, _ right: RuleValue, wanted: Bool) throws -> Bool {
    if left.isCondition || right.isCondition {
      return try isTrue(left) == isTrue(right) ? wanted : !wanted
    }
    let rights = try scalars(of: right)
    for leftScalar in try scalars(of: left) {
      for rightScalar in rights {
        try budget.spend()
        if try areEqual(leftScalar, rightScalar) == wanted { return true }
      }
    }
    return false
  }

  /// Whether some pair of numbers of two values is ordered as required.
  mutating func isOrdered(
    _ left: RuleValue, _ right: RuleValue, by isInOrder: (Double, Double) -> Bool
  ) throws -> Bool {
    let rights = try scalars(of: right)
    for leftScalar in try scalars(of: left) {
      for rightScalar in rights {
        try budget.spend()
        let (leftNumber, rightNumber) = try numbers(leftScalar, rightScalar)
        if isInOrder(leftNumber, rightNumber) { return true }
      }
    }
    return false
  }

  /// The difference of two numbers, in days for two dates.
  mutating func difference(_ left: RuleScalar, _ right: RuleScalar) throws -> Double {
    let (left, right) = try numbers(left, right)
    return left - right
  }

  /// All values as numbers.
  mutating func numbers(of value: RuleValue) throws -> [Double] {
    var numbers: [Double] = []
    for scalar in try scalars(of: value) { numbers.append(try number(scalar)) }
    return numbers
  }

  /// Beside a condition both are compared as conditions, beside a number as numbers, beside a date as dates, and
  /// everything else as texts; a switch is `true` or `false` in a comparison with a text.
  private mutating func areEqual(_ left: RuleScalar, _ right: RuleScalar) throws -> Bool {
    switch (left, right) {
    case (.boolean, _), (_, .boolean): return left.isTrue == right.isTrue
    case (.number, _), (_, .number): return try number(left) == number(right)
    case (.date, _), (_, .date):
      if left.text.isSpelled(like: right.text) { return true }
      guard let (one, other) = try dates(left, right) else { return false }
      return areEqual(one, other)
    case (.text, _), (.position, _):
      let (left, right) = (left.text, right.text)
      return left.utf8.count == right.utf8.count ? try read(left).isSpelled(like: right) : false
    }
  }

  /// Whether two dates are the same moment; the same day on the clock of the zone, if one of them has no time.
  private mutating func areEqual(_ left: RuleDateText, _ right: RuleDateText) -> Bool {
    if left.hasTime && right.hasTime { return instant(left) == instant(right) }
    return daysOnClock(left).rounded(.down) == daysOnClock(right).rounded(.down)
  }

  // MARK: - Unions

  /// The references of both, in the order of the form, without duplicates.
  mutating func union(_ left: RuleValue, _ right: RuleValue) throws -> [RuleReferent] {
    let all = left.referents + right.referents
    try budget.spend(all.count)
    var seen: Set<RuleReferent> = []
    return all.filter { seen.insert($0).inserted }.sorted { isBefore($0, $1) }
  }

  private func isBefore(_ left: RuleReferent, _ right: RuleReferent) -> Bool {
    switch (left, right) {
    case (.cell(let left), .cell(let right)): context.isBefore(left, right)
    case (.item(let leftList, let leftRow, let leftColumn), .item(let rightList, let rightRow, let rightColumn)):
      (leftList, leftRow, leftColumn ?? "") < (rightList, rightRow, rightColumn ?? "")
    case (.cell, .item): true
    case (.item, .cell): false
    }
  }
}

extension RuleValue {
  /// Whether the value is a condition, such as the result of a comparison.
  fileprivate var isCondition: Bool {
    if case .scalar(.boolean) = self { true } else { false }
  }

  /// The references; none for a value.
  var referents: [RuleReferent] {
    if case .references(let referents) = self { referents } else { [] }
  }

  /// The cells among the references.
  var cells: [RuleCell] {
    referents.compactMap { if case .cell(let cell) = $0 { cell } else { nil } }
  }
}
