/// Works out what rules make of some changes: what becomes relevant by them or ceases to be, what is calculated anew, and so on.
///
/// Each rule runs at most once, after all that it depends on, and only what gives something else than before goes on to its
/// readers. So the cost follows what changes, whatever the number of rules.
struct Recalculation<Reader: StateReader> {
  private let reader: Reader
  private var reading: RuleReading<Reader>
  private var budget = RuleBudget()
  /// The rules that are to run.
  private var waiting = RuleQueue()
  /// What the rules changed, in the order in which they did.
  private(set) var changes: [PlacedChange] = []
  /// What rules read that ask the clock or chance; `nil` where those are to stay as they are.
  private let moment: RuleMoment?
  /// Whether a rule has asked the clock or chance.
  private(set) var hasAskedMoment = false

  /// Begins.
  ///
  /// - Parameters:
  ///   - reader: the state before the changes.
  ///   - changes: what was done to it.
  ///   - moment: what rules read that ask the clock or chance; `nil` where those are to stay as they are.
  init(reader: Reader, after changes: [PlacedChange] = [], moment: RuleMoment? = nil) {
    self.reader = reader
    self.moment = moment
    reading = RuleReading(reader: reader, changes)
  }

  /// Runs the rules that read what changed, those that read what these change, and so on.
  ///
  /// - Throws: ``ActionError/failedRule(cell:rule:problem:)``; whatever the reader throws.
  /// - Complexity: O(*k* log *k*) runs and reads for *k* rules that run.
  mutating func run(after changed: [PlacedChange]) throws {
    for change in PlacedChange.net(changed) where change.change.field.isReadByRules {
      guard change.change.subject.isPlain else { continue }
      try add(readersOf: change)
    }
    try runWaiting()
  }

  /// Runs all rules, as for a response that begins.
  mutating func runAll(_ rules: [RuleSnapshot]) throws {
    for rule in rules { waiting.insert(rule) }
    try runWaiting()
  }

  private mutating func runWaiting() throws {
    while let rule = waiting.popNext() {
      if rule.expression.isVolatile, !begins(rule) { continue }
      if let cell = rule.place.cell {
        if let snapshot = try reader.cell(at: cell) { try run(rule, on: snapshot) }
      } else if let section = try reader.section(at: rule.place.section) {
        try run(rule, on: section)
      }
    }
  }

  /// Prepares a rule that asks the clock or chance; `false` where it is to stay as it is.
  private mutating func begins(_ rule: RuleSnapshot) -> Bool {
    guard let moment else { return false }
    hasAskedMoment = true
    reading.moment = moment.seeded(for: "\(rule.kind.rawValue) \(rule.number) \(rule.key)")
    return true
  }

  private mutating func run(_ rule: RuleSnapshot, on section: SectionSnapshot) throws {
    let isRelevant = try result(of: rule).isTrue
    guard reading.isRelevant(section) != isRelevant else { return }
    try take(section.change(relevanceTo: section.startsRelevant == isRelevant ? nil : isRelevant))
  }

  private mutating func run(_ rule: RuleSnapshot, on cell: CellSnapshot) throws {
    switch rule.kind {
    case .relevant, .required, .readOnly:
      try set(rule.kind.field, of: cell, to: .flag(try result(of: rule).isTrue))
    case .constraint:
      let holds = try reading.isBlank(cell) || result(of: rule).isTrue
      try note(.init(rule), failed: !holds, in: cell)
    // What a cell holds at first stays, once it was worked out.
    case .default where rule.expression.isVolatile && reading.stored(.calculated, of: cell) != nil: break
    case .calculate, .default:
      let result = try result(of: rule)
      let value = result.isBlank ? nil : try reading.value(result, heldBy: cell)
      try set(.calculated, of: cell, to: value.map(FieldContent.value) ?? .cleared)
      try note(.calculation, failed: value == nil && !result.isBlank, in: cell)
    case .count: break
    case .title:
      try set(.title, of: cell, to: .text(try result(of: rule).text))
    }
  }

  private mutating func result(of rule: RuleSnapshot) throws -> RuleScalar {
    do {
      reading.begin(at: rule)
      let result = try rule.expression.value(in: reading, budget: &budget)
      if let failure = reading.failure { throw failure }
      return result
    } catch let failure as RuleFailure {
      throw ActionError.failedRule(cell: rule.key, rule: rule.kind, problem: failure.description)
    }
  }

  // MARK: - What they give

  /// Which rule fails of a cell.
  private enum Failing {
    case constraint(Int)
    case calculation

    init(_ rule: RuleSnapshot) { self = .constraint(rule.number) }
  }

  /// Notes whether a rule of a cell fails.
  private mutating func note(_ failing: Failing, failed: Bool, in cell: CellSnapshot) throws {
    let before = reading.content(.faults, of: cell)?.text ?? ""
    guard failed || !before.isEmpty else { return }
    var rules = FailedRules(text: before)
    switch failing {
    case .constraint(let number):
      if failed { rules.constraints.insert(number) } else { rules.constraints.remove(number) }
    case .calculation: rules.hasRefusedCalculation = failed
    }
    try set(.faults, of: cell, to: .text(rules.text))
  }

  /// Changes a field to what rules say, where it is something else.
  private mutating func set(_ field: StateChange.Field, of cell: CellSnapshot, to content: FieldContent) throws {
    guard reading.content(field, of: cell) != content else { return }
    let atFirst = cell.starts[field] ?? field.contentWithoutRule
    try take(cell.change(field, to: content == atFirst ? nil : content))
  }

  private mutating func take(_ change: PlacedChange) throws {
    changes.append(change)
    reading.take(change)
    if change.change.field.isReadByRules { try add(readersOf: change) }
  }

  // MARK: - Which run

  /// A change of relevance is read by whoever reads any cell that it is about, a change of a value by who reads that one.
  private mutating func add(readersOf change: PlacedChange) throws {
    let first = change.position ?? 0
    let count = change.change.field.isRelevance ? change.extent + (change.position == nil ? 0 : 1) : 1
    guard count > 0 else { return }
    for rule in try reader.rules(readingCells: first..<(first + count), inSection: change.section) { add(rule) }
  }

  /// Puts a rule where it belongs among those that wait.
  private mutating func add(_ rule: RuleSnapshot) {
    // A default says what a cell holds at first, whatever becomes of what it reads.
    guard rule.kind != .default else { return }
    waiting.insert(rule)
  }
}

/// A rule as it runs.
package struct RuleSnapshot: Sendable {
  /// Where it stands.
  package let place: RulePlace
  /// The key of its cell or section.
  package let key: String
  /// What it decides.
  package let kind: FormRule.Kind
  /// Of a constraint, its number among those of its cell, from 1; of any other rule 0.
  package let number: Int
  /// By what it decides.
  package let expression: RuleExpression
  /// It runs after all rules of lower rank.
  package let rank: Int

  /// Creates a snapshot.
  package init(
    place: RulePlace, key: String, kind: FormRule.Kind, number: Int, expression: RuleExpression, rank: Int
  ) {
    self.place = place
    self.key = key
    self.kind = kind
    self.number = number
    self.expression = expression
    self.rank = rank
  }

  /// When it runs.
  var turn: RuleTurn { RuleTurn(rank: rank, place: place, kind: kind, number: number) }
}
