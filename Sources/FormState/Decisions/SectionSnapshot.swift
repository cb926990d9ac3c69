/// A section without its cells, with its place and its folding, at one revision.
package struct SectionSnapshot: Hashable, Sendable {
  /// The key of the section.
  var key: String
  /// The title of the section.
  var title: String
  /// The position of the section in the form, from 0.
  var position: Int
  /// The number of cells of the section.
  var cellCount: Int
  /// Whether the section can be folded.
  var isFoldable: Bool
  /// Whether a fresh response starts with the section folded.
  var startsFolded: Bool
  /// Whether the person folded or unfolded it; `nil` if untouched.
  var fold: Bool?
  /// Whether rules make it relevant in a fresh response.
  var startsRelevant: Bool
  /// Whether rules make it relevant; `nil` if it is as in a fresh response.
  package var relevance: Bool?
  /// The rule that decides its relevance; `nil` if it always is.
  var rule: FormRule?

  /// Creates a snapshot.
  init(
    key: String, title: String, position: Int, cellCount: Int, isFoldable: Bool, startsFolded: Bool, fold: Bool?,
    startsRelevant: Bool = true, relevance: Bool? = nil, rule: FormRule? = nil
  ) {
    self.key = key
    self.title = title
    self.position = position
    self.cellCount = cellCount
    self.isFoldable = isFoldable
    self.startsFolded = startsFolded
    self.fold = fold
    self.startsRelevant = startsRelevant
    self.relevance = relevance
    self.rule = rule
  }

  /// Whether rules make the section relevant.
  package var isRelevant: Bool { relevance ?? startsRelevant }

  /// Whether the section is folded.
  var isFolded: Bool { fold ?? startsFolded }

  /// A placed change of the section's folding from its current state.
  func change(foldTo after: Bool?) -> PlacedChange {
    PlacedChange(
      change: StateChange(
        .fold, of: StateSubject(key), before: fold.map(FieldContent.flag), after: after.map(FieldContent.flag)),
      section: position, position: nil, extent: cellCount, startsOpen: !startsFolded)
  }

  /// A placed change of the section's relevance from its current state.
  func change(relevanceTo after: Bool?) -> PlacedChange {
    PlacedChange(
      change: StateChange(
        .sectionRelevance, of: StateSubject(key), before: relevance.map(FieldContent.flag),
        after: after.map(FieldContent.flag)),
      section: position, position: nil, extent: cellCount, startsOpen: startsRelevant)
  }
}
