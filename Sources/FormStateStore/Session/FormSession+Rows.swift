import FormState
import Foundation

extension FormSession {
  /// The number of journal entries included in the session's screen; 0 before the first action.
  public var revision: Int { snapshot.withLock { $0.revision } }

  /// Looks at a copy of the screen: cells may be read for that, which may wait for a connection, and a thread that has
  /// one may wait for the screen.
  func look<Result>(_ work: (inout SessionSnapshot) throws -> Result) rethrows -> Result {
    var shown = snapshot.withLock { $0 }
    return try work(&shown)
  }

  /// The digest of definition and state, see `StateDigest`. O(k log k) for k touched fields.
  package var digest: String {
    snapshot.withLock { StateDigest.ofState($0.state, definition: $0.definitionDigest) }
  }

  /// The touched state.
  package var state: ResponseState { snapshot.withLock { $0.state } }

  /// The definition of the response's form. O(1).
  ///
  /// The cells are read from the database on demand. One that cannot be read has an empty key, and an
  /// action on its row throws the error.
  public var form: FormDefinition { snapshot.withLock { $0.form } }

  /// The value of a cell: the entry, or else its default; `nil` for none, and for an unknown cell.
  ///
  /// O(1), except for a session's first query by key, which creates an index of the keys in O(n).
  public func value(of cell: CellReference) -> CellValue? {
    look { $0.value(of: cell) }
  }

  /// Decodes the answers of the response as your own type; see `ResponseContents.answers(as:timeZone:)`. O(n) for n
  /// cells.
  ///
  /// - Parameters:
  ///   - type: the type to read.
  ///   - timeZone: the time zone for days that are read as a `Date`.
  /// - Throws: `PropertyDecodingError`.
  public func answers<Content: Decodable>(
    as type: Content.Type = Content.self, timeZone: TimeZone = .gmt
  ) throws -> Content {
    let (state, form) = snapshot.withLock { ($0.state, $0.form) }
    return try state.answers(as: type, of: form, timeZone: timeZone)
  }

  /// The number of sections, folded ones and those without cells included. O(1).
  public var numberOfSections: Int { snapshot.withLock { $0.index.numberOfSections } }

  /// The current contents of the screen. O(1), but advancing the session costs a copy while they are kept.
  package var shown: ShownForm {
    snapshot.withLock { snapshot in
      var shown = snapshot.shown
      let speech = speech(of: snapshot)
      shown.speech = speech.isForPeople ? speech : nil
      return shown
    }
  }

  /// The estimated heights of rows.
  package var estimates: HeightEstimates { snapshot.withLock { $0.estimates } }

  /// The digest of the response's definition.
  package var definitionDigest: String { snapshot.withLock { $0.definitionDigest } }

  /// The first available revision of the response: 0, or the one that its journal was compacted to.
  package var firstRevision: Int { snapshot.withLock { $0.known.compactedTo ?? 0 } }

  /// How the session represents hidden rows.
  var hiddenRows: HiddenRows { snapshot.withLock { $0.index.hiddenRows } }

  /// The number of rows of a section, visible ones unless hidden ones are kept; 0 for an unknown section. O(log n).
  public func numberOfRows(in section: Int) -> Int {
    snapshot.withLock { $0.index.numberOfRows(in: section) }
  }

  /// The row at a row path; `nil` if there is none. O(log n).
  public func row(at path: RowPath) -> VisibleRow? {
    look { $0.row(at: path) }
  }

  /// The row path of a cell; `nil` if it is not visible, and for an unknown cell.
  ///
  /// O(log n), except for a session's first query, which creates an index of the keys in O(n).
  public func rowPath(of cell: CellReference) -> RowPath? {
    look { snapshot in
      snapshot.place(of: cell).flatMap { snapshot.index.rowPath(of: $0) }
    }
  }

  /// The positions of every section's visible cells in its preorder. O(v log n) for v visible rows.
  package var visibleRowsPerSection: [[Int]] {
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
  func isFolded(section key: String) -> Bool {
    snapshot.withLock { snapshot in
      snapshot.form.sections.firstIndex { $0.key == key }.map { snapshot.index.isFolded(section: $0) } ?? false
    }
  }

  /// Whether a section has no header at present, because by its rule it is not relevant; `false` for an unknown
  /// section. O(1).
  ///
  /// Such a section keeps its position among the sections, and has no rows.
  public func hidesHeader(ofSection section: Int) -> Bool {
    snapshot.withLock { $0.index.hidesHeader(ofSection: section) }
  }

  /// Whether a section can be folded; `false` for an unknown section. O(1).
  public func isFoldable(section: Int) -> Bool {
    snapshot.withLock { $0.form.sections.element(at: section)?.isFoldable ?? false }
  }

  /// The height of the row at a row path by its definition; `nil` if there is none. O(log n).
  ///
  /// For a cell that grows in place, the current height; 0 points for a row that is kept but hidden.
  public func height(at path: RowPath) -> RowHeight? {
    look { $0.height(at: path) }
  }

  /// The faults of the answers, in the order of the form: missing required values and violated constraints.
  ///
  /// Hidden cells may have faults as well; `reveal` makes them visible. Cells that are not relevant have none.
  ///
  /// - Complexity: O(n) for n cells of a form with rules the first time, then O(f + k) for f faults and k changes since
  ///   the last call, with repeats O(f + k log² n).
  public var faults: [Fault] {
    // The only copy of the maintained faults is lent meanwhile.
    var shown = snapshot.withLock { snapshot in
      defer { snapshot.faultCache = nil }
      return snapshot
    }
    let faults = shown.faults()
    snapshot.withLock { now in
      guard now.known == shown.known, now.language == shown.language, now.faultCache == nil else { return }
      now.faultCache = shown.faultCache
    }
    return said(faults)
  }

  /// What different persons answered at the same time, in the language of the session; see
  /// ``FormStore/questions(ofForm:response:)``. The action `settle` takes one of the alternatives, and is refused if
  /// the question has others by then than the session shows.
  ///
  /// Lines that wait, and questions about what an upgrade set aside, are left out: they are not on the screen.
  ///
  /// - Complexity: O(k log k) for k touched fields; never accesses the disk, except for the titles of choices.
  public var questions: [ResponseQuestion] {
    look { $0.questions(of: key, in: speech(of: $0)) }
  }

  /// Whether a cell is visible, and why not.
  ///
  /// Reads the store, so unlike the rest this accesses the disk.
  ///
  /// - Throws: `ActionError.Code.unknownCell`; ``StoreError``.
  public func explanation(of cell: CellReference) throws -> VisibilityExplanation {
    try store.explanation(of: asShown(cell), in: key)
  }

  /// A row path as the cell that is visible there now, which the store need not know by its row path.
  private func asShown(_ cell: CellReference) -> CellReference {
    guard case .rowPath(let path) = cell else { return cell }
    return row(at: path)?.reference ?? cell
  }

  /// The current choices of a question: the items of its list that satisfy its conditions, or the options under it.
  ///
  /// ```swift
  /// let found = try session.choices(of: "town", containing: searchText, limit: 50)
  /// ```
  ///
  /// Reads the store, so unlike the rest this accesses the disk. The value of a choice is a value for `set`.
  ///
  /// - Parameters:
  ///   - question: a group or a multiple-choice question.
  ///   - text: the text that titles or values must contain, ignoring case and accents; `nil` for all.
  ///   - first: the number of choices to skip.
  ///   - limit: the maximum number to return.
  /// - Throws: `ActionError.Code.unknownCell`; `ActionError.Code.hasNoChoices`; ``StoreError``.
  /// - Complexity: O(log n + k) for k choices among n that equality conditions on columns select; O(n) for other
  ///   conditions.
  public func choices(
    of question: CellReference, containing text: String? = nil, from first: Int = 0, limit: Int = .max
  ) throws -> OfferedChoices {
    let question = asShown(question)
    let query = ChoiceQuery(containing: text, from: first, limit: limit)
    if let found = try look({ try $0.view?.offeredChoices(of: question, query) ?? nil }) { return found }
    return try store.choices(of: question, in: key, containing: text, from: first, limit: limit)
  }
}

/// The vertical geometry of rows in points, for a view that draws only what is on screen.
///
/// Measured heights are kept only in memory and end with the session.
extension FormSession {
  /// The height of all rows and headers. O(1).
  public var totalHeight: Double { snapshot.withLock { $0.index.totalHeight } }

  /// The height of a row in points: fixed, measured or estimated; 0 for one that is kept but hidden, `nil` for an
  /// unknown one. O(log n).
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

  /// The visible row at an offset, or at a header, the first visible row below it. O(log n).
  ///
  /// - Returns: `nil` above the first row or header, below the last one, and where no row follows a header.
  public func row(atOffset offset: Double) -> RowPath? {
    snapshot.withLock { $0.index.row(atOffset: offset) }
  }

  /// Sets the height that the view has measured for a row with automatic height.
  ///
  /// A cell that grows in place has separate measured heights collapsed and expanded; this sets the current one.
  ///
  /// - Parameters:
  ///   - points: the height, finite and 0 or more.
  ///   - path: the row path.
  /// - Returns: whether the height was set: not for a row of a fixed height, or an unknown one.
  /// - Complexity: O(log n).
  @discardableResult
  public func setMeasuredHeight(_ points: Double, at path: RowPath) -> Bool {
    store.holdingConnection { snapshot.withLock { $0.setMeasuredHeight(points, at: path) } }
  }
}
