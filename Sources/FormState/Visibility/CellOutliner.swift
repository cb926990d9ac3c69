/// Works out what the visibility index needs to know of the cells of a form, one after the other.
struct CellOutliner {
  private let form: FormDefinition
  private let state: ResponseState
  private let estimates: HeightEstimates
  // Neighbours often share their identifier, and a form has few of them.
  private var lastIdentifier: String?
  private var lastPoints = 0.0

  init(form: FormDefinition, state: ResponseState, estimates: HeightEstimates) {
    self.form = form
    self.state = state
    self.estimates = estimates
  }

  /// The outline of a cell.
  mutating func outline(of cell: FormCell) -> CellOutline {
    let isExpanded = state.isExpanded(cell)
    guard let inline = cell.inline else {
      return CellOutline(
        additionalRows: cell.additionalRows, isExpanded: isExpanded, isHidden: cell.isHidden,
        height: points(ofRowsWith: cell.identifier))
    }
    return CellOutline(
      additionalRows: cell.additionalRows, isExpanded: isExpanded, isHidden: cell.isHidden,
      height: estimates.points(of: inline.collapsedHeight, identifier: cell.identifier),
      expandedHeight: estimates.points(of: inline.expandedHeight, identifier: cell.identifier))
  }

  private mutating func points(ofRowsWith identifier: String) -> Double {
    if lastIdentifier != identifier {
      lastIdentifier = identifier
      lastPoints = estimates.points(of: form.rowHeight(forIdentifier: identifier), identifier: identifier)
    }
    return lastPoints
  }
}
