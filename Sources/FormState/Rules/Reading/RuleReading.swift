/// The inputs of rules, from a state and its changes since.
struct RuleReading: RuleContext {
  let reader: FormReader
  /// The current contents of changed fields.
  private(set) var contents: [StateChange.Identity: FieldContent?] = [:]
  /// The changes of instances, until these are needed.
  private var instanceChanges: [StateChange] = []
  /// The instances in which something has changed.
  private var changedInstances: Set<Int> = []
  /// The rule's own cell.
  private(set) var origin: CellPlace?
  /// The rule's part in a cycle along instances; `nil` for none.
  private(set) var cycle: RuleCycle?
  /// Whether the rule uses the clock or random values.
  private(set) var isVolatile = false
  /// The moment for rules that use the clock, random values or the time zone.
  var moment: RuleMoment
  let found = Found()

  /// A cache filled while rules run. A context neither throws nor changes, so it is separate.
  final class Found {
    /// The instances of a form with repeats, once needed; the inner `nil` is for a form without.
    var instances: InstanceReading??
    /// The cells read in a form with repeats, by their places.
    var snapshots: [CellPlace: CellSnapshot] = [:]
    /// What rules read of all instances at once, after the changes; the reader's until it is needed.
    var columns = InstanceColumns()
    var hasColumns = false
    var cells: [CellSnapshot] = []
    var numbers: [CellPlace: Int] = [:]
    /// Whether a cell outside of instances and everything around it are relevant.
    var isRelevant: [CellPlace: Bool] = [:]
    var lists: [String: (any RuleList)?] = [:]
    var failure: (any Error)?
  }

  init(reader: FormReader, _ changes: [PlacedChange], moment: RuleMoment = .now()) {
    self.reader = reader
    self.moment = moment
    for change in changes {
      note(change.change)
      if change.change.field == .instance, change.change.subject.setAsideFrom == nil {
        instanceChanges.append(change.change)
      }
    }
  }

  /// The reader's error while the rule ran; `nil` for none.
  var failure: (any Error)? { found.failure }

  /// Applies a change.
  mutating func take(_ placed: PlacedChange) {
    let change = placed.change
    note(change)
    if change.field.isRelevance { found.isRelevant = [:] }
    guard change.subject.setAsideFrom == nil, change.field.isReadByRules, let instances else { return }
    let former = instances.instance(change.subject.instance)
    if change.field == .instance { instances.take(change) }
    let new = instances.instance(change.subject.instance)
    if change.field == .relevance, let new { instances.forgetRelevance(ofInstancesOf: new.cell) }
    if found.hasColumns { found.columns.take(change.identity, from: former, to: new, contents: contents(ofCell:in:)) }
  }

  private mutating func note(_ change: StateChange) {
    contents[change.identity] = .some(change.after)
    if change.subject.instance > 0 { changedInstances.insert(change.subject.instance) }
  }

  // MARK: - Instances

  /// What rules read of a cell in an instance. O(1).
  func contents(ofCell key: String, in instance: Int) -> InstanceContents {
    var now = reader.contents(ofCell: key, in: instance)
    guard changedInstances.contains(instance) else { return now }
    for field in [StateChange.Field.value, .calculated, .relevance] {
      let identity = StateChange.Identity(field, of: StateSubject(key, instance: instance))
      if let content = contents[identity] { now.set(field, to: content) }
    }
    return now
  }

  /// Takes what rules have read of all instances from the reader, and moves it along with the changes, unless that has
  /// been done. O(c) for c changes.
  func takeColumns(_ instances: InstanceReading) {
    guard !found.hasColumns else { return }
    found.columns = reader.takeColumns()
    found.hasColumns = true
    for identity in contents.keys where identity.subject.setAsideFrom == nil {
      let number = identity.subject.instance
      found.columns.take(
        identity, from: reader.instance(number), to: instances.instance(number), contents: contents(ofCell:in:))
    }
  }

  /// Moves what rules have read of all instances back to before the changes, and gives it back to the reader. O(c) for
  /// c changes.
  func giveColumnsBack() {
    guard found.hasColumns, let instances else { return }
    found.hasColumns = false
    for identity in contents.keys where identity.subject.setAsideFrom == nil {
      let number = identity.subject.instance
      found.columns.take(
        identity, from: instances.instance(number), to: reader.instance(number), contents: reader.contents)
    }
    reader.take(back: found.columns)
    found.columns = InstanceColumns()
  }

  /// The instances of a form with repeats, after the changes; `nil` for a form without.
  var instances: InstanceReading? {
    if let known = found.instances { return known }
    let instances = reader.repeating().map { InstanceReading($0, reader: reader) }
    for change in instanceChanges { instances?.take(change) }
    found.instances = .some(instances)
    return instances
  }

  /// Begins a rule, in an instance; 0 outside of repeats.
  mutating func begin(at rule: RuleSnapshot, in instance: Int = 0) {
    origin = rule.place.cell?.within(instance)
    cycle = rule.cycle
    isVolatile = rule.isVolatile
    found.failure = nil
  }

  /// Begins with a cell, as if it had a rule.
  mutating func begin(at cell: CellPlace?) {
    origin = cell
    cycle = nil
    isVolatile = false
    found.failure = nil
  }

  /// The result of rules for a field of a cell.
  func content(_ field: StateChange.Field, of cell: CellSnapshot) -> FieldContent? {
    stored(field, of: cell) ?? cell.starts[field] ?? field.contentWithoutRule
  }

  /// The content of a field of a cell; `nil` if it is as in a fresh response.
  func stored(_ field: StateChange.Field, of cell: CellSnapshot) -> FieldContent? {
    contents[StateChange.Identity(field, of: cell.subject)] ?? cell.state[field]
  }

  /// Whether a cell is relevant by itself, regardless of its surroundings.
  func isRelevant(_ cell: CellSnapshot) -> Bool { content(.relevance, of: cell)?.flag ?? true }

  /// The person's entry in a cell; `nil` for none.
  func entry(of cell: CellSnapshot) -> FieldContent? { stored(.value, of: cell) }

  /// Whether a cell has no value that counts: none at all, or one that is not relevant.
  func isBlank(_ cell: CellSnapshot) -> Bool { content(held: cell)?.scalar.isBlank ?? true }

  /// The content of a cell for a result of a rule; `nil` for a result that it cannot hold.
  func content(_ result: RuleScalar, heldBy cell: CellSnapshot) throws -> FieldContent? {
    if cell.cell.kind == .choices {
      let values = result.text.split(separator: " ").map { String($0).canonicalKey }
      guard try values.allSatisfy({ try hasOption(withValue: $0, cell) }) else { return nil }
      return (try? cell.cell.acceptedChoices(.choices(values))).map(FieldContent.value)
    }
    if cell.cell.kind == .group {
      let text = result.text.canonicalKey
      guard try hasOption(withValue: text, cell) else { return nil }
      return result.typedContent.flatMap { $0.value == .text(text) ? $0 : nil } ?? .text(text)
    }
    return cell.cell.content(ofRule: result)
  }

  /// Whether a question has an option with a value, offered or not. Answers come and go, so a missing one is reported
  /// as a fault.
  private func hasOption(withValue value: String, _ question: CellSnapshot) throws -> Bool {
    switch question.cell.rule(.choices)?.expression?.choiceSource {
    case .items(let lookup)?:
      return try reader.list(named: lookup.list)?.rows(where: [("value", value)]).isEmpty == false
    case .answers?: return true
    case nil: return reader.option(withValue: value, under: question) != nil
    }
  }

  /// The value of a cell that counts; `nil` for none.
  func value(held cell: CellSnapshot) -> CellValue? { content(held: cell)?.value }

  private func content(held cell: CellSnapshot) -> FieldContent? { isAsked(cell) ? contentKept(in: cell) : nil }

  /// The value of a cell, relevant or not; `nil` for none.
  func valueKept(in cell: CellSnapshot) -> CellValue? { contentKept(in: cell)?.value }

  /// The content with the value of a cell, relevant or not; `nil` for none.
  func contentKept(in cell: CellSnapshot) -> FieldContent? {
    InstanceContents(entry: entry(of: cell), calculated: content(.calculated, of: cell))
      .held(orDefault: cell.cell.defaultValue)
  }

  /// Whether a section is relevant.
  func isRelevant(_ section: SectionSnapshot) -> Bool {
    let identity = StateChange.Identity(.sectionRelevance, of: StateSubject(section.key))
    return (contents[identity] ?? section.relevance.map(FieldContent.flag))?.flag ?? section.startsRelevant
  }

  private func number(of cell: CellSnapshot) -> Int {
    if let number = found.numbers[cell.place] { return number }
    found.numbers[cell.place] = found.cells.count
    found.cells.append(cell)
    return found.cells.count - 1
  }

  private func snapshot(of cell: RuleCell) -> CellSnapshot? {
    instances == nil ? found.cells.element(at: cell.cell) : snapshotInInstance(of: cell)
  }

  /// Whether a cell and everything around it are relevant.
  func isAsked(_ cell: CellSnapshot) -> Bool {
    if let instances { return isAsked(at: cell.place, instances) }
    if let known = found.isRelevant[cell.place] { return known }
    let isAsked =
      isRelevant(cell) && (reader.section(at: cell.place.section).map(isRelevant) ?? true)
      && reader.ancestors(of: cell).allSatisfy(isRelevant)
    found.isRelevant[cell.place] = isAsked
    return isAsked
  }

  // MARK: - Queries by expressions

  var cell: RuleCell {
    guard let origin else { return RuleCell(cell: -1) }
    if let instances { return instances.ruleCell(at: origin) }
    return RuleCell(cell: found.numbers[origin] ?? reader.cell(at: origin).map(number(of:)) ?? -1)
  }

  func cells(withKey key: String, from origin: RuleCell) -> [RuleCell] {
    if let instances { return cells(withKey: key, from: origin, instances) }
    return reader.cell(withKey: key).map { [RuleCell(cell: number(of: $0))] } ?? []
  }

  func parent(of cell: RuleCell) -> RuleCell? {
    if let instances { return parent(of: cell, instances) }
    return snapshot(of: cell).flatMap { reader.ancestors(of: $0).first }.map { RuleCell(cell: number(of: $0)) }
  }

  /// The value of the rule's own cell, relevant or not: `once` keeps it while the cell is not relevant.
  var previousValue: RuleScalar {
    origin.flatMap(reader.cell(at:)).flatMap(contentKept)?.scalar ?? .blank
  }

  func value(of cell: RuleCell) -> RuleScalar { content(of: cell)?.scalar ?? .blank }

  func chosenOptions(of cell: RuleCell) -> [String]? {
    if case .value(.choices(let values))? = content(of: cell) { values } else { nil }
  }

  private func content(of cell: RuleCell) -> FieldContent? {
    if let instances, cell.instance > 0 { return contentInInstance(cell, instances) }
    return snapshot(of: cell).flatMap(content(held:))
  }

  func position(of cell: RuleCell) -> Int { instances.map { position(of: cell, $0) } ?? 1 }

  func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool {
    if let instances { return isBefore(cell, other, instances) }
    guard let cell = snapshot(of: cell), let other = snapshot(of: other) else { return false }
    return cell.place < other.place
  }

  func list(named name: String) -> (any RuleList)? {
    if let known = found.lists[name] { return known }
    do {
      let list = try reader.list(named: name)
      found.lists[name] = .some(list)
      return list
    } catch {
      found.failure = found.failure ?? error
      return nil
    }
  }

  func optionTitle(of value: String, in question: RuleCell) -> String? {
    guard let question = snapshot(of: question) else { return nil }
    do {
      return try optionTitle(of: value, under: question)
    } catch {
      found.failure = found.failure ?? error
      return nil
    }
  }

  /// The title of the option of a question with a value; `nil` if it has none.
  func optionTitle(of value: String, under question: CellSnapshot) throws -> String? {
    try reader.optionTitle(of: value, under: question)
  }
}
