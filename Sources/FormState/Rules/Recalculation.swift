/// Works out what rules make of some changes: which cells and sections become relevant by them, or cease to be.
///
/// Each rule runs at most once, after all that it depends on, and only what gives something else than before goes on to its
/// readers. So the cost follows what changes, whatever the number of rules.
struct Recalculation<Reader: StateReader> {
  private let reader: Reader
  private var reading: RuleReading<Reader>
  private var budget = RuleBudget()
  /// The rules that are to run, the next one last.
  private var waiting: [RuleSnapshot] = []
  /// What the rules changed, in the order in which they did.
  private(set) var changes: [PlacedChange] = []

  /// Begins.
  ///
  /// - Parameters:
  ///   - reader: the state before the changes.
  ///   - changes: what was done to it.
  init(reader: Reader, after changes: [PlacedChange]) {
    self.reader = reader
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
    for rule in rules { add(rule) }
    try runWaiting()
  }

  private mutating func runWaiting() throws {
    while let rule = waiting.popLast() {
      let isRelevant = try isTrue(rule)
      let (change, wasRelevant) = try relevance(of: rule.place, set: isRelevant)
      guard let change, wasRelevant != isRelevant else { continue }
      changes.append(change)
      reading.take(change)
      try add(readersOf: change)
    }
  }

  private mutating func isTrue(_ rule: RuleSnapshot) throws -> Bool {
    do {
      reading.begin(at: rule)
      let result = try rule.expression.isTrue(in: reading, budget: &budget)
      if let failure = reading.failure { throw failure }
      return result
    } catch let failure as RuleFailure {
      throw ActionError.failedRule(cell: rule.key, rule: .relevant, problem: failure.description)
    }
  }

  /// The change that makes a cell or section relevant, or not; `nil` where there is none.
  private func relevance(of place: RulePlace, set isRelevant: Bool) throws -> (PlacedChange?, wasRelevant: Bool) {
    if let cell = place.cell {
      guard let snapshot = try reader.cell(at: cell) else { return (nil, true) }
      let after = snapshot.startsRelevant == isRelevant ? nil : FieldContent.flag(isRelevant)
      return (snapshot.change(.relevance, to: after), reading.isRelevant(snapshot))
    }
    guard let section = try reader.section(at: place.section) else { return (nil, true) }
    let after = section.startsRelevant == isRelevant ? nil : isRelevant
    return (section.change(relevanceTo: after), reading.isRelevant(section))
  }

  /// A change of relevance is read by whoever reads any cell that it is about, a change of a value by who reads that one.
  private mutating func add(readersOf change: PlacedChange) throws {
    let first = change.position ?? 0
    let count = change.change.field.isRelevance ? change.extent + (change.position == nil ? 0 : 1) : 1
    guard count > 0 else { return }
    for rule in try reader.rules(readingCells: first..<(first + count), inSection: change.section) { add(rule) }
  }

  /// Puts a rule where it belongs among those that wait.
  private mutating func add(_ rule: RuleSnapshot) {
    var (low, high) = (0, waiting.count)
    while low < high {
      let middle = (low + high) / 2
      if waiting[middle].runs(before: rule) { high = middle } else { low = middle + 1 }
    }
    if low > 0, waiting[low - 1].place == rule.place { return }
    waiting.insert(rule, at: low)
  }
}

/// A rule as it runs.
package struct RuleSnapshot: Sendable {
  /// Where it stands.
  package let place: RulePlace
  /// The key of its cell or section.
  package let key: String
  /// By what it decides.
  package let expression: RuleExpression
  /// It runs after all rules of lower rank.
  package let rank: Int

  /// Creates a snapshot.
  package init(place: RulePlace, key: String, expression: RuleExpression, rank: Int) {
    self.place = place
    self.key = key
    self.expression = expression
    self.rank = rank
  }

  func runs(before other: RuleSnapshot) -> Bool { (rank, place) < (other.rank, other.place) }
}
