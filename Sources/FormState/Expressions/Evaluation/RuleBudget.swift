import Foundation

/// What the rules of one action may still cost.
///
/// A step is one part computed, one cell or item read, 64 bytes of text gone through, or one state of a pattern tried.
package struct RuleBudget: Hashable, Sendable {
  /// What the rules of an action may cost together.
  package static let stepsOfAnAction = 5_000_000
  /// The most bytes of a text that a rule makes.
  package static let longestText = 1 << 20

  /// How many steps are left.
  package private(set) var stepsLeft: Int
  /// Whether a rule has read a date or a time that means something else in another time zone.
  package var hasAskedZone = false

  /// A full budget.
  package init(steps: Int = RuleBudget.stepsOfAnAction) {
    stepsLeft = steps
  }

  /// Takes steps out.
  ///
  /// - Throws: ``RuleFailure/outOfSteps`` when there are not so many left; none are left then.
  package mutating func spend(_ steps: Int = 1) throws {
    stepsLeft -= steps
    guard stepsLeft >= 0 else {
      stepsLeft = 0
      throw RuleFailure.outOfSteps
    }
  }
}

/// A rule could not be evaluated; who runs it names it.
package enum RuleFailure: Error, Hashable, Sendable {
  /// The rules of the action cost too much together.
  case outOfSteps
  /// The rule made a text of more than 1 MB.
  case textTooLong
  /// There is no list with the name, or the context has none.
  case noList(String)
}

extension RuleFailure: CustomStringConvertible, LocalizedError {
  package var errorDescription: String? { description }

  /// What happened and what to do, as clauses without a full stop.
  package var description: String {
    switch self {
    case .outOfSteps: "the rules of one action take more than 5 million steps; let them look at fewer cells or items"
    case .textTooLong: "the rule makes a text of more than 1 MB; let it join less"
    case .noList(let name): "there is no list “\(name.shortened)”"
    }
  }
}
