#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// The rows of a response, section by section: the visible ones, or all, hidden ones without height.
struct Outline {
  /// A section and its rows.
  struct SectionRows {
    let section: FormSection
    /// The position of the section in the form, from 0.
    let position: Int
    let isFolded: Bool
    /// Whether it is relevant; otherwise neither its title nor a row shows.
    let isRelevant: Bool
    let rows: [OutlineRow]
  }

  let contents: ResponseContents
  /// The title of the form.
  let title: String
  let sections: [SectionRows]
  private let index: VisibilityIndex

  /// Finds the rows. O(n) for n cells; for a form whose cells are read on demand, O(r) for r rows.
  ///
  /// - Parameters:
  ///   - contents: the response.
  ///   - view: the response in another language; `nil` for the form's own.
  ///   - hiddenRows: how to treat hidden rows.
  ///   - rows: the rows to include, counted from 0 across all sections; `nil` for all of them.
  init(
    of contents: ResponseContents, in view: LanguageView? = nil, hiddenRows: HiddenRows = .removed,
    rows: Range<Int>? = nil
  ) {
    self.contents = contents
    let shown = ShownContents(contents, in: view, hiddenRows: hiddenRows).shown
    let (form, index) = (shown.form, shown.index)
    title = form.title
    self.index = index
    var before = 0
    sections = form.sections.enumerated().compactMap { position, section in
      let all = 0..<index.numberOfRows(in: position)
      let start = before
      before += all.count
      let taken = rows.map { all.clamped(to: max(0, $0.lowerBound - start)..<max(0, $0.upperBound - start)) } ?? all
      guard rows == nil || !taken.isEmpty else { return nil }
      return SectionRows(
        section: section, position: position, isFolded: index.isFolded(section: position),
        isRelevant: !index.hidesHeader(ofSection: position),
        rows: taken.compactMap {
          shown.row(at: RowPath(section: position, row: $0)).map {
            OutlineRow(row: $0, source: contents.source(of: $0))
          }
        })
    }
  }

  /// The titles of the rows.
  var titles: [RowPath: FormStore.RowTitle] {
    let rows = sections.lazy.flatMap(\.rows).map { ($0.row.path, FormStore.RowTitle($0.row)) }
    return Dictionary(rows) { first, _ in first }
  }

  /// The positions of the visible cells, as `[[0,3,5],[0,5],[0]]`.
  var indicesText: String {
    let sections = index.visibleRowsPerSection.map { positions in
      "[" + positions.map(String.init).joined(separator: ",") + "]"
    }
    return "[" + sections.joined(separator: ",") + "]"
  }
}

extension ResponseContents {
  /// Whether a person, a rule or the definition gave the value of a row.
  fileprivate func source(of row: VisibleRow) -> Answer.Source {
    row.value == nil ? .none : source(ofCell: StateSubject(row.key, instance: row.instance))
  }

  /// The same for a cell with a value.
  func source(ofCell subject: StateSubject) -> Answer.Source {
    let state = state.cells[subject]
    guard state?.entry == nil else { return .set }
    let calculated = state?[.calculated] ?? form.fresh.state(ofCell: subject.key, in: subject.instance)[.calculated]
    return calculated?.value == nil ? .default : .calculated
  }
}

extension Outline: Shape {
  static let meaning = "The visible rows."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.contents.key)
    m("revision", \.contents.revision, "How many entries the journal has; 0 before the first action.")
    m("digest", \.contents.digest, "The digest of definition and state.")
    m("completed", \.contents.state.isCompleted, "Whether the response was declared finished.")
    m("sections", \.sections, "The sections.")
  }
}

extension Outline.SectionRows: Shape {
  static let meaning = "A section with its rows."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("section", \.section.key, "Its key.")
    m("title", \.section.title, "Its title.")
    m("foldable", \.section.isFoldable, "Whether it can be folded.")
    m("folded", \.isFolded, "Whether it is folded.")
    m("relevant", \.isRelevant, "Whether it is asked at all.")
    m("rows", \.rows, "Its rows, from top to bottom.")
  }
}

/// A row with where its value is from.
struct OutlineRow {
  let row: VisibleRow
  let source: Answer.Source
}

extension OutlineRow: Shape {
  static let meaning = "A row that shows."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m(
      "path", \.row.path,
      "Its row path: the position of the section, and of the row among those that show, both from 0.")
    m("index", \.row.index, "The position of the cell among all cells of the section, from 0.")
    m.include(\.address)
    m("kind", \.row.kind, "The kind of the cell.")
    m("identifier", \.row.identifier, "The reuse identifier.")
    m("title", \.row.title, "The title that it displays.")
    m("subtitle", \.row.subtitle, "Its second title.")
    m("value", \.row.value, "What the cell holds, null for nothing.")
    m("readable", \.readable, "The same as a person reads it; null for nothing.")
    m("source", \.source, "Where the value is from: a person, the definition, a rule, or nowhere.")
    m("chosen", \.row.isChosen, "Of an option, whether it is chosen.")
    m("draft", \.row.draft, "What was typed there and is no value yet; null for nothing.")
    m("required", \.row.isRequired, "Whether it has to hold something before the response can be completed.")
    m("readOnly", \.row.isReadOnly, "Whether nobody can change what it holds.")
    m("faults", \.row.faults, "What is wrong with what it holds.")
    m("expandable", \.row.isExpandable, "Whether it can be expanded.")
    m("expanded", \.row.isExpanded, "Whether it is expanded.")
    m("inline", \.row.isInline, "Whether it grows in place.")
    m("lineLimit", \.row.lineLimit, "How many lines of text it may show; null for as many as there are.")
    m("level", \.row.level, "How many cells it stands under.")
    m("height", \.row.height.points, "The height in points; null for the height of its text.")
  }

  private var address: PrintedAddress { PrintedAddress(row.key, in: row.instance) }
  private var readable: String? { row.value.map { _ in row.readableText } }
}
#endif
