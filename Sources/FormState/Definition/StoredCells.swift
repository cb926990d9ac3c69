/// The cells of a section in a file, read on demand.
package struct StoredCells: Sendable, RandomAccessCollection {
  /// The pages of the form.
  let pages: CellPages
  /// The position of the section in the form.
  private let section: Int
  /// The number of cells in the sections before this one.
  private let firstCell: Int
  package let count: Int

  package init(_ pages: CellPages, section: Int) {
    self.pages = pages
    self.section = section
    firstCell = pages.structure.firstCells[section]
    count = pages.structure.firstCells[section + 1] - firstCell
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  /// The nesting of the section.
  var nesting: CompactNesting { CompactNesting(pages.structure, section: section) }

  /// Whether the section has a repeat.
  var hasRepeats: Bool { pages.structure.repeats.hasRepeats(inSection: section) }

  package subscript(position: Int) -> FormCell { cell(at: position) ?? .unread }

  /// The cell at a position; `nil` if it cannot be read.
  func cell(at position: Int) -> FormCell? {
    let page = pages.page(ofCell: firstCell + position)
    return page.cells.element(at: firstCell + position - page.firstCell)
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
        page = cells.pages.page(ofCell: ordinal)
      }
      position += 1
      return page.cells.element(at: ordinal - page.firstCell) ?? .unread
    }
  }
}

extension FormCell {
  /// A placeholder for a cell that could not be read.
  fileprivate static let unread = FormCell(key: "", kind: .text)
}

/// Neighbouring cells of a form.
package struct CellPage: Sendable {
  /// The number of cells of the form before the first one.
  package var firstCell = 0
  package var cells: [FormCell] = []

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
}

/// The cells of a form in a file, a page at a time.
///
/// Cells are numbered over the form from 0. Pages of cells are smaller than those of the visibility index: in the order
/// of a journal, each cell may be on another page.
///
/// Recently used pages are in memory. What cannot be read is not a cell, and ``requiring(_:)`` throws why.
package final class CellPages: Sendable {
  /// The structure of the form.
  let structure: FormStructure
  /// The number of cells of each page but the last.
  private let cellsPerPage: Int
  private let source: any CellSource
  private let recent: Locked<RecentCells>
  /// Whether the form has rules.
  let hasRules: Bool
  /// Whether a reader made the keys of some cells.
  let derivesKeys: Bool
  private let knownRules = Locked<FormRules?>(nil)

  /// Prepares to read; nothing is read yet.
  ///
  /// - Parameters:
  ///   - source: the reader.
  ///   - structure: the structure of the form.
  ///   - hasRules: whether the form has rules.
  ///   - derivesKeys: whether a reader made the keys of some cells.
  ///   - mostCells: the maximum number of cells in memory.
  package init(
    _ source: any CellSource, structure: FormStructure, hasRules: Bool, derivesKeys: Bool, mostCells: Int? = nil
  ) {
    self.source = source
    self.structure = structure
    self.derivesKeys = derivesKeys
    self.hasRules = hasRules
    cellsPerPage = min(LeafPaging.size, Self.mostCellsPerPage)
    recent = Locked(RecentCells(mostPages: max(2, (mostCells ?? 8 * LeafPaging.size) / cellsPerPage)))
  }

  /// Reading one cell reads this many; reading all of them is nearly as fast as in larger pages.
  private static let mostCellsPerPage = 32

  private var cellCount: Int { structure.levels.count }

  /// The page of a cell, numbered over the form from 0; an empty one if it cannot be read.
  func page(ofCell cell: Int) -> CellPage {
    guard (0..<cellCount).contains(cell) else { return CellPage() }
    let number = cell / cellsPerPage
    if let known = recent.withLock({ $0.pages[number] }) { return known }
    do {
      let first = number * cellsPerPage
      // Read outside the lock: two threads that need the same page may both read it.
      let page = try source.page(ofCells: first..<min(first + cellsPerPage, cellCount))
      recent.withLock { $0.keep(page, number) }
      return page
    } catch {
      fail(error)
      return CellPage()
    }
  }

  /// The place of a cell; `nil` if the form has no such cell, or it cannot be read.
  ///
  /// - Complexity: O(1) for a cell of a recently used page and one that was looked up recently, O(log n) for any other.
  func place(ofCell key: String) -> CellPlace? {
    if let known = recent.withLock({ $0.number(of: key) }) { return structure.place(ofCell: known) }
    do {
      let place = try source.place(ofCell: key)
      if let number = place.flatMap(structure.number) { recent.withLock { $0.keep(number, of: key) } }
      return place
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
}

/// Why cells could not be read.
///
/// Threads share the pages, so each reader has its own failure: none takes another's.
extension CellPages {
  /// The first failure of the current reader; `nil` without one, as when a view draws rows.
  @TaskLocal private static var failure: Locked<(any Error)?>?

  /// Notes why something could not be read.
  func fail(_ error: any Error) { Self.failure?.withLock { $0 = $0 ?? error } }

  /// Runs work that needs all cells that it reads.
  ///
  /// - Throws: why one could not be read, even if the work threw another error because of that; otherwise what the work
  ///   throws. A later attempt may succeed.
  package static func requiring<Result>(_ work: () throws -> Result) throws -> Result {
    let own = Locked<(any Error)?>(nil)
    let result = Swift.Result { try $failure.withValue(own, operation: work) }
    if let error = own.withLock({ $0 }) { throw error }
    return try result.get()
  }

  /// Runs work, and determines whether all cells that it read could be read, so its result may be kept.
  static func noting<Result>(_ work: () -> Result) -> (result: Result, isComplete: Bool) {
    let own = Locked<(any Error)?>(nil)
    let result = $failure.withValue(own, operation: work)
    guard let error = own.withLock({ $0 }) else { return (result, true) }
    failure?.withLock { $0 = $0 ?? error }
    return (result, false)
  }
}

/// The recently used pages of cells.
private struct RecentCells: Sendable {
  var pages: RecentPages<CellPage>
  /// The numbers of their cells, by key.
  private var numbers: [String: Int] = [:]
  /// The numbers of other cells that were looked up.
  private var others: [String: Int] = [:]

  private static let mostOthers = 8_192

  init(mostPages: Int) { pages = RecentPages(most: mostPages) }

  func number(of key: String) -> Int? { numbers[key] ?? others[key] }

  /// Keeps the number of a cell that is on no page here.
  mutating func keep(_ number: Int, of key: String) {
    if others.count >= Self.mostOthers { others = [:] }
    others[key] = number
  }

  /// Keeps a page in place of another one.
  mutating func keep(_ page: CellPage, _ number: Int) {
    for cell in pages.keep(page, number)?.cells ?? [] { numbers[cell.key] = nil }
    for (offset, cell) in page.cells.enumerated() { numbers[cell.key] = page.firstCell + offset }
  }
}

/// The recently used pages.
struct RecentPages<Page: Sendable>: Sendable {
  private let most: Int
  private var pages: [Int: (page: Page, time: Int)] = [:]
  private var time = 0

  init(most: Int) { self.most = most }

  /// A page; `nil` if it was not used recently. O(1).
  subscript(number: Int) -> Page? {
    mutating get {
      guard let found = pages[number]?.page else { return nil }
      time += 1
      pages[number]?.time = time
      return found
    }
  }

  /// Keeps a page, and drops the one that was not used for the longest time if there are too many. O(k) for k pages.
  ///
  /// - Returns: the dropped page.
  mutating func keep(_ page: Page, _ number: Int) -> Page? {
    time += 1
    pages[number] = (page, time)
    guard pages.count > most, let oldest = pages.min(by: { $0.value.time < $1.value.time })?.key else { return nil }
    return pages.removeValue(forKey: oldest)?.page
  }
}
