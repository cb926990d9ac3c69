/// What a rule reads, out of a state and what was changed of it since.
struct RuleReading<Reader: StateReader>: RuleContext {
  let reader: Reader
  /// What changed, as it is now.
  private var contents: [StateChange.Identity: FieldContent?] = [:]
  private var origin: CellPlace?
  /// What the rule reads that asks the clock or chance.
  var moment = RuleMoment(time: .now, zone: .utc, seed: 0)
  private let found = Found()

  /// What was found while rules ran. A context neither throws nor changes, so what it notes stands elsewhere.
  private final class Found {
    var cells: [CellSnapshot] = []
    var numbers: [CellPlace: Int] = [:]
    var isRelevant: [CellPlace: Bool] = [:]
    var lists: [String: OptionList?] = [:]
    var failure: (any Error)?
  }

  init(reader: Reader, _ changes: [PlacedChange]) {
    self.reader = reader
    for change in changes { contents[change.change.identity] = .some(change.change.after) }
  }

  /// What the reader threw while the rule ran; `nil` for nothing.
  var failure: (any Error)? { found.failure }

  /// Takes a change along.
  mutating func take(_ change: PlacedChange) {
    contents[change.change.identity] = .some(change.change.after)
    if change.change.field.isRelevance { found.isRelevant = [:] }
  }

  /// Turns to a rule.
  mutating func begin(at rule: RuleSnapshot) {
    origin = rule.place.cell
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
      guard try values.allSatisfy({ try reader.option(withValue: $0, under: cell) != nil }) else { return nil }
      return try? cell.cell.acceptedChoices(.choices(values))
    }
    if cell.cell.kind == .group {
      let text = result.text.canonicalKey
      return try reader.option(withValue: text, under: cell) == nil ? nil : .text(text)
    }
    return cell.cell.value(ofRule: result)
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

  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch { found.failure = found.failure ?? error }
  }

  private func number(of cell: CellSnapshot) -> Int {
    if let number = found.numbers[cell.place] { return number }
    found.numbers[cell.place] = found.cells.count
    found.cells.append(cell)
    return found.cells.count - 1
  }

  private func snapshot(of cell: RuleCell) -> CellSnapshot? { found.cells.element(at: cell.cell) }

  /// Whether a cell and all that it stands in are relevant.
  func isAsked(_ cell: CellSnapshot) throws -> Bool {
    if let known = found.isRelevant[cell.place] { return known }
    let isAsked =
      try isRelevant(cell) && (reader.section(at: cell.place.section).map(isRelevant) ?? true)
      && reader.ancestors(of: cell).allSatisfy(isRelevant)
    found.isRelevant[cell.place] = isAsked
    return isAsked
  }

  // MARK: - What an expression asks

  var cell: RuleCell {
    guard let origin else { return RuleCell(cell: -1) }
    // Most rules ask nothing of their own cell.
    if found.numbers[origin] == nil { attempt { if let cell = try reader.cell(at: origin) { _ = number(of: cell) } } }
    return RuleCell(cell: found.numbers[origin] ?? -1)
  }

  func cells(withKey key: String, from origin: RuleCell) -> [RuleCell] {
    var cells: [RuleCell] = []
    attempt { if let cell = try reader.cell(withKey: key) { cells = [RuleCell(cell: number(of: cell))] } }
    return cells
  }

  func parent(of cell: RuleCell) -> RuleCell? {
    guard let snapshot = snapshot(of: cell) else { return nil }
    var parent: RuleCell?
    attempt { parent = try reader.ancestors(of: snapshot).first.map { RuleCell(cell: number(of: $0)) } }
    return parent
  }

  func value(of cell: RuleCell) -> RuleScalar { cellValue(of: cell).map(RuleScalar.init) ?? .blank }

  func chosenOptions(of cell: RuleCell) -> [String]? {
    if case .choices(let values)? = cellValue(of: cell) { values } else { nil }
  }

  private func cellValue(of cell: RuleCell) -> CellValue? {
    guard let snapshot = snapshot(of: cell) else { return nil }
    var value: CellValue?
    attempt { value = try self.value(held: snapshot) }
    return value
  }

  func position(of cell: RuleCell) -> Int { 1 }

  func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool {
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

  /// The title of the option of a question that has a value; `nil` when it has none such.
  func optionTitle(of value: String, under question: CellSnapshot) throws -> String? {
    try reader.option(withValue: value, under: question)?.cell.title
  }
}

extension FormCell {
  /// What the cell holds of what a rule gives; `nil` for what it cannot hold.
  fileprivate func value(ofRule result: RuleScalar) -> CellValue? {
    let given: CellValue? =
      switch (kind, result) {
      case (.switch, _): .boolean(result.isTrue)
      case (.custom, .number(let number)), (.slider, .number(let number)), (.integer, .number(let number)),
        (.decimal, .number(let number)):
        CellValue.number(number)
      // A moment is on some day, whatever the time.
      case (.date, _): .text(String(result.text.prefix(10)))
      default: .text(result.text)
      }
    return given.flatMap { try? accepted($0) }
  }
}

extension RuleScalar {
  /// What a cell holds, as an expression reads it: a switch is a condition, a date or time its ISO text, several choices their values
  /// with blanks between them.
  init(_ value: CellValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .integer(let whole): self = .number(Double(whole))
    case .real(let number): self = .number(number)
    case .boolean(let isOn): self = .boolean(isOn)
    case .decimal(let decimal): self = .number(decimal.number)
    case .date, .time, .dateTime: self = .text(value.plainText)
    case .choices(let values): self = .text(values.joined(separator: " "))
    }
  }
}
