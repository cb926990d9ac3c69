/// The place of an instance of a repeat: the instance around its repeat, and its rank among its siblings.
///
/// The state stores it as text, `0 4294967296`: the number of the instance around it, 0 for none, and its rank.
package struct InstancePlace: Hashable, Sendable, CustomStringConvertible {
  /// The number of the instance around the repeat itself; 0 outside of repeats.
  package var parent: Int
  /// The sort key among the instances of one repeat, with gaps for insertions.
  package var rank: Int64

  /// Creates a place.
  package init(parent: Int, rank: Int64) {
    self.parent = parent
    self.rank = rank
  }

  /// The distance between the ranks of instances that are added one after the other.
  static let gap: Int64 = 1 << 32

  /// Reads a place from the text in the state; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let parent = Int(parts[0]), parent >= 0, let rank = Int64(parts[1]) else { return nil }
    self.init(parent: parent, rank: rank)
    guard description == text else { return nil }
  }

  /// The place as text in the state.
  package var description: String { "\(parent) \(rank)" }

  /// The place as the content of a field.
  package var content: FieldContent { .text(description) }

  /// A rank between two others, each `nil` if there is none on that side; `nil` if there is no room.
  static func rank(after left: Int64?, before right: Int64?) -> Int64? {
    switch (left, right) {
    case (nil, nil): return 0
    case (let left?, nil):
      let (rank, overflows) = left.addingReportingOverflow(gap)
      return overflows ? nil : rank
    case (nil, let right?):
      let (rank, overflows) = right.subtractingReportingOverflow(gap)
      return overflows ? nil : rank
    case (let left?, let right?):
      let (distance, overflows) = right.subtractingReportingOverflow(left)
      if overflows { return left / 2 + right / 2 }
      return distance > 1 ? left + distance / 2 : nil
    }
  }
}

/// The number of instances of a repeat, and the values of the first ones.
package struct InstanceCounts: Hashable, Sendable {
  /// The minimum, 0 or more: a limit for removing instances, and for a counting rule that reads the instances
  /// themselves.
  package var minimum: Int
  /// The maximum; `nil` for no limit.
  package var maximum: Int?
  /// The initial number; never fewer than ``minimum``.
  package var initial: Int
  /// The values of the first initial instances, where they differ from those of a new instance.
  package var first: [FirstInstance]

  /// Creates bounds; see ``FormDefinition/checkDefinition()`` for their conditions.
  package init(minimum: Int = 0, maximum: Int? = nil, initial: Int = 0, first: [FirstInstance] = []) {
    self.minimum = minimum
    self.maximum = maximum
    self.initial = initial
    self.first = first
  }

  /// The initial number of instances of a repeat.
  package var atFirst: Int { max(minimum, initial) }

  /// The maximum number of initial instances of a definition, and of instances by a `count` rule.
  package static let mostAtOnce = 10_000
}
