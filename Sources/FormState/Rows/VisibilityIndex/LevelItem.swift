/// Both heights of a row: one that grows in place is taller expanded.
struct RowHeights: Hashable, Sendable {
  var collapsed: Double
  var expanded: Double
}

/// A cell or header on a level of a form, or all instances of a repeat.
struct LevelItem: CountedItem {
  private enum Content {
    case row(RowHeights, descendants: Int)
    case slot(RowSums)
  }

  /// What distinguishes rows.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// The header of a section, which has a height but no row.
    static let isHeader = Traits(rawValue: 1)
    /// Its descendants, or the cells of its section, are not hidden by it.
    static let isExpanded = Traits(rawValue: 2)
    /// Rules hide it with its descendants.
    static let isIrrelevant = Traits(rawValue: 4)
    /// It has another height expanded than collapsed.
    static let grows = Traits(rawValue: 8)
  }

  private var content: Content
  private var traits: Traits
  var hiding: Int32 = 0

  /// Creates a header or a cell.
  init(_ heights: RowHeights, _ traits: Traits, descendants: Int) {
    content = .row(heights, descendants: descendants)
    self.traits = traits
  }

  /// Creates the slot of a repeat, which has no instances yet.
  ///
  /// - Parameter count: the number of cells of its template.
  init(slot count: Int) {
    content = .slot(RowSums(count: count))
    traits = []
  }

  var inside: RowSums {
    switch content {
    case .slot(let sums): return sums
    case .row(let heights, _):
      let rows = isHeader ? 0 : 1
      return RowSums(
        count: 1, shown: rows, all: rows, height: isExpanded ? heights.expanded : heights.collapsed)
    }
  }

  /// Whether it has all instances of a repeat.
  var isSlot: Bool { heights == nil }

  /// Whether it is the header of a section.
  var isHeader: Bool { traits.contains(.isHeader) }

  /// Whether a cell or section is expanded.
  var isExpanded: Bool { traits.contains(.isExpanded) }

  /// Whether rules make it relevant, regardless of its surroundings.
  var isRelevant: Bool { !traits.contains(.isIrrelevant) }

  /// Both heights of a row; `nil` for a slot.
  var heights: RowHeights? {
    guard case .row(let heights, _) = content else { return nil }
    return heights
  }

  /// Sets the sums of a slot's instances.
  mutating func setInstances(_ sums: RowSums) {
    guard case .slot(var own) = content else { return }
    (own.shown, own.all, own.height) = (sums.shown, sums.all, sums.height)
    content = .slot(own)
  }

  /// Sets the height of a row, of one that grows in place until it is toggled.
  mutating func setHeight(_ points: Double) {
    guard var heights else { return }
    if !traits.contains(.grows) || isExpanded { heights.expanded = points }
    if !traits.contains(.grows) || !isExpanded { heights.collapsed = points }
    setHeights(heights)
  }

  /// Sets both heights of a row.
  mutating func setHeights(_ heights: RowHeights) {
    guard case .row(_, let descendants) = content else { return }
    content = .row(heights, descendants: descendants)
  }

  /// Sets whether it is expanded; returns the number of descendants that appear or disappear, `nil` for no change.
  mutating func setExpanded(_ isOpen: Bool) -> Int? { set(.isExpanded, isOpen) }

  /// Sets whether it is relevant; returns the number of its descendants, `nil` for no change.
  mutating func setRelevant(_ isRelevant: Bool) -> Int? { set(.isIrrelevant, !isRelevant) }

  private mutating func set(_ trait: Traits, _ holds: Bool) -> Int? {
    guard case .row(_, let descendants) = content, traits.contains(trait) != holds else { return nil }
    if holds { traits.insert(trait) } else { traits.remove(trait) }
    return descendants
  }
}
