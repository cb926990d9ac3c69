/// Failing rules of cells.
///
/// A state keeps the failing rules of a cell in one text. It is read when the first of them has run and written when
/// all have, so a cell with many constraints costs as much as many cells with one each.
extension Recalculation {
  /// A rule of a cell that can fail.
  enum Failing {
    case constraint(Int)
    case choices
    case calculation
  }

  /// The failing rules of a cell.
  struct CellFailures {
    let cell: CellSnapshot
    var rules: FailedRules
    /// The position of their change among the changes; `nil` until something changes.
    var change: Int?
  }

  /// Notes whether a rule of a cell fails. O(1); the first time for a cell O(*k* log *k*) for *k* of its failing rules.
  mutating func note(_ failing: Failing, failed: Bool, in cell: CellSnapshot) throws {
    var hasChanged = false
    if failures[cell.place] == nil {
      let before = reading.content(.faults, of: cell)?.text ?? ""
      guard failed || !before.isEmpty else { return }
      let rules = FailedRules(text: before)
      failures[cell.place] = CellFailures(cell: cell, rules: rules)
      hasChanged = !rules.text.isSpelled(like: before)
    }
    if failures[cell.place]?.rules.note(failing, failed: failed) == true { hasChanged = true }
    guard hasChanged, let noted = failures[cell.place], noted.change == nil else { return }
    // Its content is known only at the end; this reserves its position among the changes.
    guard let change = change(.faults, of: cell, to: .text(noted.rules.text)) else { return }
    failures[cell.place]?.change = changes.count
    try take(change)
  }

  /// Writes the failing rules, after all have run.
  mutating func settleFailures() {
    for noted in failures.values {
      guard let place = noted.change else { continue }
      let content = FieldContent.text(noted.rules.text)
      let atFirst = noted.cell.starts[.faults] ?? StateChange.Field.faults.contentWithoutRule
      var change = changes[place].change
      change.after = content == atFirst ? nil : content
      changes[place] = changes[place].with(change)
      reading.take(changes[place])
    }
    failures = [:]
  }
}

extension FailedRules {
  /// Notes whether a rule fails; returns `true` if that is new.
  fileprivate mutating func note(_ failing: Recalculation.Failing, failed: Bool) -> Bool {
    switch failing {
    case .constraint(let number):
      return failed ? constraints.insert(number).inserted : constraints.remove(number) != nil
    case .choices:
      defer { isNotOffered = failed }
      return isNotOffered != failed
    case .calculation:
      defer { hasRefusedCalculation = failed }
      return hasRefusedCalculation != failed
    }
  }
}
