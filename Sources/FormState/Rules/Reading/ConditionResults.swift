/// What conditions such as `${passenger}[${age} > 17]` give of instances, kept so that a rule over all instances
/// evaluates them only where something changed.
///
/// Results are kept of conditions that read nothing but cells of the instance that they are asked of. A result holds
/// until something changes in that instance, or the relevance of what surrounds it.
package struct ConditionResults: Sendable {
  /// A condition, and of what it is asked.
  package struct Condition: Hashable, Sendable {
    /// The cell or repeat of which it is asked, in no instance.
    let place: CellPlace
    let node: RuleExpression.Node
    /// Whether instances of other repeats surround these.
    let isNested: Bool
  }

  /// What a condition gave of an instance.
  package struct Result: Hashable, Sendable {
    let holds: Bool
    /// What the evaluation cost. Taking the result from here costs the same, so that what a rule may cost does not
    /// depend on what is known already.
    let steps: Int
  }

  /// Of which instances a change puts results in question.
  enum Reach: Hashable {
    case none
    /// Of one instance; where it surrounds others and its relevance changed, of those too.
    case instance(Int, isRelevance: Bool)
    case all
  }

  private var results: [Condition: [Int: Result]] = [:]

  /// No results.
  package init() {}

  /// Whether there are no results. O(1).
  package var isEmpty: Bool { results.isEmpty }

  /// What a condition gave, by the numbers of instances; it is kept no longer, so that the caller can change it without
  /// a copy.
  package mutating func take(_ condition: Condition) -> [Int: Result] { results.removeValue(forKey: condition) ?? [:] }

  /// Keeps what a condition gives, by the numbers of instances.
  package mutating func keep(_ results: [Int: Result], of condition: Condition) { self.results[condition] = results }

  /// Forgets what a change puts in question.
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
  /// The reach of a change.
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

  /// Whether all results of a condition are in question.
  func isWhole(isNested: Bool) -> Bool {
    switch self {
    case .none: false
    case .instance(_, let isRelevance): isRelevance && isNested
    case .all: true
    }
  }
}

/// What a condition gives of instances, while rules run.
package final class ConditionMemory {
  private(set) var results: [Int: ConditionResults.Result]

  init(_ results: [Int: ConditionResults.Result]) { self.results = results }

  /// What the condition gave of the instances of cells; `nil` where that is not known. O(n) for n cells.
  func results(of cells: [RuleCell]) -> [ConditionResults.Result?] {
    let results = results
    return cells.map { results[Int(truncatingIfNeeded: $0.instance)] }
  }

  /// Notes what the condition gives of the instance of a cell. O(1).
  func note(_ result: ConditionResults.Result, of cell: RuleCell) {
    results[Int(truncatingIfNeeded: cell.instance)] = result
  }

  /// Forgets what a change puts in question.
  func forget(_ reach: ConditionResults.Reach, isNested: Bool) {
    if reach.isWhole(isNested: isNested) {
      results = [:]
    } else if case .instance(let number, _) = reach {
      results[number] = nil
    }
  }
}
