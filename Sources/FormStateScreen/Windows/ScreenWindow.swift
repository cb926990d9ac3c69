import FormState
import FormStateInterchange

/// The items between two offsets, from top to bottom and without gaps.
struct ScreenWindow: Hashable, Sendable {
  /// A section that is partly in the window.
  struct SectionPart: Hashable, Sendable {
    let key: String
    let title: String
    /// The number of rows of the section.
    let rowCount: Int
    /// The number of its first row in the window, from 0.
    let firstRow: Int
  }

  /// The maximum number of items of a window.
  static let mostItems = 400

  /// The part of the form: all of it, or a page.
  let bounds: Range<Double>
  /// The beginning.
  let start: Double
  /// The height.
  let height: Double
  /// The offset of the first item; not below ``start``.
  let top: Double
  /// The sections that are partly in it.
  let sections: [SectionPart]
  /// The headers and rows in it, wholly or in part.
  let items: [ScreenItem]

  /// The offset of an item; the end for the position after the last.
  func offset(ofItem position: Int) -> Double { items.prefix(position).reduce(top) { $0 + $1.height } }

  /// The height of its part of the form.
  var extent: Double { bounds.upperBound - bounds.lowerBound }

  /// Its offset in its part of the form, as JSON.
  var placement: [(name: String, value: OrderedJSON)] {
    [
      ("y", .number(start - bounds.lowerBound)), ("h", .number(height)), ("top", .number(top - bounds.lowerBound)),
      ("sections", jsonOfSections),
    ]
  }

  private var jsonOfSections: OrderedJSON {
    .array(
      sections.map { section in
        .object([
          ("key", .string(section.key)), ("title", .string(section.title)), ("rows", .integer(section.rowCount)),
          ("first", .integer(section.firstRow)),
        ])
      })
  }
}

extension ShownForm {
  /// The items between two offsets; if the form ends before, the items at its end.
  ///
  /// - Parameters:
  ///   - start: the beginning, 0 or more.
  ///   - height: the height.
  ///   - estimates: the heights of headers, and which rows are measured.
  ///   - page: the only page to show; `nil` for the whole form.
  ///   - speech: the words about faults and refused input.
  /// - Complexity: O(k log n) for k items and n rows.
  func window(
    from start: Double, height: Double, _ estimates: HeightEstimates, on page: ShownPage? = nil,
    in speech: Speech = .english
  ) -> ScreenWindow {
    let bounds = page?.bounds ?? 0..<index.totalHeight
    let start = max(bounds.lowerBound, min(start, bounds.upperBound - height))
    var draft = WindowDraft(
      shown: self, start: start, end: start + height, estimates: estimates, page: page, speech: speech)
    draft.fill()
    return ScreenWindow(
      bounds: bounds, start: start, height: height, top: draft.top ?? start, sections: draft.sections,
      items: draft.items)
  }
}

/// A window that is being filled.
private struct WindowDraft {
  let shown: ShownForm
  let start: Double
  let end: Double
  let estimates: HeightEstimates
  let page: ShownPage?
  let speech: Speech
  private(set) var top: Double?
  private(set) var sections: [ScreenWindow.SectionPart] = []
  private(set) var items: [ScreenItem] = []
  private var next = 0.0

  init(shown: ShownForm, start: Double, end: Double, estimates: HeightEstimates, page: ShownPage?, speech: Speech) {
    self.page = page
    self.speech = speech
    self.shown = shown
    self.start = start
    self.end = end
    self.estimates = estimates
  }

  private var hasRoom: Bool { items.count < ScreenWindow.mostItems && next < end }

  mutating func fill() {
    let index = shown.index
    var section = page?.page.section ?? firstSection
    let end = page.map { $0.page.section + 1 } ?? index.numberOfSections
    while section < end, hasRoom {
      if items.isEmpty { next = index.offset(ofSection: section) ?? next }
      fill(from: section)
      section += 1
    }
  }

  /// The last section whose header begins at the start or above. O(log s log n) for s sections.
  private var firstSection: Int {
    var low = 0
    var high = shown.index.numberOfSections
    while high - low > 1 {
      let middle = (low + high) / 2
      if shown.index.offset(ofSection: middle) ?? 0 <= start { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func fill(from position: Int) {
    guard let section = shown.form.sections.element(at: position) else { return }
    let rows = page?.rows ?? 0..<shown.index.numberOfRows(in: position)
    let count = rows.upperBound
    let itemsBefore = items.count
    let header = shown.index.hidesHeader(ofSection: position) || rows.lowerBound > 0 ? 0 : estimates.header
    let below = next + header
    if header > 0, below > start {
      take(
        ScreenItem(
          headerOf: section, at: position, height: header, isFolded: shown.index.isFolded(section: position)))
    }
    let isAtTop = rows.lowerBound == 0 && below >= start
    let first = isAtTop || itemsBefore > 0 ? 0 : firstRow(inSection: position) ?? count
    if items.count == itemsBefore, first < count, items.isEmpty {
      next = shown.index.offset(of: RowPath(section: position, row: first)) ?? next
    }
    var row = first
    while row < count, hasRoom, let item = item(at: RowPath(section: position, row: row)) {
      take(item)
      row += 1
    }
    guard items.count > itemsBefore else { return }
    sections.append(
      ScreenWindow.SectionPart(
        key: section.key, title: section.title, rowCount: rows.count, firstRow: min(first, count) - rows.lowerBound))
  }

  /// The first row of a section in the window; `nil` if it has none there.
  private func firstRow(inSection position: Int) -> Int? {
    shown.index.row(atOffset: start).flatMap { $0.section == position ? $0.row : nil }
  }

  private func item(at path: RowPath) -> ScreenItem? {
    guard let row = shown.row(at: path), let place = shown.index.place(at: path),
      let height = shown.index.height(at: path)
    else { return nil }
    return ScreenItem(row, at: place, height: height, isMeasured: estimates.isMeasured(row.height), in: shown, speech)
  }

  private mutating func take(_ item: ScreenItem) {
    if items.isEmpty { top = next }
    items.append(item)
    next += item.height
  }
}
