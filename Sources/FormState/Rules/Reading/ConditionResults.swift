/// The results of conditions such as `${passenger}[${age} > 17]` for instances, kept so that a rule over all instances
/// evaluates them only after a change.
///
/// Results are kept for conditions that read only cells of the same instance. A result is valid until something changes
/// in that instance, or the relevance of something around it.
package struct ConditionResults: Sendable {
  /// A condition and its subject.
  package struct Condition: Hashable, Sendable {
    /// The cell or repeat of the condition, in no instance.
    let place: CellPlace
    let node: RuleExpression.Node
    /// Whether instances of other repeats are around these.
    let isNested: Bool
  }

  /// The result of a condition for an instance.
  package struct Result: Hashable, Sendable {
    let holds: Bool
    /// The cost of the evaluation. Reusing the result costs the same, so a rule's budget does not depend on what is
    /// known already.
    let steps: Int
  }

  /// The instances whose results a change invalidates.
  enum Reach: Hashable {
    case none
    /// One instance; if its relevance changed, also those inside it.
    case instance(Int, isRelevance: Bool)
    case all
  }

  private var results: [Condition: [Int: Result]] = [:]

  /// Creates an empty collection.
  package init() {}

  /// Whether there are no results. O(1).
  package var isEmpty: Bool { results.isEmpty }

  /// Removes and returns the results of a condition, by the numbers of instances, to change them without a copy.
  package mutating func take(_ condition: Condition) -> [Int: Result] { results.removeValue(forKey: condition) ?? [:] }

  /// Keeps the results of a condition, by the numbers of instances.
  package mutating func keep(_ results: [Int: Result], of condition: Condition) { self.results[condition] = results }

  /// Discards the results that a change invalidates.
  ///
  /// - Complexity: O(c) for c conditions.
  mutating func take(_ change: StateChange) {
    let reach = Reach(of: change.identity)
    guard !results.isEmpty, reach != .none else { return }
    for condition in Array(results.keys) {
      if reach.isWhole(isNested: condition.isNested) {
        results[condition] = nil
      } else if case .instance(let number, _) = reach {
        results[condition]?[number] = nil
      }
    }
  }
}

extension ConditionResults.Reach {
  /// The instances that a change affects.
  init(of change: StateChange.Identity) {
    let number = change.subject.instance
    if change.subject.setAsideFrom != nil || !change.field.isReadByRules {
      self = .none
    } else if number > 0 {
      self = .instance(number, isRelevance: change.field.isRelevance)
    } else {
      self = change.field.isRelevance ? .all : .none
    }
  }

  /// Whether all results of a condition are invalid.
  func isWhole(isNested: Bool) -> Bool {
    switch self {
    case .none: false
    case .instance(_, let isRelevance): isRelevance && isNested
    case .all: true
    }
  }
}

/// The results of a condition for instances, while rules run.
package final class ConditionMemory {
  private(set) var results: [Int: ConditionResults.Result]

  init(_ results: [Int: ConditionResults.Result]) { self.results = results }

  /// The results of the condition for cells; `nil` for unknown ones. O(n) for n cells.
  func results(of cells: [RuleCell]) -> [ConditionResults.Result?] {
    let results = results
    return cells.map { results[Int(truncatingIfNeeded: $0.instance)] }
  }

  /// Stores the result of the condition for a cell. O(1).
  func note(_ result: ConditionResults.Result, of cell: RuleCell) {
    results[Int(truncatingIfNeeded: cell.instance)] = result
  }

  /// Discards the results that a change invalidates.
  func forget(_ reach: ConditionResults.Reach, isNested: Bool) {
    if reach.isWhole(isNested: isNested) {
      results = [:]
    } else if case .instance(let number, _) = reach {
      results[number] = nil
    }
  }
}
