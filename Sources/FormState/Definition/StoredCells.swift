/// The cells of a section in a file, read on demand.
package struct StoredCells: Sendable, RandomAccessCollection {
  /// The pages of the form.
  package let pages: CellPages
  /// The position of the section in the form.
  private let section: Int
  /// The number of cells in the sections before this one.
  private let firstCell: Int
  package let count: Int

  package init(_ pages: CellPages, section: Int) {
    self.pages = pages
    self.section = section
    firstCell = pages.firstCells[section]
    count = pages.firstCells[section + 1] - firstCell
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  /// Whether the section has a repeat.
  var hasRepeats: Bool { pages.outline.repeats.hasRepeats(inSection: section) }

  package subscript(position: Int) -> FormCell {
    let page = pages.page(ofCell: firstCell + position, section: section)
    return page.cells.element(at: firstCell + position - page.firstCell) ?? .unread
  }

  /// The position of a cell's parent; `nil` at the top level, and for an unknown cell.
  func parent(of position: Int) -> Int? {
    guard indices.contains(position) else { return nil }
    let page = pages.page(ofCell: firstCell + position, section: section)
    guard let parent = page.parents.element(at: firstCell + position - page.firstCell), parent >= 0 else { return nil }
    return Int(parent)
  }

  /// The number of ancestors of a cell; `nil` for an unknown cell.
  func level(of position: Int) -> Int? {
    guard indices.contains(position) else { return nil }
    let page = pages.page(ofCell: firstCell + position, section: section)
    return page.levels.element(at: firstCell + position - page.firstCell).map(Int.init)
  }

  /// Whether options are directly under a cell.
  func holdsOptions(at position: Int) -> Bool {
    guard indices.contains(position) else { return false }
    let page = pages.page(ofCell: firstCell + position, section: section)
    return page.holdsOptions.element(at: firstCell + position - page.firstCell) ?? false
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// Iterates over the cells in order, and looks a page up once.
  package struct Iterator: IteratorProtocol, Sendable {
    private let cells: StoredCells
    private var position = 0
    private var page = CellPage()

    init(_ cells: StoredCells) { self.cells = cells }

    package mutating func next() -> FormCell? {
      guard position < cells.count else { return nil }
      let ordinal = cells.firstCell + position
      if !(page.firstCell..<(page.firstCell + page.cells.count)).contains(ordinal) {
        page = cells.pages.page(ofCell: ordinal, section: cells.section)
      }
      position += 1
      return page.cells.element(at: ordinal - page.firstCell) ?? .unread
    }
  }
}

extension FormCell {
  /// A placeholder for a cell that could not be read.
  fileprivate static let unread = FormCell(key: "", kind: .text)

  /// Whether the cell could not be read; no other cell has an empty key.
  var isUnread: Bool { key.isEmpty }
}

/// Neighbouring cells of a form, and their nesting.
package struct CellPage: Sendable {
  /// The number of cells of the form before the first one.
  package var firstCell = 0
  package var cells: [FormCell] = []
  /// The position of each cell's parent in its section; -1 at the top level.
  package var parents: [Int32] = []
  /// The number of ancestors of each cell.
  package var levels: [UInt8] = []
  /// Whether options are directly under each cell.
  package var holdsOptions: [Bool] = []
  /// The number of a cell on the page, by its key.
  fileprivate var cellsByKey: [String: Int] = [:]

  package init() {}
}

/// Reads the cells of a form from a file.
package protocol CellSource: Sendable {
  /// Reads some neighbouring cells, numbered over the form from 0.
  func page(ofCells cells: Range<Int>) throws -> CellPage
  /// The place of a cell; `nil` if the form has no such cell.
  func place(ofCell key: String) throws -> CellPlace?
  /// Reads the rules in evaluation order.
  func rules() throws -> FormRules
  /// The error for invalid contents of the file.
  func damage(_ description: String) -> any Error
}

/// The cells of a large form, a page at a time.
///
/// The headers and cells of the form are numbered consecutively from 0: these are ordinals. A page has as many of them
/// as a page of the visibility index has leaves, and the same ones unless a repeat precedes it.
///
/// Recently used pages are in memory. What cannot be read is not a cell, and ``takeFailure()`` reports why.
package final class CellPages: Sendable {
  /// The number of cells before each section, and finally the total.
  package let firstCells: [Int]
  /// The division of ordinals into pages.
  private let paging: LeafPaging
  /// The cells outside of repeats, and the slots of the repeats.
  let layout: LevelLayout
  /// The totals of the pages in an untouched response.
  package let outline: FormOutline
  private let source: any CellSource
  private let contents: Locked<RecentPages<CellPage>>
  private let failure = Locked<(any Error)?>(nil)
  /// Whether the form has rules.
  let hasRules: Bool
  /// Whether a reader made the keys of some cells.
  let derivesKeys: Bool
  private let knownRules = Locked<FormRules?>(nil)
  /// The visibility index's initial leaves for the estimates used last; sessions share them.
  private let leaves = Locked<(estimates: HeightEstimates, leaves: StoredLeaves)?>(nil)

  /// Prepares to read; nothing is read yet.
  ///
  /// - Parameters:
  ///   - source: the reader.
  ///   - cellCounts: the number of cells of each section.
  ///   - outline: the totals of the pages.
  ///   - pageSize: the number of headers and cells of a page, a power of two.
  ///   - hasRules: whether the form has rules.
  ///   - derivesKeys: whether a reader made the keys of some cells.
  ///   - mostPages: the maximum number of pages in memory.
  package init(
    _ source: any CellSource, cellCounts: [Int], outline: FormOutline, pageSize: Int, hasRules: Bool,
    derivesKeys: Bool, mostPages: Int = 8
  ) {
    self.source = source
    self.derivesKeys = derivesKeys
    self.hasRules = hasRules
    self.outline = outline
    firstCells = cellCounts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let ordinals = firstCells[cellCounts.count] + cellCounts.count
    paging = LeafPaging(leafCount: ordinals, pageSize: pageSize)
    layout = LevelLayout(ordinals: ordinals, outline.repeats, firstCells: firstCells)
    contents = Locked(RecentPages(most: mostPages))
  }

  /// The number of headers and cells of each page but the last.
  var pageSize: Int { paging.pageSize }

  /// The page of a cell, numbered over the form from 0, in the section at a position.
  func page(ofCell cell: Int, section: Int) -> CellPage { page(paging.page(of: cell + section + 1)) }

  /// A page; an empty one if it cannot be read.
  func page(_ number: Int) -> CellPage {
    if let known = contents.withLock({ $0[number] }) { return known }
    do {
      // Read outside the lock: two threads that need the same page may both read it.
      var page = try source.page(ofCells: cells(ofPage: number))
      page.cellsByKey = Dictionary(zip(page.cells.map(\.key), 0...)) { first, _ in first }
      contents.withLock { $0[number] = page }
      return page
    } catch {
      fail(error)
      return CellPage()
    }
  }

  /// The cells on a page, numbered over the form from 0.
  private func cells(ofPage number: Int) -> Range<Int> {
    let ordinals = paging.leaves(ofPage: number)
    return cellCount(before: ordinals.lowerBound)..<cellCount(before: ordinals.upperBound)
  }

  /// The number of cells before an ordinal. O(log s) for s sections.
  private func cellCount(before ordinal: Int) -> Int { ordinal - headerCount(before: ordinal) }

  /// The ordinal of the header of a section.
  func header(ofSection section: Int) -> Int { firstCells[section] + section }

  /// The section of an ordinal. O(log s) for s sections.
  func section(ofOrdinal ordinal: Int) -> Int { headerCount(before: ordinal + 1) - 1 }

  /// The number of headers before an ordinal.
  private func headerCount(before ordinal: Int) -> Int {
    firstCells.indices.dropLast().partitioningIndex { header(ofSection: $0) >= ordinal }
  }

  /// The place of a cell; `nil` if the form has no such cell, or it cannot be read.
  ///
  /// - Complexity: O(1) for a cell of a recently used page, O(log n) for any other.
  func place(ofCell key: String) -> CellPlace? {
    let known = contents.withLock { pages in
      pages.first { page in page.cellsByKey[key].map { page.firstCell + $0 } }
    }
    if let known { return place(ofCell: known) }
    do {
      return try source.place(ofCell: key)
    } catch {
      fail(error)
      return nil
    }
  }

  /// The rules of the form in evaluation order; none if they cannot be read. O(r) for r rules the first time.
  var rules: FormRules {
    if let known = knownRules.withLock({ $0 }) { return known }
    do {
      let rules = hasRules ? try source.rules() : FormRules()
      knownRules.withLock { $0 = rules }
      return rules
    } catch {
      fail(error)
      return FormRules()
    }
  }

  /// The place of a cell that is numbered over the form. O(log s) for s sections.
  private func place(ofCell cell: Int) -> CellPlace {
    let section = firstCells.dropLast().partitioningIndex { $0 > cell } - 1
    return CellPlace(section: section, position: cell - firstCells[section])
  }

  /// The initial leaves of the visibility index. O(1) if the estimates are those used last.
  func leaves(of form: FormDefinition, estimates: HeightEstimates) -> StoredLeaves {
    leaves.withLock { known in
      if let known, known.estimates == estimates { return known.leaves }
      let new = StoredLeaves(of: form, in: self, estimates: estimates)
      known = (estimates, new)
      return new
    }
  }

  /// The error for invalid contents of the file.
  func damage(_ description: String) -> any Error { source.damage(description) }

  /// Notes why something could not be read.
  func fail(_ error: any Error) { failure.withLock { $0 = $0 ?? error } }

  /// Whether something could not be read since the last check, so results may be wrong.
  var hasFailed: Bool { failure.withLock { $0 != nil } }

  /// Throws why something could not be read since the last check; a later attempt may succeed.
  package func takeFailure() throws {
    let error = failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
    if let error { throw error }
  }
}

/// The recently used pages.
struct RecentPages<Page: Sendable>: Sendable {
  private let most: Int
  private var pages: [Int: (page: Page, time: Int)] = [:]
  private var time = 0

  init(most: Int) { self.most = most }

  /// The first result of a search in the recently used pages. O(k) for k of them.
  func first<Found>(_ find: (Page) -> Found?) -> Found? {
    for entry in pages.values {
      if let found = find(entry.page) { return found }
    }
    return nil
  }

  /// A page; `nil` if it was not used recently. Storing a page replaces another one. O(1), O(k) to store one of k.
  subscript(number: Int) -> Page? {
    mutating get {
      guard let found = pages[number]?.page else { return nil }
      time += 1
      pages[number]?.time = time
      return found
    }
    set {
      time += 1
      pages[number] = newValue.map { ($0, time) }
      if pages.count > most, let oldest = pages.min(by: { $0.value.time < $1.value.time })?.key { pages[oldest] = nil }
    }
  }
}
