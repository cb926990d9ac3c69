/// Determines the consequences of changes by rules: relevance, calculated values, and so on.
///
/// Each rule runs at most once, after all that it depends on, and only a changed result triggers its readers. The cost
/// therefore depends on what changes, not on the number of rules.
struct Recalculation {
  let reader: FormReader
  var reading: RuleReading
  var budget = RuleBudget()
  /// The rules that are to run.
  private var waiting = RuleQueue()
  /// The rules that wait in all instances after one, to avoid looking for them again.
  var awaited: [RuleTurn: AwaitedInstances] = [:]
  /// The number of the next added instance; `nil` for the reader's.
  var nextCounter: Int?
  /// The number of instances added by rules.
  var addedInstances = 0
  /// The changes by rules, in order.
  var changes: [PlacedChange] = []
  /// The moment for rules that use the clock or random values; `nil` to keep their results.
  let moment: RuleMoment?
  /// The time zone of the action; `nil` for none, in which case rules that use it do not run.
  private let zone: RuleZone?
  /// If only rules of titles run, each independently, the cells whose titles are kept; `nil` if all rules run. If a
  /// title's rule fails, the cell's own title is used.
  private let storedTitles: Set<String>?
  /// Whether triggered rules set cells.
  let setsCells: Bool
  /// If lines are joined, the cells that keep a result of the clock or of chance; `nil` otherwise.
  let keeping: Set<StateSubject>?
  /// Whether all rules run, regardless of what changed.
  private(set) var runsAll = false
  /// The entries by the action itself.
  let entered: Set<StateSubject>
  /// The rules that have set their cells, and do not run again.
  var settings: Set<Setting> = []
  /// Whether rules that count by values that follow from the instances run until they have settled, or once.
  let settles: Bool
  /// The number of times that such a rule has run, by its repeat.
  var countings: [CellPlace: Int] = [:]
  /// Whether a rule has used the clock, random values or the time zone.
  private(set) var hasAskedMoment = false
  /// The rules that did not run because they use the time zone.
  private(set) var rulesWithoutZone: [RuleSnapshot] = []
  /// The failing rules, for the cells with any.
  var failures: [CellPlace: CellFailures] = [:]

  /// Begins a recalculation.
  ///
  /// - Parameters:
  ///   - reader: the state before the changes.
  ///   - changes: the changes of the action.
  ///   - moment: the moment for rules that use the clock or random values; `nil` to keep their results.
  ///   - zone: the time zone of the action; `nil` for none, in which case rules that use it do not run.
  ///   - time: the time of the action, which determines the zone's offset from UTC.
  ///   - nextCounter: the counter of the next added instance; `nil` for the reader's.
  ///   - setsCells: whether triggered rules set cells; cells stay unchanged if not.
  ///   - settles: whether counts run until they have settled, see ``settled(_:)``.
  ///   - keeping: if lines are joined, the cells that keep a result of the clock or of chance; initial values then
  ///     stay.
  ///   - stored: if only rules of titles run, the cells whose titles are kept.
  init(
    reader: FormReader, after changes: [PlacedChange] = [], moment: RuleMoment? = nil, in zone: RuleZone?,
    at time: Timestamp = .now, nextCounter: Int? = nil, setsCells: Bool = false, settles: Bool = false,
    keeping: Set<StateSubject>? = nil, titlesBesides stored: Set<String>? = nil
  ) {
    self.reader = reader
    self.settles = settles
    self.setsCells = setsCells
    self.keeping = keeping
    entered = setsCells ? Set(changes.lazy.filter { $0.change.field == .value }.map(\.change.subject)) : []
    storedTitles = stored
    self.moment = moment
    self.zone = zone
    self.nextCounter = nextCounter
    reading = RuleReading(
      reader: reader, changes, moment: moment ?? RuleMoment(time: time, zone: zone ?? .utc, seed: 0))
  }

  /// Runs the rules that read the changes, those that read their results, and so on.
  ///
  /// - Throws: ``ActionError/Code/failedRule``; what the reader throws.
  /// - Complexity: O(*k* log *k*) runs and reads for *k* rules that run.
  mutating func run(after changed: [PlacedChange]) throws {
    let changed = PlacedChange.net(changed).filter {
      $0.change.field.isReadByRules && $0.change.subject.setAsideFrom == nil
    }
    if let instances = reading.instances {
      try add(readersOf: changed, instances)
    } else {
      for change in changed { try add(readersOf: change) }
    }
    try runWaiting()
  }

  /// Runs all rules, as for a new response, in all existing instances.
  mutating func runAll(_ rules: [RuleSnapshot]) throws {
    runsAll = true
    if let instances = reading.instances {
      for rule in rules where runsWithAll(rule) { addAll(rule, instances) }
    } else {
      for rule in rules where runsWithAll(rule) { add(rule, in: nil) }
    }
    try runWaiting()
  }

  private mutating func runWaiting() throws {
    // What was read is valid whether the changes are made or not.
    defer { reading.giveColumnsBack() }
    do { try runAllWaiting() } catch { throw failure(error) }
  }

  private mutating func runAllWaiting() throws {
    while let (rule, instance) = waiting.popNext() {
      if !awaited.isEmpty { noteRun(of: rule, in: instance) }
      if rule.isVolatile, !begins(rule, in: instance) { continue }
      do {
        if let cell = rule.place.cell {
          if let snapshot = reader.cell(at: cell.within(instance?.number ?? 0)) { try run(rule, on: snapshot) }
        } else if let section = reader.section(at: rule.place.section) {
          try run(rule, on: section)
        }
      } catch is MissingZone {
        rulesWithoutZone.append(rule)
      }
    }
    settleFailures()
  }

  /// Prepares a rule that uses the clock or random values; `false` if its result is to be kept.
  private mutating func begins(_ rule: RuleSnapshot, in instance: InstancePath?) -> Bool {
    guard let moment else { return false }
    let subject = StateSubject(rule.key, instance: instance?.number ?? 0)
    if rule.kind.givesValue, keeping?.contains(subject) ?? false { return false }
    hasAskedMoment = true
    // By what tells it apart: the same actions elsewhere give other tags, and are to have the same results.
    let number = reader.state.instanceNames.brief(instance?.number ?? 0)
    reading.moment = moment.seeded(for: "\(rule.kind.rawValue) \(rule.number) \(rule.key)", instance: Int64(number))
    return true
  }

  private mutating func run(_ rule: RuleSnapshot, on section: SectionSnapshot) throws {
    let isRelevant = try result(of: rule, on: nil).isTrue
    guard reading.isRelevant(section) != isRelevant else { return }
    try take(section.change(relevanceTo: section.startsRelevant == isRelevant ? nil : isRelevant))
  }

  private mutating func run(_ rule: RuleSnapshot, on cell: CellSnapshot) throws {
    switch rule.kind {
    case .relevant, .required, .readOnly:
      try set(rule.kind.field, of: cell, to: .flag(try result(of: rule, on: cell).isTrue))
    case .constraint:
      let holds = try reading.isBlank(cell) || result(of: rule, on: cell).isTrue
      try note(.constraint(rule.number), failed: !holds, in: cell)
    case .choices:
      try note(.choices, failed: !isOffered(cell, by: rule), in: cell)
    // An initial value is kept once it is calculated; for an instance, when it was added.
    case .default
    where (rule.isVolatile || cell.instance != 0) && reading.stored(.calculated, of: cell) != nil:
      break
    case .calculate, .default:
      let result = try result(of: rule, on: cell)
      let content = result.isBlank ? nil : try reading.content(result, heldBy: cell)
      if reading.content(.calculated, of: cell) == content ?? .cleared { try wakeCounts(dependingOn: cell) }
      try set(.calculated, of: cell, to: content ?? .cleared)
      try note(.calculation, failed: content == nil && !result.isBlank, in: cell)
      if rule.overridesEntry { try dropEntry(of: cell) }
    case .count: try count(rule, instancesOf: cell)
    case .title where storedTitles != nil:
      budget = RuleBudget()
      try set(.title, of: cell, to: .text((try? result(of: rule, on: cell).text) ?? ""))
    case .title:
      try set(.title, of: cell, to: .text(try result(of: rule, on: cell).text))
    case .set: try set(cell, by: rule)
    }
  }

  mutating func result(of rule: RuleSnapshot, on cell: CellSnapshot?) throws -> RuleScalar {
    try evaluation(of: rule, on: cell) { try rule.expression.value(in: $0, budget: &$1) }
  }

  /// Whether all chosen values of a question are among its choices.
  private mutating func isOffered(_ cell: CellSnapshot, by rule: RuleSnapshot) throws -> Bool {
    guard let value = reading.value(held: cell), !RuleScalar(value).isBlank else { return true }
    return try evaluation(of: rule, on: cell) { try rule.expression.offers(value.chosenValues, in: $0, budget: &$1) }
  }

  private mutating func evaluation<Result>(
    of rule: RuleSnapshot, on cell: CellSnapshot?, _ work: (any RuleContext, inout RuleBudget) throws -> Result
  ) throws -> Result {
    do {
      reading.begin(at: rule, in: cell?.instance ?? 0)
      let result = try work(reading, &budget)
      if let failure = reading.failure { throw failure }
      if budget.hasAskedZone {
        budget.hasAskedZone = false
        guard zone != nil else { throw MissingZone() }
        hasAskedMoment = true
      }
      return result
    } catch let failure as RuleFailure {
      throw ActionError.failedRule(cell: cell?.address ?? rule.key, rule: rule.kind, problem: failure.description)
    }
  }

  /// A rule uses the time zone, and there is none.
  private struct MissingZone: Error {}

  // MARK: - Results

  /// Changes a field to the result of rules, if it differs.
  mutating func set(_ field: StateChange.Field, of cell: CellSnapshot, to content: FieldContent) throws {
    if let change = change(field, of: cell, to: content) { try take(change) }
  }

  /// The change of a field to the result of rules; `nil` if it does not differ.
  func change(_ field: StateChange.Field, of cell: CellSnapshot, to content: FieldContent) -> PlacedChange? {
    guard reading.content(field, of: cell) != content else { return nil }
    let atFirst = cell.starts[field] ?? field.contentWithoutRule
    return cell.change(field, to: content == atFirst ? nil : content)
  }

  /// Applies a change, and adds the rules that read it.
  mutating func take(_ change: PlacedChange) throws {
    changes.append(change)
    reading.take(change)
    guard change.change.field.isReadByRules else { return }
    if let instances = reading.instances {
      try add(readersOf: [change], instances)
    } else {
      try add(readersOf: change)
    }
  }

  // MARK: - Scheduling

  /// A change of relevance affects the rules that read any of its cells, a change of a value those that read that cell.
  private mutating func add(readersOf change: PlacedChange) throws {
    let first = change.position ?? 0
    let count = change.change.field.isRelevance ? change.extent + (change.position == nil ? 0 : 1) : 1
    guard count > 0 else { return }
    for rule in try reader.rules(readingCells: first..<(first + count), inSection: change.section)
    where wakes(rule, change) {
      add(rule, in: nil)
    }
  }

  /// Adds a rule to those that wait.
  mutating func add(_ rule: RuleSnapshot, in instance: InstancePath?) {
    if let storedTitles, rule.kind != .title || storedTitles.contains(rule.key) { return }
    waiting.insert(rule, in: instance)
  }
}
