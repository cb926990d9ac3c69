/// An input of a rule: a cell, and the instances that are read.
package struct RuleRead: Hashable, Sendable, Comparable {
  /// The cell, in no instance.
  package let cell: CellPlace
  /// The instances that are read.
  package let reach: RuleReference.Reach

  /// Creates an input.
  package init(_ cell: CellPlace, _ reach: RuleReference.Reach) {
    self.cell = cell
    self.reach = reach
  }

  /// Orders inputs as in the form, those of one cell by their reach.
  package static func < (left: RuleRead, right: RuleRead) -> Bool {
    (left.cell, left.reach.order) < (right.cell, right.reach.order)
  }
}

extension RuleReference.Reach {
  fileprivate var order: Int {
    switch self {
    case .same: 0
    case .all: 1
    case .position: 2
    }
  }
}

/// A rule's part in a cycle from one instance of a repeat to the next, such as a running total.
///
/// The rules of such a cycle run instance by instance, and of their inputs elsewhere in the cycle they see only the
/// instances before their own.
package struct RuleCycle: Hashable, Sendable {
  /// The number of the cycle in the form, from 1.
  package let number: Int
  /// The position of the rule among those of the cycle, within one instance.
  package let order: Int
  /// The number of repeats around the rules of the cycle, which runs along the innermost of these.
  package let level: Int
  /// The cells of which the rule sees only earlier instances, unless it names them in its own.
  package let earlier: Set<CellPlace>

  /// Creates a rule's part in a cycle.
  package init(number: Int, order: Int, level: Int, earlier: Set<CellPlace>) {
    self.number = number
    self.order = order
    self.level = level
    self.earlier = earlier
  }
}
