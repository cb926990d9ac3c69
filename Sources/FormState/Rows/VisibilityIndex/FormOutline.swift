/// What the pages of a large form come to in a response that nobody has touched, so that no page has to be read to know
/// how many rows there are and how tall they are.
package struct FormOutline: Hashable, Sendable {
  /// Rows of a page that are equally tall, whatever a view takes automatic heights to be.
  package struct Rows: Hashable, Sendable {
    /// The reuse identifier of their cells.
    package let identifier: String
    package let height: RowHeight
    /// How many of them show, as far as only cells of the page hide them.
    package let count: Int

    package init(identifier: String, height: RowHeight, count: Int) {
      self.identifier = identifier
      self.height = height
      self.count = count
    }
  }

  /// A cell whose descendants go on behind its page, or which is all of a page together with them.
  package struct SpanningCell: Hashable, Sendable {
    /// How many headers and cells of the form stand before it.
    package let leaf: Int
    package let additionalRows: Int
    package let isHidden: Bool
    package let startsExpanded: Bool
    /// Whether rules make the cell relevant at first.
    package let startsRelevant: Bool

    package init(leaf: Int, additionalRows: Int, isHidden: Bool, startsExpanded: Bool, startsRelevant: Bool) {
      self.leaf = leaf
      self.additionalRows = additionalRows
      self.isHidden = isHidden
      self.startsExpanded = startsExpanded
      self.startsRelevant = startsRelevant
    }
  }

  /// Which forms have an outline, and how large its pages are.
  package struct Limits: Sendable {
    /// A form with more cells than this has one: to read fewer takes some milliseconds.
    package var mostCellsReadWhole: Int
    /// How many headers and cells a page has, a power of two.
    package var pageSize: Int

    package init(mostCellsReadWhole: Int = 20_000, pageSize: Int = LeafPaging.standardSize) {
      self.mostCellsReadWhole = mostCellsReadWhole
      self.pageSize = pageSize
    }
  }

  /// The limits, lower only in tests.
  @TaskLocal package static var limits = Limits()

  /// The outline of a large form without repeats; `nil` for every other form. O(n log p) for n cells and p of them on a
  /// page.
  package init?(ofLarge form: FormDefinition) {
    guard form.cellCount > Self.limits.mostCellsReadWhole, !form.hasRepeats else { return nil }
    self.init(of: form, pageSize: Self.limits.pageSize)
  }

  /// SHA-256 of the outline, by which a reader knows that it is whole. O(n) for n rows.
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
      input.add(cell.leaf)
      input.add(cell.additionalRows)
      for flag in [cell.isHidden, cell.startsExpanded, cell.startsRelevant] { input.add(flag ? 1 : 0) }
    }
    return input.hexadecimalText()
  }

  /// The rows of each page, in the order of their identifiers and heights.
  package var pages: [[Rows]]
  /// The cells that reach behind their pages, in the order of the form.
  package var spanning: [SpanningCell]

  package init(pages: [[Rows]], spanning: [SpanningCell]) {
    self.pages = pages
    self.spanning = spanning
  }

  /// Outlines a form without repeats. O(n log p) for n cells and p of them on a page.
  package init(of form: FormDefinition, pageSize: Int = LeafPaging.standardSize) {
    let tree = VisibilityIndex(form: form, pageSize: pageSize).root.tree
    pages = Self.rows(of: form, in: tree)
    spanning = Self.spanningCells(of: form, tree.paging)
  }

  private static func rows(of form: FormDefinition, in tree: PagedTree) -> [[Rows]] {
    var counts = [[RowClass: Int]](repeating: [:], count: tree.paging.pageCount)
    visitCells(of: form) { leaf, cell in
      guard tree.isVisibleOnPage(leaf) else { return }
      counts[tree.paging.page(of: leaf)][RowClass(cell, of: form), default: 0] += 1
    }
    return counts.map { counts in
      counts.sorted { $0.key < $1.key }.map { rows, count in
        Rows(identifier: rows.identifier, height: rows.height, count: count)
      }
    }
  }

  private static func spanningCells(of form: FormDefinition, _ paging: LeafPaging) -> [SpanningCell] {
    var cells: [SpanningCell] = []
    visitCells(of: form) { leaf, cell in
      let (leaves, end) = (paging.leaves(ofPage: paging.page(of: leaf)), leaf + cell.additionalRows + 1)
      // A page that is hidden altogether has to be known before it is read.
      guard end > leaves.upperBound || end == leaves.upperBound && leaf == leaves.lowerBound else { return }
      cells.append(
        SpanningCell(
          leaf: leaf, additionalRows: cell.additionalRows, isHidden: cell.isHidden,
          startsExpanded: ResponseState().isExpanded(cell),
          startsRelevant: ResponseState().isRelevant(cell, form.fresh)))
    }
    return cells
  }

  /// Tells all cells in their order, each with how many headers and cells stand before it.
  private static func visitCells(of form: FormDefinition, _ visit: (Int, FormCell) -> Void) {
    var leaf = 0
    for section in form.sections {
      leaf += 1
      for cell in section.cells {
        visit(leaf, cell)
        leaf += 1
      }
    }
  }

  /// What decides how tall rows are.
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
