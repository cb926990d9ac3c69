/// The layout of one level of a form: outside of repeats, or in the template of one and in none within it.
///
/// The headers and cells of a form are numbered consecutively from 0: the number is a cell's ordinal, on any level. The
/// places of a level are its ordinals, counted from its first one. The template of each of its repeats is one item, the
/// repeat's slot, which has all of its instances.
struct LevelLayout: Sendable {
  /// The ordinals of the level, those of templates within it included.
  let ordinals: Range<Int>
  /// The ordinals of the templates of the level's repeats, in order, none empty.
  let templates: [Range<Int>]
  /// The binary logarithm of the number of places per page.
  private let shift: Int

  /// Creates the layout of some cells.
  ///
  /// - Parameters:
  ///   - ordinals: the ordinals of the cells, and of those within the repeats among them.
  ///   - templates: the ordinals of the cells of each repeat's template.
  ///   - pageSize: the number of places per page, a power of two.
  init(ordinals: Range<Int>, templates: [Range<Int>], pageSize: Int) {
    self.ordinals = ordinals
    self.templates = templates.filter { !$0.isEmpty }
    shift = pageSize.trailingZeroBitCount
  }

  /// The number of pages.
  var pageCount: Int { (ordinals.count + (1 << shift) - 1) >> shift }

  /// The ordinals of a page; none if a template covers it. O(log r) for r repeats.
  func ordinals(ofPage number: Int) -> Range<Int> { first(ofPage: number)..<first(ofPage: number + 1) }

  /// The page of an ordinal.
  func page(of ordinal: Int) -> Int { (ordinal - ordinals.lowerBound) >> shift }

  /// A template is wholly on the page on which it begins.
  private func first(ofPage number: Int) -> Int {
    let first = min(ordinals.lowerBound + number << shift, ordinals.upperBound)
    let template = templates.element(at: templates.partitioningIndex { $0.upperBound > first })
    return template.map { $0.lowerBound < first ? $0.upperBound : first } ?? first
  }
}
