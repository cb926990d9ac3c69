/// Rules that set values when something else changes.
///
/// A set rule acts like a person: its result counts as an entry, which stays regardless of the rule's inputs, and a
/// person may replace it. It runs after all consequences of the change, at most once per action and instance, and its
/// result is a change for other rules in turn.
extension Recalculation {
  /// A set rule that has run.
  struct Setting: Hashable {
    let cell: CellPlace
    let number: Int
  }

  /// Whether a change triggers a rule that reads its subject.
  func wakes(_ rule: RuleSnapshot, _ placed: PlacedChange) -> Bool {
    switch rule.kind {
    // A default is the initial value, regardless of later changes of its inputs.
    case .default: false
    case .set: setsCells && holdsSomethingElse(placed)
    default: true
    }
  }

  /// Whether a rule runs when everything is recalculated.
  func runsWithAll(_ rule: RuleSnapshot) -> Bool { rule.kind != .set || (setsCells && rule.triggers.isEmpty) }

  /// Whether the value of a cell differs from before the action.
  private func holdsSomethingElse(_ placed: PlacedChange) -> Bool {
    let change = placed.change
    guard change.field == .value || change.field == .calculated, let position = placed.position else { return false }
    let place = CellPlace(section: placed.section, position: position, instance: change.subject.instance)
    return reader.cell(at: place).map { reading.valueKept(in: $0) != $0.value } ?? false
  }

  /// Sets a cell to the result of a rule. A result that the cell cannot hold clears it.
  mutating func set(_ cell: CellSnapshot, by rule: RuleSnapshot) throws {
    // An entry by this action is kept, unless it is the rule's trigger.
    guard !entered.contains(cell.subject) || rule.triggers.contains(cell.cell.key),
      settings.insert(Setting(cell: cell.place, number: rule.number)).inserted
    else { return }
    let result = try result(of: rule, on: cell)
    let content = try result.isBlank ? nil : reading.content(result, heldBy: cell)
    guard content != reading.contentKept(in: cell) else { return }
    try enter(content ?? .cleared, in: cell)
  }

  /// Reverts an entry from before the action, which leaves the calculated value.
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
