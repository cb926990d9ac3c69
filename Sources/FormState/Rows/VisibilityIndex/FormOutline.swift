/// The totals of a large form's pages in an untouched response, so the number and heights of rows are known without
/// reading any page.
package struct FormOutline: Hashable, Sendable {
  /// Rows of a page with equal heights, whatever a view's estimate of automatic heights.
  package struct Rows: Hashable, Sendable {
    /// The reuse identifier of their cells.
    package let identifier: String
    package let height: RowHeight
    /// The number of them that are visible, considering only cells of the page.
    package let count: Int

    package init(identifier: String, height: RowHeight, count: Int) {
      self.identifier = identifier
      self.height = height
      self.count = count
    }
  }

  /// A cell whose descendants extend beyond its page, or that fills its page together with them.
  package struct SpanningCell: Hashable, Sendable {
    /// The number of headers and cells of the form before it.
    package let ordinal: Int
    package let additionalRows: Int
    package let isHidden: Bool
    package let startsExpanded: Bool
    /// Whether rules make the cell relevant initially.
    package let startsRelevant: Bool

    package init(ordinal: Int, additionalRows: Int, isHidden: Bool, startsExpanded: Bool, startsRelevant: Bool) {
      self.ordinal = ordinal
      self.additionalRows = additionalRows
      self.isHidden = isHidden
      self.startsExpanded = startsExpanded
      self.startsRelevant = startsRelevant
    }
  }

  /// The size of forms with an outline, and of its pages.
  package struct Limits: Sendable {
    /// Maximum number of cells without an outline: fewer are read in a few milliseconds. A rule counts as
    /// ``cellsForARule`` cells.
    package var mostCellsReadWhole: Int
    /// The number of cells that are read in the time of one rule.
    package static let cellsForARule = 14
    /// How many headers and cells a page has, a power of two.
    package var pageSize: Int
    /// Maximum number of cells in the template of a repeat, which is read whole; a form with a larger one has no
    /// outline.
    package var mostCellsOfTemplate: Int

    package init(
      mostCellsReadWhole: Int = 2_000, pageSize: Int = LeafPaging.standardSize, mostCellsOfTemplate: Int = 20_000
    ) {
      self.mostCellsReadWhole = mostCellsReadWhole
      self.pageSize = pageSize
      self.mostCellsOfTemplate = mostCellsOfTemplate
    }
  }

  /// The limits, lower only in tests.
  @TaskLocal package static var limits = Limits()

  /// The outline of a large form; `nil` for any other form, see ``Limits``. O(n log p) for n cells and p of them on a
  /// page.
  package init?(ofLarge form: FormDefinition) {
    let limits = Self.limits
    guard form.cellCount + form.ruleCount * Limits.cellsForARule > limits.mostCellsReadWhole else { return nil }
    let templates = RepeatNesting(of: form).outermost.map(\.template)
    guard templates.allSatisfy({ $0.count <= limits.mostCellsOfTemplate }) else { return nil }
    self.init(of: form, pageSize: limits.pageSize)
  }

  /// SHA-256 of the outline, by which a reader verifies it. O(n) for n rows.
  package var digest: String {
    var input = DigestInput()
    input.add(pages.count)
    for rows in pages {
      input.add(rows.count)
      for row in rows {
        input.add(row.identifier)
        input.add(row.height.points.map { String($0) } ?? "")
        input.add(row.count)
      }
    }
    input.add(spanning.count)
    for cell in spanning {
      input.add(cell.ordinal)
      input.add(cell.additionalRows)
      for flag in [cell.isHidden, cell.startsExpanded, cell.startsRelevant] { input.add(flag ? 1 : 0) }
    }
    let repeats = repeats.all
    input.add(repeats.count)
    for each in repeats {
      for number in [each.section, each.position, each.end, each.minimum, each.atFirst] { input.add(number) }
    }
    return input.hexadecimalText()
  }

  /// The rows of each page, ordered by their identifiers and heights.
  package var pages: [[Rows]]
  /// The cells that extend beyond their pages, in the order of the form; none in a repeat.
  package var spanning: [SpanningCell]
  /// The repeats.
  package var repeats: RepeatNesting

  package init(pages: [[Rows]], spanning: [SpanningCell], repeats: RepeatNesting) {
    self.pages = pages
    self.spanning = spanning
    self.repeats = repeats
  }

  /// Outlines a form. O(n log p) for n cells and p of them on a page.
  package init(of form: FormDefinition, pageSize: Int = LeafPaging.standardSize) {
    let level = VisibilityIndex(form: form, pageSize: pageSize).root
    pages = Self.rows(of: form, in: level)
    spanning = Self.spanningCells(of: form, in: level)
    repeats = RepeatNesting(of: form)
  }

  private static func rows(of form: FormDefinition, in level: VisibilityLevel) -> [[Rows]] {
    let paging = level.tree.paging
    var counts = [[RowClass: Int]](repeating: [:], count: paging.pageCount)
    visitCells(of: form, in: level.layout) { _, leaf, cell in
      guard level.tree.isVisibleOnPage(leaf) else { return }
      counts[paging.page(of: leaf)][RowClass(cell, of: form), default: 0] += 1
    }
    return counts.map { counts in
      counts.sorted { $0.key < $1.key }.map { rows, count in
        Rows(identifier: rows.identifier, height: rows.height, count: count)
      }
    }
  }

  private static func spanningCells(of form: FormDefinition, in level: VisibilityLevel) -> [SpanningCell] {
    let paging = level.tree.paging
    var cells: [SpanningCell] = []
    visitCells(of: form, in: level.layout) { ordinal, leaf, cell in
      let leaves = paging.leaves(ofPage: paging.page(of: leaf))
      let end = max(leaf + 1, level.layout.descendants(cell.additionalRows, of: leaf).upperBound)
      // A wholly hidden page must be known before it is read.
      guard end > leaves.upperBound || end == leaves.upperBound && leaf == leaves.lowerBound else { return }
      cells.append(
        SpanningCell(
          ordinal: ordinal, additionalRows: cell.additionalRows, isHidden: cell.isHidden,
          startsExpanded: ResponseState().isExpanded(cell),
          startsRelevant: ResponseState().isRelevant(cell, form.fresh)))
    }
    return cells
  }

  /// Visits all cells outside of repeats in order, each with its ordinal and its leaf.
  private static func visitCells(
    of form: FormDefinition, in layout: LevelLayout, _ visit: (_ ordinal: Int, _ leaf: Int, FormCell) -> Void
  ) {
    var ordinal = 0
    var slots = layout.slots[...]
    for section in form.sections {
      ordinal += 1
      for cell in section.cells {
        while let slot = slots.first, slot.template.upperBound <= ordinal { slots.removeFirst() }
        if slots.first?.template.contains(ordinal) != true { visit(ordinal, layout.leaf(of: ordinal), cell) }
        ordinal += 1
      }
    }
  }

  /// What determines the height of rows.
  private struct RowClass: Hashable, Comparable {
    let identifier: String
    let height: RowHeight

    init(_ cell: FormCell, of form: FormDefinition) {
      identifier = cell.identifier
      height = form.rowHeight(of: cell, isExpanded: ResponseState().isExpanded(cell))
    }

    static func < (left: RowClass, right: RowClass) -> Bool {
      if left.identifier != right.identifier {
        return left.identifier.utf8.lexicographicallyPrecedes(right.identifier.utf8)
      }
      return (left.height.points ?? -1) < (right.height.points ?? -1)
    }
  }
}
