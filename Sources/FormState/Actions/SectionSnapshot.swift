/// A section without its cells, where it stands, and whether a person folded it, at one revision.
public struct SectionSnapshot: Hashable, Sendable {
  /// The key of the section.
  public var key: String
  /// The position of the section in the form, from 0.
  public var position: Int
  /// How many cells the section has.
  public var cellCount: Int
  /// Whether the section can be folded.
  public var isFoldable: Bool
  /// Whether a fresh response starts with the section folded.
  public var startsFolded: Bool
  /// Whether the person folded or unfolded it; `nil` when nobody touched that.
  public var fold: Bool?

  /// Creates a snapshot.
  public init(
    key: String, position: Int, cellCount: Int, isFoldable: Bool, startsFolded: Bool, fold: Bool?
  ) {
    self.key = key
    self.position = position
    self.cellCount = cellCount
    self.isFoldable = isFoldable
    self.startsFolded = startsFolded
    self.fold = fold
  }

  /// Whether the section is folded.
  public var isFolded: Bool { fold ?? startsFolded }

  /// A change of the section's fold from what it is to something else, placed.
  func change(foldTo after: Bool?) -> PlacedChange {
    PlacedChange(
      change: StateChange(
        .fold, of: StateSubject(key), before: fold.map(FieldContent.flag), after: after.map(FieldContent.flag)),
      section: position, position: nil, extent: cellCount, startsOpen: !startsFolded)
  }
}
