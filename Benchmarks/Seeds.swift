import FormState

/// The work of the tutorials on every tap: mark the rows that a cell shows or hides, then walk over all cells and
/// collect the visible ones.
struct Seeds {
  var isExpanded: [Bool]
  var isVisible: [Bool]
  let additionalRows: [Int]
  var visibleRows: [Int] = []

  init(_ section: FormSection) {
    isExpanded = section.cells.map(\.startsExpanded)
    additionalRows = section.cells.map(\.additionalRows)
    let levels = Nesting(of: section).levels
    isVisible = levels.map { $0 == 0 }
    collectVisibleRows()
  }

  mutating func tap(_ position: Int) {
    isExpanded[position].toggle()
    for row in (position + 1)..<(position + 1 + additionalRows[position]) {
      isVisible[row] = isExpanded[position]
    }
    collectVisibleRows()
  }

  private mutating func collectVisibleRows() {
    visibleRows = isVisible.indices.filter { isVisible[$0] }
  }
}
