/// Where an instance of a repeat stands: in which instance its repeat does, and where among those beside it.
///
/// The state has it as a text, `0 4294967296`: the number of the instance around it, 0 for none, and its rank.
public struct InstancePlace: Hashable, Sendable, CustomStringConvertible {
  /// The number of the instance that the repeat itself stands in; 0 outside of repeats.
  public var parent: Int
  /// Instances of one repeat stand in the order of their ranks, which leave room for others between them.
  public var rank: Int64

  /// Names a place.
  package init(parent: Int, rank: Int64) {
    self.parent = parent
    self.rank = rank
  }

  /// The greatest number that an instance can have.
  package static let greatestNumber = Int(Int32.max)

  /// How far apart instances are that are added one after the other.
  package static let gap: Int64 = 1 << 32

  /// Reads a place as the state has it; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let parent = Int(parts[0]), parent >= 0, let rank = Int64(parts[1]) else { return nil }
    self.init(parent: parent, rank: rank)
    guard description == text else { return nil }
  }

  /// The place as the state has it.
  public var description: String { "\(parent) \(rank)" }

  /// The place as a field holds it.
  package var content: FieldContent { .text(description) }

  /// A rank between two others, each `nil` if there is none on that side; `nil` if there is no room.
  package static func rank(after left: Int64?, before right: Int64?) -> Int64? {
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

/// The number of instances of a repeat, and what the first ones hold.
public struct InstanceCounts: Hashable, Sendable {
  /// The fewest, 0 or more: no fewer are left by removing, nor counted by a rule that reads the instances themselves.
  public var minimum: Int
  /// The most; `nil` for any number.
  public var maximum: Int?
  /// How many there are at first; never fewer than ``minimum``.
  public var initial: Int
  /// What the first of those hold that there are at first, where it is something else than in a new instance.
  public var first: [FirstInstance]

  /// Creates bounds; see ``FormDefinition/checkDefinition()`` for what makes them usable.
  public init(minimum: Int = 0, maximum: Int? = nil, initial: Int = 0, first: [FirstInstance] = []) {
    self.minimum = minimum
    self.maximum = maximum
    self.initial = initial
    self.first = first
  }

  /// How many instances a repeat begins with.
  package var atFirst: Int { max(minimum, initial) }

  /// The most instances that a definition may ask for at first, or a `count` rule at any time.
  package static let mostAtOnce = 10_000
}
