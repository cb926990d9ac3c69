/// What a rule reads, out of a state and what was changed of it since.
struct RuleReading: RuleContext {
  let reader: any StateReader
  /// What changed, as it is now.
  private(set) var contents: [StateChange.Identity: FieldContent?] = [:]
  /// What changed of instances, until somebody asks for these.
  private var instanceChanges: [StateChange] = []
  /// The rule's own cell.
  private(set) var origin: CellPlace?
  /// The rule's part in a circle along instances; `nil` for none.
  private(set) var circle: RuleCircle?
  /// Whether the rule asks the clock or chance.
  private(set) var isVolatile = false
  /// What the rule reads that asks the clock, chance or the time zone.
  var moment: RuleMoment
  let found = Found()

  /// What was found while rules ran. A context neither throws nor changes, so what it notes stands elsewhere.
  final class Found {
    /// The instances of a form with repeats, once somebody has asked; `nil` inside for a form without.
    var instances: InstanceReading??
    /// What was read of a form with repeats, by its place.
    var snapshots: [CellPlace: CellSnapshot] = [:]
    /// What was read in all instances at once, by its place in none.
    var columns: [CellPlace: InstanceColumn] = [:]
    var cells: [CellSnapshot] = []
    var numbers: [CellPlace: Int] = [:]
    var isRelevant: [CellPlace: Bool] = [:]
    /// How often a cell was asked for in other instances than a rule's own, by its place in none.
    private var askedElsewhere: [CellPlace: Int] = [:]
    /// What conditions gave of instances; `nil` inside where that is not kept.
    var conditions: [ConditionResults.Condition: ConditionMemory?] = [:]
    var lists: [String: (any RuleList)?] = [:]
    var failure: (any Error)?

    /// Notes that a cell was asked for in another instance than a rule's own; how often that was.
    func noteAsked(_ place: CellPlace) -> Int {
      askedElsewhere[place, default: 0] += 1
      return askedElsewhere[place, default: 0]
    }

    /// Forgets what cells stand in being relevant.
    func forgetRelevance() {
      isRelevant = [:]
      for column in columns.values { column.forgetAsked() }
    }
  }

  init(reader: any StateReader, _ changes: [PlacedChange], moment: RuleMoment = .now()) {
    self.reader = reader
    self.moment = moment
    for change in changes {
      contents[change.change.identity] = .some(change.change.after)
      if change.change.field == .instance { instanceChanges.append(change.change) }
    }
  }

  /// What the reader threw while the rule ran; `nil` for nothing.
  var failure: (any Error)? { found.failure }

  /// Takes a change along.
  mutating func take(_ change: PlacedChange) throws {
    contents[change.change.identity] = .some(change.change.after)
    forgetConditions(after: change.change)
    if change.change.field.isRelevance { found.forgetRelevance() }
    guard change.change.field == .instance || change.change.subject.instance != 0 else { return }
    try takeInInstance(change)
  }

  private mutating func takeInInstance(_ change: PlacedChange) throws {
    guard let instances = try instances() else { return }
    if change.change.field == .instance { return try instances.take(change.change) }
    take(change.change, in: instances)
    guard change.change.field == .relevance, let number = try instances.instance(change.change.subject.instance) else {
      return
    }
    instances.forgetRelevance(ofInstancesOf: number.cell)
  }

  /// The instances of a form with repeats, as the changes leave them; `nil` for a form without.
  func instances() throws -> InstanceReading? {
    if let known = found.instances { return known }
    let instances = try reader.repeating().map { InstanceReading($0, reader: reader) }
    for change in instanceChanges { try instances?.take(change) }
    found.instances = .some(instances)
    return instances
  }

  /// The same for an expression, which cannot fail.
  var instancesIfAny: InstanceReading? {
    if let known = found.instances { return known }
    var instances: InstanceReading?
    attempt { instances = try self.instances() }
    return instances
  }

  /// Turns to a rule, in an instance or with 0 outside of repeats.
  mutating func begin(at rule: RuleSnapshot, in instance: Int = 0) {
    origin = rule.place.cell?.within(instance)
    circle = rule.circle
    isVolatile = rule.isVolatile
    found.failure = nil
  }

  /// Turns to a cell, as if it had a rule.
  mutating func begin(at cell: CellPlace?) {
    origin = cell
    circle = nil
    isVolatile = false
    found.failure = nil
  }

  /// What rules make of a field of a cell.
  func content(_ field: StateChange.Field, of cell: CellSnapshot) -> FieldContent? {
    stored(field, of: cell) ?? cell.starts[field] ?? field.contentWithoutRule
  }

  /// What a field of a cell holds; `nil` where it is as in a fresh response.
  func stored(_ field: StateChange.Field, of cell: CellSnapshot) -> FieldContent? {
    contents[StateChange.Identity(field, of: cell.subject)] ?? cell.state[field]
  }

  /// Whether a cell is relevant by itself, wherever it stands.
  func isRelevant(_ cell: CellSnapshot) -> Bool { content(.relevance, of: cell)?.flag ?? true }

  /// What a person has left in a cell; `nil` for nothing.
  func entry(of cell: CellSnapshot) -> FieldContent? { stored(.value, of: cell) }

  /// Whether a cell holds nothing that counts: nothing at all, or what nobody is asked.
  func isBlank(_ cell: CellSnapshot) throws -> Bool {
    try value(held: cell).map { RuleScalar($0).isBlank } ?? true
  }

  /// What a cell holds of what a rule gives; `nil` for what it cannot hold.
  func value(_ result: RuleScalar, heldBy cell: CellSnapshot) throws -> CellValue? {
    if cell.cell.kind == .choices {
      let values = result.text.split(separator: " ").map { String($0).canonicalKey }
      guard try values.allSatisfy({ try hasOption(withValue: $0, cell) }) else { return nil }
      return try? cell.cell.acceptedChoices(.choices(values))
    }
    if cell.cell.kind == .group {
      let text = result.text.canonicalKey
      return try hasOption(withValue: text, cell) ? .text(text) : nil
    }
    return cell.cell.value(ofRule: result)
  }

  /// Whether a question has an option with a value, offered or not. Answers come and go, so a fault tells of one that
  /// is not there.
  private func hasOption(withValue value: String, _ question: CellSnapshot) throws -> Bool {
    switch question.cell.rule(.choices)?.expression?.choiceSource {
    case .items(let lookup)?:
      return try reader.list(named: lookup.list)?.rows(where: [("value", value)]).isEmpty == false
    case .answers?: return true
    case nil: return try reader.option(withValue: value, under: question) != nil
    }
  }

  /// What a cell holds that counts; `nil` for nothing.
  func value(held cell: CellSnapshot) throws -> CellValue? {
    try isAsked(cell) ? valueKept(in: cell) : nil
  }

  /// What a cell holds, whether anybody is asked or not; `nil` for nothing.
  func valueKept(in cell: CellSnapshot) -> CellValue? {
    if let entry = entry(of: cell) { return entry.value }
    return content(.calculated, of: cell)?.value ?? cell.cell.defaultValue
  }

  /// Whether a section is relevant.
  func isRelevant(_ section: SectionSnapshot) -> Bool {
    let identity = StateChange.Identity(.sectionRelevance, of: StateSubject(section.key))
    return (contents[identity] ?? section.relevance.map(FieldContent.flag))?.flag ?? section.startsRelevant
  }

  func attempt(_ work: () throws -> Void) {
    do { try work() } catch { found.failure = found.failure ?? error }
  }

  private func number(of cell: CellSnapshot) -> Int {
    if let number = found.numbers[cell.place] { return number }
    found.numbers[cell.place] = found.cells.count
    found.cells.append(cell)
    return found.cells.count - 1
  }

  private func snapshot(of cell: RuleCell) -> CellSnapshot? {
    instancesIfAny == nil ? found.cells.element(at: cell.cell) : snapshotInInstance(of: cell)
  }

  /// Whether a cell and all that it is in are relevant.
  func isAsked(_ cell: CellSnapshot) throws -> Bool {
    if let known = found.isRelevant[cell.place] { return known }
    if let instances = try instances() { return try isAsked(cell, instances) }
    let isAsked =
      try isRelevant(cell) && (reader.section(at: cell.place.section).map(isRelevant) ?? true)
      && reader.ancestors(of: cell).allSatisfy(isRelevant)
    found.isRelevant[cell.place] = isAsked
    return isAsked
  }

  // MARK: - What an expression asks

  var cell: RuleCell {
    guard let origin else { return RuleCell(cell: -1) }
    if let instances = instancesIfAny { return instances.ruleCell(at: origin) }
    // Most rules ask nothing of their own cell.
    if found.numbers[origin] == nil { attempt { if let cell = try reader.cell(at: origin) { _ = number(of: cell) } } }
    return RuleCell(cell: found.numbers[origin] ?? -1)
  }

  func cells(withKey key: String, from origin: RuleCell) -> [RuleCell] {
    if let instances = instancesIfAny { return cells(withKey: key, from: origin, instances) }
    var cells: [RuleCell] = []
    attempt { if let cell = try reader.cell(withKey: key) { cells = [RuleCell(cell: number(of: cell))] } }
    return cells
  }

  func parent(of cell: RuleCell) -> RuleCell? {
    if let instances = instancesIfAny { return parent(of: cell, instances) }
    guard let snapshot = snapshot(of: cell) else { return nil }
    var parent: RuleCell?
    attempt { parent = try reader.ancestors(of: snapshot).first.map { RuleCell(cell: number(of: $0)) } }
    return parent
  }

  /// What the rule's own cell holds, whether anybody is asked or not: `once` keeps it while the cell is not relevant.
  var previousValue: RuleScalar {
    guard let origin else { return .blank }
    var value: CellValue?
    attempt { value = try reader.cell(at: origin).flatMap(valueKept) }
    return value.map(RuleScalar.init) ?? .blank
  }

  func value(of cell: RuleCell) -> RuleScalar { cellValue(of: cell).map(RuleScalar.init) ?? .blank }

  func chosenOptions(of cell: RuleCell) -> [String]? {
    if case .choices(let values)? = cellValue(of: cell) { values } else { nil }
  }

  private func cellValue(of cell: RuleCell) -> CellValue? {
    if let instances = instancesIfAny, let place = instances.place(of: cell), let column = column(ofCellAt: place) {
      return valueInInstance(place, column, instances)
    }
    guard let snapshot = snapshot(of: cell) else { return nil }
    var value: CellValue?
    attempt { value = try self.value(held: snapshot) }
    return value
  }

  func position(of cell: RuleCell) -> Int { instancesIfAny.map { position(of: cell, $0) } ?? 1 }

  func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool {
    if let instances = instancesIfAny { return isBefore(cell, other, instances) }
    guard let cell = snapshot(of: cell), let other = snapshot(of: other) else { return false }
    return cell.place < other.place
  }

  func list(named name: String) -> (any RuleList)? {
    if let known = found.lists[name] { return known }
    attempt { found.lists[name] = .some(try reader.list(named: name)) }
    return found.lists[name] ?? nil
  }

  func optionTitle(of value: String, in question: RuleCell) -> String? {
    guard let question = snapshot(of: question) else { return nil }
    var title: String?
    attempt { title = try optionTitle(of: value, under: question) }
    return title
  }

  /// The title of the option of a question that has a value; `nil` if it has none such.
  func optionTitle(of value: String, under question: CellSnapshot) throws -> String? {
    try reader.optionTitle(of: value, under: question)
  }
}
