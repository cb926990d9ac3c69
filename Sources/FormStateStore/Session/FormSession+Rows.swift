import FormState
import Foundation

extension FormSession {
  /// The number of entries of the response's journal that the session shows; 0 before the first action.
  public var revision: Int { snapshot.withLock { $0.revision } }

  /// The digest of definition and state, see `StateDigest`. O(k log k) for k touched fields.
  public var digest: String {
    snapshot.withLock { StateDigest.ofState($0.state, definition: $0.definitionDigest) }
  }

  /// What the person has touched.
  public var state: ResponseState { snapshot.withLock { $0.state } }

  /// The definition that is filled in. O(1).
  ///
  /// Of a large form, cells are read from the file on demand. One that cannot be read has an empty key,
  /// and the next action by a row path throws why.
  public var form: FormDefinition { snapshot.withLock { $0.form } }

  /// What a cell holds: what the person left there, otherwise its default; `nil` for nothing, and for an unknown cell.
  ///
  /// O(1), but for the first question by key of a session, which makes an index of the keys in O(n).
  public func value(of cell: CellReference) -> CellValue? {
    snapshot.withLock { $0.value(of: cell) }
  }

  /// Reads what the response holds as your own type; see `ResponseState.answers(as:of:timeZone:)`. O(n) for n
  /// cells.
  ///
  /// - Parameters:
  ///   - type: the type to read.
  ///   - timeZone: where the days begin that are read as a `Date`.
  /// - Throws: `PropertyDecodingError`.
  public func answers<Content: Decodable>(
    as type: Content.Type = Content.self, timeZone: TimeZone = .gmt
  ) throws -> Content {
    let (state, form) = snapshot.withLock { ($0.state, $0.form) }
    return try state.answers(as: type, of: form, timeZone: timeZone)
  }

  /// The number of sections, folded ones and those without cells included. O(1).
  public var numberOfSections: Int { snapshot.withLock { $0.index.numberOfSections } }

  /// All that the session shows, as it is at this moment. O(1), but moving the session costs a copy while somebody
  /// keeps it.
  package var shown: ShownForm { snapshot.withLock { $0.shown } }

  /// How tall rows are taken to be.
  package var estimates: HeightEstimates { snapshot.withLock { $0.estimates } }

  /// The digest of the definition that is filled in.
  package var definitionDigest: String { snapshot.withLock { $0.definitionDigest } }

  /// The first revision that the response can be shown at: 0, or the one that its journal was compacted to.
  package var firstRevision: Int { snapshot.withLock { $0.known.compactedTo ?? 0 } }

  /// What the session has of rows that do not show.
  public var hiddenRows: HiddenRows { snapshot.withLock { $0.index.hiddenRows } }

  /// The number of rows of a section, visible ones unless hidden ones are kept; 0 for an unknown section.
  /// O(log n).
  public func numberOfRows(in section: Int) -> Int {
    snapshot.withLock { $0.index.numberOfRows(in: section) }
  }

  /// The row at a row path; `nil` if there is none. O(log n).
  public func row(at path: RowPath) -> VisibleRow? {
    snapshot.withLock { $0.row(at: path) }
  }

  /// The row path of a cell; `nil` if it does not show, and for an unknown cell.
  ///
  /// O(log n), but for the first question of a session, which makes an index of the keys in O(n).
  public func rowPath(of cell: CellReference) -> RowPath? {
    snapshot.withLock { snapshot in
      snapshot.place(of: cell).flatMap { snapshot.index.rowPath(of: $0) }
    }
  }

  /// The positions of every section's visible cells in its preorder. O(v log n) for v visible rows.
  public var visibleRowsPerSection: [[Int]] {
    snapshot.withLock { $0.index.visibleRowsPerSection }
  }

  /// The key of a section; `nil` if there is none. O(1).
  public func key(ofSection section: Int) -> String? {
    snapshot.withLock { $0.form.sections.element(at: section)?.key }
  }

  /// The title of a section; `nil` if there is no such section. O(1).
  public func title(ofSection section: Int) -> String? {
    snapshot.withLock { $0.shownForm.sections.element(at: section)?.title }
  }

  /// Whether a section is folded; `false` for an unknown section. O(1).
  public func isFolded(section: Int) -> Bool {
    snapshot.withLock { $0.index.isFolded(section: section) }
  }

  /// Whether the section with a key is folded; `false` for an unknown section. O(s) for s sections.
  public func isFolded(section key: String) -> Bool {
    snapshot.withLock { snapshot in
      snapshot.form.sections.firstIndex { $0.key == key }.map { snapshot.index.isFolded(section: $0) } ?? false
    }
  }

  /// Whether a section has no header now, since by its rule it is not relevant; `false` for a section that there is
  /// not. O(1).
  ///
  /// Such a section keeps its place among the sections, and has no rows.
  public func hidesHeader(ofSection section: Int) -> Bool {
    snapshot.withLock { $0.index.hidesHeader(ofSection: section) }
  }

  /// Whether a section can be folded; `false` for an unknown section. O(1).
  public func isFoldable(section: Int) -> Bool {
    snapshot.withLock { $0.form.sections.element(at: section)?.isFoldable ?? false }
  }

  /// How tall the row at a row path is by its definition; `nil` if there is none. O(log n).
  ///
  /// Of a cell that grows in place, the height that it has now; 0 points for a row that is kept but hidden.
  public func height(at path: RowPath) -> RowHeight? {
    snapshot.withLock { $0.height(at: path) }
  }

  /// The faults of the answers, in the order of the form: what is required and holds nothing, constraints that do
  /// not hold.
  ///
  /// What does not show now may have faults as well; `reveal` makes it show. What is not relevant has none.
  ///
  /// - Complexity: O(n) for n cells of a form with rules the first time, then O(f + k) for f faults and k changes since
  ///   it was last asked, with repeats O(f + k log² n).
  public var faults: [Fault] { snapshot.withLock { $0.faults() } }

  /// Whether the cell with a key shows, and what keeps it from showing.
  ///
  /// Asks the store, so unlike the rest this does touch the disk.
  ///
  /// - Throws: `ActionError.Code.unknownCell`; ``StoreError``.
  public func explanation(of cell: CellReference) throws -> VisibilityExplanation {
    try store.explanation(of: asShown(cell), in: key)
  }

  /// A row path as the cell that shows there now, which the store need not know by its row path.
  private func asShown(_ cell: CellReference) -> CellReference {
    guard case .rowPath(let path) = cell else { return cell }
    return row(at: path)?.reference ?? cell
  }

  /// What can be chosen in a question now: the items of its list that its answers so far leave, or the options under
  /// it.
  ///
  /// ```swift
  /// let found = try session.choices(of: "town", containing: searchText, limit: 50)
  /// ```
  ///
  /// Asks the store, so unlike the rest this does touch the disk. What is chosen is a value for `set`.
  ///
  /// - Parameters:
  ///   - question: a group or a question of several choices.
  ///   - text: what titles or values have to contain, in whatever case and with whatever accents; `nil` for all.
  ///   - first: how many to pass over.
  ///   - limit: the most to read.
  /// - Throws: `ActionError.Code.unknownCell`; `ActionError.Code.hasNoChoices`; ``StoreError``.
  /// - Complexity: O(log n + k) for k choices that columns of a list leave of n, where conditions say what those equal;
  ///   otherwise O(n).
  public func choices(
    of question: CellReference, containing text: String? = nil, from first: Int = 0, limit: Int = .max
  ) throws -> OfferedChoices {
    let question = asShown(question)
    let query = ChoiceQuery(containing: text, from: first, limit: limit)
    if let found = try snapshot.withLock({ try $0.view?.offeredChoices(of: question, query) ?? nil }) { return found }
    return try store.choices(of: question, in: key, containing: text, from: first, limit: limit)
  }
}

/// Where rows lie from top to bottom, in points, for a view that draws only what is on screen.
///
/// Measured heights are kept in memory only and are gone with the session.
extension FormSession {
  /// The height of all rows and headers. O(1).
  public var totalHeight: Double { snapshot.withLock { $0.index.totalHeight } }

  /// The height of a row in points: fixed, measured or estimated; 0 for one that is kept but hidden, `nil` for one that
  /// there is not. O(log n).
  public func displayedHeight(at path: RowPath) -> Double? {
    snapshot.withLock { $0.index.height(at: path) }
  }

  /// The offset of a row's upper edge from the top of the first section's header; `nil` if there is no such row.
  /// O(log n).
  public func offset(of path: RowPath) -> Double? {
    snapshot.withLock { $0.index.offset(of: path) }
  }

  /// The offset of a section's header; `nil` for an unknown section. O(log n).
  public func offset(ofSection section: Int) -> Double? {
    snapshot.withLock { $0.index.offset(ofSection: section) }
  }

  /// The visible row that covers an offset, or where a header does, the first visible row below it. O(log n).
  ///
  /// - Returns: `nil` above the first row or header, below the last one, and where no row follows a header.
  public func row(atOffset offset: Double) -> RowPath? {
    snapshot.withLock { $0.index.row(atOffset: offset) }
  }

  /// Takes the height that the view has measured for a row whose height is automatic.
  ///
  /// A cell that grows in place has one measured height collapsed and another expanded; this is the one that it has
  /// now.
  ///
  /// - Parameters:
  ///   - points: the height, finite and 0 or more.
  ///   - path: the row path.
  /// - Returns: whether the height was taken: not for a row of a fixed height, or where there is no row.
  /// - Complexity: O(log n).
  @discardableResult
  public func setMeasuredHeight(_ points: Double, at path: RowPath) -> Bool {
    snapshot.withLock { $0.setMeasuredHeight(points, at: path) }
  }
}
