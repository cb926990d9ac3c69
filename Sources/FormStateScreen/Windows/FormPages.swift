import FormState
import FormStateInterchange

/// The pages of a form that is shown one page at a time: its sections, and in a section with field lists at its top,
/// each of these and the parts between them.
struct FormPages: Hashable, Sendable {
  /// A part of a section.
  struct Page: Hashable, Sendable {
    /// Its identity, in every version that has it.
    let key: String
    let section: Int
    /// The positions of its cells in the section's preorder.
    let positions: Range<Int>

    /// Whether a cell is on the page, in any instance.
    func holds(_ place: CellPlace) -> Bool { place.section == section && positions.contains(place.position) }
  }

  let pages: [Page]

  /// Divides a form into pages. O(k) for k cells at the top of sections.
  init(of form: FormDefinition) {
    pages = form.sections.enumerated().flatMap { position, section in
      let starts = form.isFromXForm ? section.startsOfPages : [0]
      let ends = starts.dropFirst() + [section.cells.count]
      return zip(starts, ends).map { start, end in
        let cell = start == 0 ? nil : section.cells.element(at: start)?.key
        return Page(
          key: cell.map { "\(section.key)/\($0)" } ?? section.key, section: position, positions: start..<max(start, end)
        )
      }
    }
  }
}

extension FormSection {
  /// Where pages begin in the section: at its start, at each field list and after it.
  fileprivate var startsOfPages: [Int] {
    var starts: Set = [0]
    var position = 0
    while position < cells.count, let cell = cells.element(at: position) {
      let next = position + 1 + max(0, cell.additionalRows)
      if cell.isFieldList {
        starts.insert(position)
        if next < cells.count { starts.insert(next) }
      }
      position = next
    }
    return starts.sorted()
  }
}

/// A visible page.
struct ShownPage: Hashable, Sendable {
  let page: FormPages.Page
  /// Its title, that of its section.
  let title: String
  /// Its position among the visible pages, from 0, and their number.
  var number = 0
  var count = 0
  /// The keys of the previous and the next page; `nil` at the ends.
  var previous: String?
  var next: String?
  /// Its rows in the section.
  var rows: Range<Int>
  /// Its offsets.
  var bounds: Range<Double>

  /// The page as JSON.
  var json: OrderedJSON {
    .object([
      ("key", .string(page.key)), ("title", .string(title)), ("number", .integer(number)), ("count", .integer(count)),
      ("previous", OrderedJSON(previous)), ("next", OrderedJSON(next)),
    ])
  }
}

extension ShownForm {
  /// The pages with visible contents, in order.
  ///
  /// - Complexity: O(p log n) for p pages and n cells, and the hidden rows at the beginning of a page.
  func shownPages(of form: FormPages) -> [ShownPage] {
    var shown: [ShownPage] = []
    for page in form.pages {
      guard let section = self.form.sections.element(at: page.section), !index.hidesHeader(ofSection: page.section),
        let first = firstRow(of: page)
      else { continue }
      let isFirst = shown.last?.page.section != page.section
      let path = RowPath(section: page.section, row: first)
      let end = index.offset(ofSection: page.section + 1) ?? index.totalHeight
      let start = isFirst ? index.offset(ofSection: page.section) : index.offset(of: path)
      guard let start else { continue }
      if !isFirst { shown.end(at: first, start) }
      shown.append(
        ShownPage(
          page: page, title: section.title, rows: (isFirst ? 0 : first)..<index.numberOfRows(in: page.section),
          bounds: start..<max(start, end)))
    }
    for number in shown.indices {
      (shown[number].number, shown[number].count) = (number, shown.count)
      shown[number].previous = shown.element(at: number - 1)?.page.key
      shown[number].next = shown.element(at: number + 1)?.page.key
    }
    return shown
  }

  /// The first row of a page; `nil` if it shows nothing. A folded section shows its header.
  private func firstRow(of page: FormPages.Page) -> Int? {
    if index.isFolded(section: page.section) { return page.positions.lowerBound == 0 ? 0 : nil }
    var position = page.positions.lowerBound
    let cells = form.sections[page.section].cells
    while position < page.positions.upperBound, let cell = cells.element(at: position) {
      if let path = index.rowPath(of: CellPlace(section: page.section, position: position)) { return path.row }
      position += 1 + max(0, cell.additionalRows)
    }
    return nil
  }
}

extension [ShownPage] {
  /// Ends the last page where the next one of its section begins.
  fileprivate mutating func end(at row: Int, _ offset: Double) {
    guard var last = popLast() else { return }
    last.rows = last.rows.lowerBound..<Swift.max(last.rows.lowerBound, row)
    last.bounds = last.bounds.lowerBound..<Swift.max(last.bounds.lowerBound, offset)
    append(last)
  }

  /// The page with a key; if it is hidden now, the one in its position, and otherwise the last.
  func page(_ key: String, of form: FormPages) -> ShownPage? {
    if let page = first(where: { $0.page.key == key }) { return page }
    guard let former = form.pages.first(where: { $0.key == key }) else { return first }
    return first { ($0.page.section, $0.page.positions.lowerBound) > (former.section, former.positions.lowerBound) }
      ?? last
  }

  /// The page of a row.
  func page(of path: RowPath) -> ShownPage? {
    first { $0.page.section == path.section && $0.rows.contains(path.row) }
  }
}
