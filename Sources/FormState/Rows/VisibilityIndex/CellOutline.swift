/// What the visibility index needs to know of a cell.
package struct CellOutline: Hashable, Sendable {
  /// The number of descendants that follow the cell directly.
  package var additionalRows: Int
  /// Whether the cell is expanded now.
  package var isExpanded: Bool
  /// Whether the definition hides the cell and its descendants.
  package var isHidden: Bool
  /// Whether rules make the cell relevant; an irrelevant cell and its descendants are not visible.
  package var isRelevant: Bool
  /// The height of the row in points; for a cell that grows in place, while it is collapsed.
  package var height: Double
  /// The height of the expanded row of a cell that grows in place; `nil` for any other cell.
  package var expandedHeight: Double?
  /// Whether the cell is a repeat, whose descendants are visible only in its instances.
  package var isRepeat: Bool
  /// Of a repeat, whether a new instance is relevant by default.
  package var instancesStartRelevant: Bool

  /// Creates an outline.
  package init(
    additionalRows: Int, isExpanded: Bool, isHidden: Bool, isRelevant: Bool = true, height: Double = 44,
    expandedHeight: Double? = nil, isRepeat: Bool = false, instancesStartRelevant: Bool = true
  ) {
    self.additionalRows = additionalRows
    self.isExpanded = isExpanded
    self.isHidden = isHidden
    self.isRelevant = isRelevant
    self.height = height
    self.expandedHeight = expandedHeight
    self.isRepeat = isRepeat
    self.instancesStartRelevant = instancesStartRelevant
  }
}

/// The place of a cell in its form, visible or not.
package struct CellPlace: Hashable, Sendable, Comparable {
  /// The position of the section in the form, from 0.
  package var section: Int
  /// The position in the section's preorder, from 0.
  package var position: Int
  /// The number of its instance of a repeat; 0 outside of repeats.
  package var instance: Int

  /// Creates a place.
  package init(section: Int, position: Int, instance: Int = 0) {
    self.section = section
    self.position = position
    self.instance = instance
  }

  /// The place in an instance.
  package func within(_ instance: Int) -> CellPlace {
    CellPlace(section: section, position: position, instance: instance)
  }

  /// Orders places as in the form; those of one cell by the numbers of their instances.
  package static func < (left: CellPlace, right: CellPlace) -> Bool {
    (left.section, left.position, left.instance) < (right.section, right.position, right.instance)
  }
}

/// Determines the outlines of a form's cells, one after the other.
struct CellOutliner {
  private let form: FormDefinition
  private let state: ResponseState
  private let estimates: HeightEstimates
  private let fresh: FreshResponse
  private let hasRules: Bool
  /// Whether the state has the relevance of any cell.
  private let hasRelevance: Bool
  // Neighbours often share their identifier, and a form has few of them.
  private var lastIdentifier: String?
  private var lastPoints = 0.0

  init(form: FormDefinition, state: ResponseState, estimates: HeightEstimates) {
    self.form = form
    self.state = state
    self.estimates = estimates
    fresh = form.fresh
    hasRules = fresh.hasRules
    hasRelevance = hasRules && state.cells.values.contains { $0.isRelevant != nil }
  }

  /// The outline of a cell.
  mutating func outline(of cell: FormCell) -> CellOutline {
    let isExpanded = state.isExpanded(cell)
    let isRelevant = !hasRules || !mayBeIrrelevant(cell) || state.isRelevant(cell, fresh)
    // No rule has affected an instance yet.
    let startsRelevant = !hasRules || cell.kind != .repeat || ResponseState().isRelevant(cell, in: 1, fresh)
    guard let inline = cell.inline else {
      return CellOutline(
        additionalRows: cell.additionalRows, isExpanded: isExpanded, isHidden: cell.isHidden,
        isRelevant: isRelevant, height: points(ofRowsWith: cell.identifier), isRepeat: cell.kind == .repeat,
        instancesStartRelevant: startsRelevant)
    }
    return CellOutline(
      additionalRows: cell.additionalRows, isExpanded: isExpanded, isHidden: cell.isHidden,
      isRelevant: isRelevant, height: estimates.points(of: inline.collapsedHeight, identifier: cell.identifier),
      expandedHeight: estimates.points(of: inline.expandedHeight, identifier: cell.identifier),
      isRepeat: cell.kind == .repeat,
      instancesStartRelevant: startsRelevant)
  }

  /// Whether anything can make a cell irrelevant: a cell without rare properties has no rule, and need not be looked
  /// up.
  private func mayBeIrrelevant(_ cell: FormCell) -> Bool { cell.hasRareProperties || hasRelevance }

  private mutating func points(ofRowsWith identifier: String) -> Double {
    if lastIdentifier != identifier {
      lastIdentifier = identifier
      lastPoints = estimates.points(of: form.rowHeight(forIdentifier: identifier), identifier: identifier)
    }
    return lastPoints
  }
}
