/// That a rule reads a cell, and of which instances.
package struct RuleRead: Hashable, Sendable, Comparable {
  /// The cell, in no instance.
  package let cell: CellPlace
  /// Which instances of it are read.
  package let reach: RuleReference.Reach

  /// Describes what is read.
  package init(_ cell: CellPlace, _ reach: RuleReference.Reach) {
    self.cell = cell
    self.reach = reach
  }

  /// Orders reads as the form does, those of one cell by how far they reach.
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

/// A rule's part in a circle that goes from one instance of a repeat to the next, as running totals do.
///
/// The rules of such a circle run instance by instance, and of what they read elsewhere in the circle they see the
/// instances before their own alone.
package struct RuleCircle: Hashable, Sendable {
  /// The number of the circle in the form, from 1.
  package let number: Int
  /// The place of the rule among those of the circle, within one instance.
  package let order: Int
  /// The number of repeats around the rules of the circle; the innermost of these is the one that they go along.
  package let level: Int
  /// The cells of which the rule sees earlier instances alone, unless it names them in its own.
  package let earlier: Set<CellPlace>

  /// Describes a rule's part in a circle.
  package init(number: Int, order: Int, level: Int, earlier: Set<CellPlace>) {
    self.number = number
    self.order = order
    self.level = level
    self.earlier = earlier
  }
}
