/// The division of a level's leaves into pages of neighbours.
package struct LeafPaging: Hashable, Sendable {
  /// The number of leaves per page: few enough to build without a noticeable delay. Lower only in tests.
  @TaskLocal package static var size = 1_024

  /// The number of leaves.
  package let leafCount: Int
  /// The binary logarithm of a page's number of leaves, except the last page; a power of two adds up heights as in one
  /// tree.
  private let shift: Int

  /// Divides leaves into pages.
  ///
  /// - Parameters:
  ///   - leafCount: the number of leaves.
  ///   - pageSize: the number of leaves per page, a power of two.
  package init(leafCount: Int, pageSize: Int = Self.size) {
    self.leafCount = leafCount
    shift = pageSize.trailingZeroBitCount
  }

  /// The number of leaves per page, except the last one.
  package var pageSize: Int { 1 << shift }

  /// The number of pages.
  package var pageCount: Int { (leafCount + pageSize - 1) >> shift }

  /// The page of a leaf.
  package func page(of leaf: Int) -> Int { leaf >> shift }

  /// The number of a leaf on its page, from 0.
  func offset(of leaf: Int) -> Int { leaf & (pageSize - 1) }

  /// The first leaf of a page.
  func first(ofPage number: Int) -> Int { number << shift }

  /// The leaves of a page.
  package func leaves(ofPage number: Int) -> Range<Int> {
    first(ofPage: number)..<min(first(ofPage: number + 1), leafCount)
  }

  /// Splits an interval into whole pages and at most two parts of pages.
  func parts(of interval: Range<Int>) -> LeafPageParts {
    var parts = LeafPageParts()
    guard !interval.isEmpty else { return parts }
    let (low, high) = (interval.lowerBound, interval.upperBound)
    let first = page(of: low + pageSize - 1)
    let end = high == leafCount ? pageCount : page(of: high)
    guard first <= end else {
      parts.first = LeafPageParts.Part(page: end, leaves: offset(of: low)..<offset(of: high))
      return parts
    }
    parts.pages = first..<end
    if low < self.first(ofPage: first) {
      parts.first = LeafPageParts.Part(page: first - 1, leaves: offset(of: low)..<leaves(ofPage: first - 1).count)
    }
    if end < pageCount, self.first(ofPage: end) < high {
      parts.last = LeafPageParts.Part(page: end, leaves: 0..<offset(of: high))
    }
    return parts
  }
}

/// An interval of leaves, as pages and parts of pages.
struct LeafPageParts {
  /// A part of a page.
  struct Part {
    let page: Int
    /// Its leaves, counted from the first one of the page.
    let leaves: Range<Int>
  }

  /// The wholly covered pages.
  var pages = 0..<0
  /// The part of a page before those, or the only one.
  var first: Part?
  /// The part of a page after those.
  var last: Part?
}
