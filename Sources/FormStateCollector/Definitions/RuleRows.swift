import FormState

extension DefinitionRows {
  /// Passes on the rows of `formstate_rule`: what can be wrong in each question.
  func forEachRule(_ body: ([PostgresValue]) throws -> Void) rethrows {
    let fresh = form.fresh
    for each in form.surroundedCells where each.cell.hasRareProperties && form.canBeAsked(at: each.place) {
      let faults = each.cell.possibleFaults
      guard !faults.isEmpty else { continue }
      let state = fresh.state(ofCell: each.cell.key)
      let failed = FailedRules(text: state[.faults]?.text ?? "")
      for fault in faults {
        let holds =
          switch fault.kind {
          case .required: state[.requirement]?.flag ?? false
          case .constraint: !failed.constraints.contains(fault.number)
          case .notOffered: !failed.isNotOffered
          default: true
          }
        try body([
          .text(digest), .text(each.cell.key), .text(fault.kind.rawValue), .integer(Int64(fault.number)),
          .text(fault.message), .text(fault.severity.rawValue), .bool(holds),
        ])
      }
    }
  }

  /// Passes on the rows of `formstate_condition`: what decides the relevance of each cell.
  ///
  /// - Complexity: O(n + k) for n cells and k conditions.
  func forEachCondition(_ body: ([PostgresValue]) throws -> Void) rethrows {
    var above = ConditionsAbove(of: form)
    for each in form.surroundedCells {
      for condition in above.conditions(of: each) {
        try body([
          .text(digest), .text(each.cell.key), condition.field, .text(condition.subject),
          .integer(Int64(condition.depth)), .bool(condition.holds),
        ])
      }
    }
  }
}

extension FormCell {
  /// The faults that its rules can find. O(r) for r rules.
  fileprivate var possibleFaults: [Fault] {
    let kinds = Set(rules.map(\.kind))
    guard !kinds.isDisjoint(with: [.required, .constraint, .choices, .calculate, .default]) else {
      return []
    }
    var failed = FailedRules(text: "")
    failed.constraints = Set(1...max(1, rules.count { $0.kind == .constraint }))
    failed.isNotOffered = kinds.contains(.choices)
    failed.hasRefusedCalculation = kinds.contains(where: \.givesValue)
    return faultsByRules(isRequired: kinds.contains(.required), value: nil, failed: .text(failed.text))
  }
}

/// The conditions on the relevance of the cells above the current one, while cells pass in the order of the form.
private struct ConditionsAbove {
  /// A rule that decides the relevance of a cell.
  struct Condition {
    /// The field of the state that has its result.
    let field: PostgresValue
    /// The key of the cell or section that has the rule.
    let subject: String
    /// The number of repeats around it; for a count, with the counted one.
    let depth: Int
    /// The result in a new response.
    let holds: Bool
  }

  private let form: FormDefinition
  private let fresh: FreshResponse
  private var conditions: [Condition] = []
  /// The numbers of conditions in the section and in each cell above the current one, outermost first.
  private var counts: [Int] = []
  private var section: Int?

  init(of form: FormDefinition) {
    self.form = form
    fresh = form.fresh
  }

  /// The conditions of the next cell, outermost first.
  mutating func conditions(of each: SurroundedCell) -> [Condition] {
    if section != each.place.section { enter(section: each.place.section) }
    counts.removeLast(counts.count - 1 - each.level)
    conditions.removeLast(conditions.count - counts[each.level])
    let cell = each.cell
    if cell.rule(.relevant) != nil {
      let holds = fresh.state(ofCell: cell.key)[.relevance]?.flag ?? true
      add("relevance", cell.key, depth: each.around.repeatCount, holds: holds)
    }
    let all = conditions
    if cell.rule(.count) != nil {
      // A new response has no instances, and each counts until the rule finds otherwise.
      add("relevance", cell.key, depth: each.around.repeatCount + 1, holds: true)
    }
    counts.append(conditions.count)
    return all
  }

  private mutating func enter(section position: Int) {
    section = position
    conditions.removeAll()
    let section = form.sections[position]
    if section.relevant != nil {
      add("sectionRelevance", section.key, depth: 0, holds: fresh.isRelevant(section: section.key))
    }
    counts = [conditions.count]
  }

  private mutating func add(_ field: PostgresValue, _ subject: String, depth: Int, holds: Bool) {
    conditions.append(Condition(field: field, subject: subject, depth: depth, holds: holds))
  }
}
