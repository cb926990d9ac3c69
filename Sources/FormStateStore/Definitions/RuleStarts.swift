import FormState
import GRDB

/// Determines the stored results of rules in a fresh response.
struct RuleStarts {
  private let fresh: FreshResponse
  /// The failing rules, by the keys of their cells: parsed once, however many constraints a cell has.
  private var failed: [String: FailedRules] = [:]

  init(of fresh: FreshResponse) {
    self.fresh = fresh
  }

  /// The result of a rule, and its type where it has one of its own. O(1); the first time for a cell O(*k*) for *k* of
  /// its failing rules.
  mutating func stored(
    _ rule: FormRules.Rule, section: String, cell: String?
  ) -> (result: DatabaseValue, type: DatabaseValue) {
    guard let cell else { return (fresh.isRelevant(section: section).databaseValue, .null) }
    switch rule.rule.kind {
    case .constraint: return ((!failed(cell).constraints.contains(rule.number)).databaseValue, .null)
    case .choices: return ((!failed(cell).isNotOffered).databaseValue, .null)
    default:
      let field = rule.rule.kind.field
      let content = fresh.state(ofCell: cell)[field] ?? field.contentWithoutRule
      return (content?.value?.stored ?? .null, content?.storedResultType ?? .null)
    }
  }

  private mutating func failed(_ cell: String) -> FailedRules {
    if let known = failed[cell] { return known }
    let found = FailedRules(text: fresh.state(ofCell: cell)[.faults]?.text ?? "")
    failed[cell] = found
    return found
  }
}

/// Combines the results of one cell's rules in a fresh response.
struct StoredStarts {
  private let kind: CellKind
  private var derived = CellState()
  private var failed = FailedRules(text: "")

  init(of kind: CellKind) {
    self.kind = kind
  }

  /// The combined results.
  var state: CellState {
    var state = derived
    if failed != FailedRules(text: "") { state[.faults] = .text(failed.text) }
    return state
  }

  /// Adds the stored result of a rule, with its type if it has one of its own. O(1).
  ///
  /// - Throws: ``StoreError/Code/damaged`` if a rule of the kind cannot have that result.
  mutating func take(_ starts: DatabaseValue, type: String?, of rule: FormRule.Kind, number: Int) throws {
    let field = rule.field
    var content: FieldContent?
    switch rule {
    case .relevant, .required, .readOnly: content = Bool.fromDatabaseValue(starts).map(FieldContent.flag)
    case .calculate, .default: content = try FieldContent(stored: starts, type: type, kind: kind)
    // Whether instances count is a property of each instance; in a fresh response nothing was set.
    case .count, .set: return
    case .title: content = String.fromDatabaseValue(starts).map(FieldContent.text)
    case .constraint:
      if Bool.fromDatabaseValue(starts) == false { failed.constraints.insert(number) }
      return
    case .choices:
      failed.isNotOffered = Bool.fromDatabaseValue(starts) == false
      return
    }
    guard let content else { throw StoreError.damaged("a stored rule has an impossible initial result") }
    derived[field] = content == field.contentWithoutRule ? nil : content
  }
}
