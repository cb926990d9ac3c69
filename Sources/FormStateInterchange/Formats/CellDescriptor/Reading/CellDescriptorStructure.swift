import FormState

/// The nesting of a section's cells, in which every row marked as visible shows.
///
/// The tutorial's table shows each row with its own flag, and a tap on an expandable cell sets the flags of the rows
/// that it counts. If the flags and the counts contradict each other, the flags win: the form shows the same rows as
/// the app did.
struct CellDescriptorStructure {
  /// The statements of one cell's dictionary.
  struct Row {
    var isExpandable = false
    var isExpanded = false
    /// `nil` if it is missing: then the cell shows unless something above hides it.
    var isVisible: Bool?
    /// The number of rows that follow; `nil` if it is missing.
    var count: Int?
    /// Whether the count is present but blank.
    var isCountBlank = false
    /// Whether it is permanently hidden.
    var neverShows = false
  }

  let section: Int
  let rows: [Row]
  let findings: CellDescriptorFindings
  /// How many descendants follow each cell.
  private(set) var additionalRows: [Int]
  /// Whether each cell starts expanded.
  private(set) var startsExpanded: [Bool]
  /// The rows that never show, including those below them.
  private(set) var isHidden: [Bool]

  /// The cells whose ranges have not ended yet, outermost first.
  private var open: [(row: Int, end: Int, opens: Bool)] = []
  /// For each row the first visible one from there on.
  private var nextShown: [Int]
  /// For each row the first from there on that is not a plain hidden row.
  private var nextApart: [Int]

  init(section: Int, rows: [Row], findings: CellDescriptorFindings) {
    self.section = section
    self.rows = rows
    self.findings = findings
    additionalRows = [Int](repeating: 0, count: rows.count)
    startsExpanded = [Bool](repeating: false, count: rows.count)
    isHidden = startsExpanded
    nextShown = [Int](repeating: rows.count, count: rows.count + 1)
    nextApart = nextShown
    for row in rows.indices.reversed() {
      let isPlain = rows[row].isVisible == false && !rows[row].isExpandable
      nextShown[row] = rows[row].isVisible == true ? row : nextShown[row + 1]
      nextApart[row] = isPlain ? nextApart[row + 1] : row
    }
  }

  /// Processes the cells once, top to bottom. O(n).
  mutating func resolve() {
    for row in rows.indices {
      close(upTo: row)
      place(row)
    }
    close(upTo: rows.count)
  }

  /// Ends the ranges that reach no further; one that reaches beyond the range around it extends that.
  private mutating func close(upTo row: Int) {
    while let last = open.last, last.end <= row {
      open.removeLast()
      additionalRows[last.row] = last.end - last.row - 1
      if let parent = open.indices.last { open[parent].end = max(open[parent].end, last.end) }
    }
  }

  private mutating func place(_ row: Int) {
    let said = rows[row]
    let mayShow = open.last?.opens ?? true
    if said.neverShows && said.isVisible != true {
      isHidden[row] = true
    } else if said.isVisible == false && mayShow {
      isHidden[row] = true
      noteUncovered(row)
    }
    guard said.isExpandable else {
      noteExpanded(row)
      return noteUnexpandable(row)
    }
    if open.last != nil { noteNested(row) }
    let shows = mayShow && !isHidden[row]
    let asked = fittingCount(of: row)
    startsExpanded[row] = said.isExpanded
    if shows && said.isExpanded && isOverHiddenRowsAlone(row, count: asked) { collapse(row) }
    let opens = shows && startsExpanded[row]
    let count = opens ? asked : min(asked, nextShown[row + 1] - row - 1)
    noteCount(of: row, isClipped: count < asked, count: count, shows: shows)
    if count > 0 { open.append((row, row + 1 + count, opens)) }
  }

  /// The number of rows that the cell counts, as far as they exist; if it counts none, the hidden ones that follow.
  private func fittingCount(of row: Int) -> Int {
    let enclosingEnd = open.last?.end ?? rows.count
    guard let count = rows[row].count else { return min(nextApart[row + 1], enclosingEnd) - row - 1 }
    // A count past the end is meaningless; it ends where the range around it does.
    return count > rows.count - row - 1 ? enclosingEnd - row - 1 : count
  }

  /// Whether a visible, expanded cell shows nothing, though there are cells that could show.
  ///
  /// A permanently hidden cell cannot. The walk over the cells directly below ends at the first other one.
  private func isOverHiddenRowsAlone(_ row: Int, count: Int) -> Bool {
    let end = row + 1 + count
    guard count > 0, nextShown[row + 1] >= end else { return false }
    var child = row + 1
    while child < end {
      if rows[child].isVisible == nil && !rows[child].neverShows { return false }
      if !rows[child].neverShows { return true }
      child += 1 + (rows[child].isExpandable ? min(rows[child].count ?? 0, rows.count) : 0)
    }
    return false
  }
}

// MARK: - Irregularities

extension CellDescriptorStructure {
  private func note(
    _ irregularity: Irregularity, _ row: Int, _ key: CellDescriptorKey, _ wording: () -> IrregularityWording
  ) {
    findings.note(irregularity, section: section, row: row, key: key.rawValue, wording)
  }

  private func noteUncovered(_ row: Int) {
    note(.uncoveredHiddenRow, row, .isVisible) {
      IrregularityWording(
        "is false, but no collapsed row above hides the cell", done: "kept as a cell that never shows",
        remedy: "write true, or true for neverShows if it is intended")
    }
  }

  private func noteUnexpandable(_ row: Int) {
    guard let count = rows[row].count else { return noteMissingCount(row, count: 0) }
    if count > 0 {
      note(.countOfUnexpandable, row, .additionalRows) {
        IrregularityWording(
          "is \(count), but the cell is not expandable, so they can never show", done: "read as 0",
          remedy: "write 0, or true for isExpandable")
      }
    }
  }

  private func noteExpanded(_ row: Int) {
    if rows[row].isExpanded {
      note(.expandedUnexpandable, row, .isExpanded) {
        IrregularityWording(
          "is true, but the cell is not expandable", done: "read as false",
          remedy: "write false, or true for isExpandable")
      }
    }
  }

  private func noteNested(_ row: Int) {
    guard let parent = open.last?.row else { return }
    note(.nestedExpandable, row, .isExpandable) {
      IrregularityWording(
        "is true within the range of row \(parent)", done: "expands and collapses independently",
        remedy: "no change is needed")
    }
  }

  private mutating func collapse(_ row: Int) {
    startsExpanded[row] = false
    note(.expandedOverHiddenRows, row, .isExpanded) {
      IrregularityWording(
        "is true, but the rows below the cell are hidden", done: "imported collapsed",
        remedy: "write false, or true for isVisible of the rows below it")
    }
  }

  /// Reports the most important irregularity of a count.
  private func noteCount(of row: Int, isClipped: Bool, count: Int, shows: Bool) {
    guard let asked = rows[row].count else { return noteMissingCount(row, count: count) }
    if isClipped {
      notePastShown(row, asked: asked, count: count, shows: shows)
    } else if asked > rows.count - row - 1 {
      note(.countPastSection, row, .additionalRows) {
        IrregularityWording(
          "is \(asked), which runs past the section's end", done: "clipped to \(count)",
          remedy: "at most \(rows.count - row - 1) rows follow")
      }
    } else if let parent = open.last, row + 1 + count > parent.end {
      note(.countPastParent, row, .additionalRows) {
        IrregularityWording(
          "is \(asked), which runs past the end of the cell above it",
          done: "row \(parent.row) was extended to its end", remedy: "at most \(parent.end - row - 1) rows follow"
        )
      }
    }
  }

  private func notePastShown(_ row: Int, asked: Int, count: Int, shows: Bool) {
    note(.countOverVisibleRows, row, .additionalRows) {
      IrregularityWording(
        "is \(asked), but row \(row + 1 + count) shows while the cell is \(shows ? "collapsed" : "hidden")",
        done: "clipped to \(count)", remedy: "write at most \(count), or expand the cell and show it")
    }
  }

  private func noteMissingCount(_ row: Int, count: Int) {
    note(.missingCount, row, .additionalRows) {
      IrregularityWording(
        rows[row].isCountBlank ? "is empty" : "is missing",
        done: count > 0 ? "read as \(count), the number of hidden rows that follow" : "read as 0",
        remedy: "write the number of rows below the cell as an integer, 0 for none")
    }
  }
}
