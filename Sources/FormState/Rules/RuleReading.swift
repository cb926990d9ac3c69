/// What a rule reads, out of a state and what was changed of it since.
struct RuleReading<Reader: StateReader>: RuleContext {
  private let reader: Reader
  /// What changed, as it is now.
  private var contents: [StateChange.Identity: FieldContent?] = [:]
  private var origin: CellPlace?
  private let found = Found()

  /// What was found while a rule ran. A context neither throws nor changes, so what it notes stands elsewhere.
  private final class Found {
    var cells: [CellSnapshot] = []
    var numbers: [CellPlace: Int] = [:]
    var isRelevant: [CellPlace: Bool] = [:]
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
    found.cells = []
    found.numbers = [:]
    found.failure = nil
    if let place = rule.place.cell { attempt { if let cell = try reader.cell(at: place) { _ = number(of: cell) } } }
  }

  /// Whether a cell is relevant by itself, wherever it stands.
  func isRelevant(_ cell: CellSnapshot) -> Bool {
    let stored = contents[StateChange.Identity(.relevance, of: cell.subject)] ?? cell.state[.relevance]
    return stored?.flag ?? cell.startsRelevant
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
  private func isAsked(_ cell: CellSnapshot) throws -> Bool {
    if let known = found.isRelevant[cell.place] { return known }
    let isAsked =
      try isRelevant(cell) && (reader.section(at: cell.place.section).map(isRelevant) ?? true)
      && reader.ancestors(of: cell).allSatisfy(isRelevant)
    found.isRelevant[cell.place] = isAsked
    return isAsked
  }

  // MARK: - What an expression asks

  var cell: RuleCell { RuleCell(cell: origin.flatMap { found.numbers[$0] } ?? -1) }

  var moment: RuleMoment { RuleMoment(time: .now, zone: .utc, seed: 0) }

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
    attempt {
      guard try isAsked(snapshot) else { return }
      let entry = contents[StateChange.Identity(.value, of: snapshot.subject)] ?? snapshot.state.entry
      value = if let entry { entry.value } else { snapshot.cell.defaultValue }
    }
    return value
  }

  func position(of cell: RuleCell) -> Int { 1 }

  func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool {
    guard let cell = snapshot(of: cell), let other = snapshot(of: other) else { return false }
    return cell.place < other.place
  }

  func optionTitle(of value: String, in question: RuleCell) -> String? {
    guard let question = snapshot(of: question) else { return nil }
    var title: String?
    attempt { title = try reader.option(withValue: value, under: question)?.cell.title }
    return title
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
