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
    let rows: [VisibleRow]
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
          shown.row(at: RowPath(section: position, row: $0))
        })
    }
  }

  /// Whether a person, and not a rule or the definition, gave the cell's value.
  func source(of row: VisibleRow) -> Answer.Source {
    row.value == nil ? .none : source(ofCell: StateSubject(row.key, instance: row.instance))
  }

  /// The same for a cell with a value.
  func source(ofCell subject: StateSubject) -> Answer.Source {
    let state = contents.state.cells[subject]
    guard state?.entry == nil else { return .set }
    let calculated =
      state?[.calculated] ?? contents.form.fresh.state(ofCell: subject.key, in: subject.instance)[.calculated]
    return calculated?.value == nil ? .default : .calculated
  }

  /// The titles of the rows.
  var titles: [RowPath: FormStore.RowTitle] {
    let rows = sections.lazy.flatMap(\.rows).map { ($0.path, FormStore.RowTitle($0)) }
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

extension Outline {
  /// The outline as JSON.
  var json: OrderedJSON {
    .object(
      OrderedJSON.members(of: contents.key) + [
        ("revision", .integer(contents.revision)),
        ("digest", .string(contents.digest)),
        ("completed", .boolean(contents.state.isCompleted)),
        ("sections", .array(sections.map(json))),
      ])
  }

  private func json(of section: SectionRows) -> OrderedJSON {
    .object([
      ("section", .string(section.section.key)),
      ("title", .string(section.section.title)),
      ("foldable", .boolean(section.section.isFoldable)),
      ("folded", .boolean(section.isFolded)),
      ("relevant", .boolean(section.isRelevant)),
      ("rows", .array(section.rows.map(json))),
    ])
  }

  private func json(of row: VisibleRow) -> OrderedJSON {
    .object(
      [("path", OrderedJSON(row.path)), ("index", .integer(row.index))]
        + OrderedJSON.members(ofCell: row.key, in: row.instance) + [
          ("kind", .string(row.kind.rawValue)),
          ("identifier", .string(row.identifier)),
          ("title", .string(row.title)),
          ("subtitle", .string(row.subtitle)),
          ("value", OrderedJSON(row.value)),
          ("readable", OrderedJSON(row.value.map { _ in row.readableText })),
          ("source", .string(source(of: row).rawValue)),
          ("chosen", .boolean(row.isChosen)),
          ("draft", OrderedJSON(row.draft)),
          ("required", .boolean(row.isRequired)),
          ("readOnly", .boolean(row.isReadOnly)),
          ("faults", .array(row.faults.map { .object(OrderedJSON.members(of: $0)) })),
          ("expandable", .boolean(row.isExpandable)),
          ("expanded", .boolean(row.isExpanded)),
          ("inline", .boolean(row.isInline)),
          ("lineLimit", OrderedJSON(row.lineLimit)),
          ("level", .integer(row.level)),
          ("height", row.height.points.map(OrderedJSON.number) ?? .null),
        ])
  }
}
#endif
