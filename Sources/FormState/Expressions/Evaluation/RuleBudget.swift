import Foundation

/// The remaining cost that the rules of one action may have.
///
/// A step is one part evaluated, one cell or item read, 64 bytes of text processed, or one state of a pattern tried.
package struct RuleBudget: Hashable, Sendable {
  /// The budget of an action's rules together.
  static let stepsOfAnAction = 5_000_000
  /// Maximum number of bytes of a text created by a rule.
  static let longestText = 1 << 20

  /// The number of steps left.
  private(set) var stepsLeft: Int
  /// Whether a rule has read a date or a time that depends on the time zone.
  var hasAskedZone = false

  /// A full budget.
  package init(steps: Int = RuleBudget.stepsOfAnAction) {
    stepsLeft = steps
  }

  /// Spends steps.
  ///
  /// - Throws: ``RuleFailure/outOfSteps`` if too few are left; none are left afterwards.
  mutating func spend(_ steps: Int = 1) throws {
    stepsLeft -= steps
    guard stepsLeft >= 0 else {
      stepsLeft = 0
      throw RuleFailure.outOfSteps
    }
  }
}

/// A rule could not be evaluated; the caller names the rule.
enum RuleFailure: Error, Hashable, Sendable {
  /// The rules of the action together cost too much.
  case outOfSteps
  /// The rule created a text of more than 1 MB.
  case textTooLong
  /// There is no list with the name, or the context has none.
  case noList(String)
}

extension RuleFailure: FormStateError {
  /// What happened and how to fix it, as clauses without a full stop.
  package var description: String {
    switch self {
    case .outOfSteps: "the rules of one action take more than 5 million steps; let them read fewer cells or items"
    case .textTooLong: "the rule creates a text of more than 1 MB; join fewer texts"
    case .noList(let name): "there is no list “\(name.shortened)”"
    }
  }
}
