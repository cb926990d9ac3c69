/// What the visibility index needs to know of a cell.
package struct CellOutline: Hashable, Sendable {
  /// How many descendants follow the cell directly.
  package var additionalRows: Int
  /// Whether the cell is expanded now.
  package var isExpanded: Bool
  /// Whether the definition hides the cell and its descendants.
  package var isHidden: Bool
  /// Whether rules make the cell relevant; otherwise it and its descendants do not show.
  package var isRelevant: Bool
  /// The height of the row in points; of a cell that grows in place, while it is collapsed.
  package var height: Double
  /// How tall the row of a cell that grows in place is while it is expanded; `nil` for every other cell.
  package var expandedHeight: Double?
  /// Whether the cell is a repeat, so that its descendants show in its instances alone.
  package var isRepeat: Bool
  /// Of a repeat, whether an instance of it is relevant as long as no rule has said otherwise.
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

/// Where a cell stands in its form, shown or not.
package struct CellPlace: Hashable, Sendable, Comparable {
  /// The position of the section in the form, from 0.
  package var section: Int
  /// The position in the section's preorder, from 0.
  package var position: Int
  /// The number of the instance of a repeat that it is in; 0 outside of repeats.
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

  /// Orders places as the form does, those of one cell by the numbers of their instances.
  package static func < (left: CellPlace, right: CellPlace) -> Bool {
    (left.section, left.position, left.instance) < (right.section, right.position, right.instance)
  }
}

/// Determines what the visibility index needs to know of the cells of a form, one after the other.
struct CellOutliner {
  private let form: FormDefinition
  private let state: ResponseState
  private let estimates: HeightEstimates
  private let fresh: FreshResponse
  private let hasRules: Bool
  /// Whether the state says of any cell if it is relevant.
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
    // No number is that of an instance yet that a rule has said something of.
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

  /// Whether anything may say that a cell is irrelevant: a cell without rare properties has no rule, and need not be
  /// looked up.
  private func mayBeIrrelevant(_ cell: FormCell) -> Bool { cell.hasRareProperties || hasRelevance }

  private mutating func points(ofRowsWith identifier: String) -> Double {
    if lastIdentifier != identifier {
      lastIdentifier = identifier
      lastPoints = estimates.points(of: form.rowHeight(forIdentifier: identifier), identifier: identifier)
    }
    return lastPoints
  }
}
