/// What rules set when something else changes.
///
/// A rule that sets acts as a person would: what it gives is entered, so that it stays whatever becomes of what it
/// read, and a person may enter something else afterwards. It runs after all that follows from the change, at most once
/// an action in an instance, and what it sets is a change for others again.
extension Recalculation {
  /// A rule of a cell that has set it already, or with the number 0 the one that has counted its instances.
  struct Setting: Hashable {
    let cell: CellPlace
    let number: Int
  }

  /// Whether a change wakes a rule that reads what it is about.
  func wakes(_ rule: RuleSnapshot, _ placed: PlacedChange) throws -> Bool {
    switch rule.kind {
    // A default says what a cell holds at first, whatever becomes of what it reads.
    case .default: false
    case .set: try setsCells && holdsSomethingElse(placed)
    default: true
    }
  }

  /// Whether a rule runs when everything is recalculated.
  func runsWithAll(_ rule: RuleSnapshot) -> Bool { rule.kind != .set || (setsCells && rule.triggers.isEmpty) }

  /// Whether a cell holds something else than before the action.
  private func holdsSomethingElse(_ placed: PlacedChange) throws -> Bool {
    let change = placed.change
    guard change.field == .value || change.field == .calculated, let position = placed.position else { return false }
    let place = CellPlace(section: placed.section, position: position, instance: change.subject.instance)
    return try reader.cell(at: place).map { reading.valueKept(in: $0) != $0.value } ?? false
  }

  /// Sets a cell to what a rule gives. What the cell cannot hold leaves it empty.
  mutating func set(_ cell: CellSnapshot, by rule: RuleSnapshot) throws {
    // What the person entered in this action stays, unless that is what the rule waits for.
    guard !entered.contains(cell.subject) || rule.triggers.contains(cell.cell.key),
      settings.insert(Setting(cell: cell.place, number: rule.number)).inserted
    else { return }
    let result = try result(of: rule, on: cell)
    let value = try result.isBlank ? nil : reading.value(result, heldBy: cell)
    guard value != reading.valueKept(in: cell) else { return }
    try enter(value.map(FieldContent.value) ?? .cleared, in: cell)
  }

  /// Takes back what a person entered in a cell before the action, so that it holds what is calculated.
  mutating func dropEntry(of cell: CellSnapshot) throws {
    guard setsCells, !runsAll, !entered.contains(cell.subject), reading.entry(of: cell) != nil else { return }
    try enter(nil, in: cell)
  }

  private mutating func enter(_ content: FieldContent?, in cell: CellSnapshot) throws {
    if reading.stored(.draft, of: cell) != nil { try take(cell.change(.draft, to: nil)) }
    if reading.stored(.original, of: cell) != nil { try take(cell.change(.original, to: nil)) }
    try take(cell.change(.value, to: content))
  }
}
