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
  /// The response as it shows.
  let shown: ShownForm

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
    self.shown = shown
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
            OutlineRow(row: $0, source: shown.source(of: $0))
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
    let sections = shown.index.visibleRowsPerSection.map { positions in
      "[" + positions.map(String.init).joined(separator: ",") + "]"
    }
    return "[" + sections.joined(separator: ",") + "]"
  }
}

/// A row with where its value is from.
struct OutlineRow {
  let row: VisibleRow
  let source: Answer.Source

  /// The row as data.
  var printed: PrintedRow {
    PrintedRow(row, source: source, faults: row.faults, value: row.value, path: row.path)
  }
}

extension Outline: Shape {
  static let meaning = "The visible rows of a response."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.response)
    m("sections", \.sections, "The sections.")
  }

  private var response: PrintedResponse { PrintedResponse(contents, digest: contents.digest) }
}

extension Outline.SectionRows: Shape {
  static let meaning = "A section with its rows."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("section", \.section.titleOrKey, Meaning.section)
    m("sectionKey", \.section.key, "Its key.")
    m("sectionPosition", \.position, "Its position in the form, from 0.")
    m("foldable", \.section.isFoldable, "Whether it can be folded.")
    m("folded", \.isFolded, "Whether it is folded.")
    m("relevant", \.isRelevant, "Whether it is relevant: whether its rule lets it be asked.")
    m("rows", \.printedRows, "Its rows, from top to bottom.")
  }

  private var printedRows: StreamedList<PrintedRow> {
    StreamedList { writer in
      for each in rows { each.printed.write(to: &writer) }
    }
  }
}
#endif
