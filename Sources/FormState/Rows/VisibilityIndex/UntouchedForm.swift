/// What the rows of a form depend on in an untouched response, for some estimates of heights.
final class UntouchedForm: Sendable {
  /// The structure of the form.
  let structure: FormStructure
  /// The kinds of rows.
  let kinds: [Kind]
  /// How tall a section's header is.
  let headerHeight: Double
  /// The number of places per page of the visibility index, a power of two.
  let pageSize: Int
  /// Which sections are folded.
  let isFolded: [Bool]
  /// Which sections rules make relevant.
  let isRelevant: [Bool]
  /// The numbers of the cells that rules make irrelevant, in order.
  let irrelevantCells: [Int]

  /// What the rows of a kind have in common.
  struct Kind: Sendable {
    /// Both heights; of a row that does not grow, the same twice.
    let heights: RowHeights
    let traits: LevelItem.Traits
  }

  /// Collects what the rows of a form depend on. O(s + r) for s sections and r rules, if the structure is known.
  init(_ form: FormDefinition, estimates: HeightEstimates, pageSize: Int) {
    structure = form.structure
    self.pageSize = pageSize
    headerHeight = estimates.headerPoints
    kinds = structure.rowKinds.map { kind in
      let same = kind.heights == nil ? form.rowHeight(forIdentifier: kind.identifier) : .automatic
      let heights = RowHeights(
        collapsed: estimates.points(of: kind.heights?.collapsed ?? same, identifier: kind.identifier),
        expanded: estimates.points(of: kind.heights?.expanded ?? same, identifier: kind.identifier))
      return Kind(heights: heights, traits: kind.heights == nil ? [] : .grows)
    }
    let fresh = form.fresh
    isFolded = form.sections.map(\.startsFolded)
    isRelevant = form.sections.map { fresh.isRelevant(section: $0.key) }
    irrelevantCells = fresh.irrelevantCells(of: form).compactMap(structure.number(of:)).sorted()
  }

  /// The ordinal of the header of a section: headers and cells are numbered together, from 0.
  func header(ofSection section: Int) -> Int { structure.firstCells[section] + section }

  /// The section of an ordinal. O(log s) for s sections.
  func section(ofOrdinal ordinal: Int) -> Int {
    (0..<structure.sectionCount).partitioningIndex { header(ofSection: $0) > ordinal } - 1
  }

  /// The ordinal of a cell.
  func ordinal(of place: CellPlace) -> Int { header(ofSection: place.section) + 1 + place.position }

  /// The layout outside of repeats. O(r) for r repeats.
  var rootLayout: LevelLayout {
    LevelLayout(
      ordinals: 0..<(structure.levels.count + structure.sectionCount),
      templates: structure.repeats.outermost.map(template(of:)), pageSize: pageSize)
  }

  /// The layout of the template of a repeat. O(k + log r) for k repeats in the template among r.
  func layout(of repeated: RepeatNesting.Repeat) -> LevelLayout {
    LevelLayout(
      ordinals: template(of: repeated),
      templates: structure.repeats.directly(in: repeated).map(template(of:)), pageSize: pageSize)
  }

  /// The ordinals of the cells of a repeat's template.
  private func template(of repeated: RepeatNesting.Repeat) -> Range<Int> {
    let first = ordinal(of: repeated.place) + 1
    return first..<(first + repeated.template.count)
  }
}

/// The templates of a form's repeats, each laid out on first use.
final class RepeatTemplates: Sendable {
  private let form: UntouchedForm
  private let known = Locked<[Int: RepeatTemplate]>([:])
  /// Whether there are no repeats with a template, and therefore no instances.
  let isEmpty: Bool

  /// Prepares the templates of a form.
  init(_ form: UntouchedForm, root: LevelLayout) {
    self.form = form
    isEmpty = root.templates.isEmpty
  }

  /// The template of a repeat, by the ordinal of the repeat; `nil` if it is not a repeat with a template.
  ///
  /// - Complexity: O(n) for n cells of the template the first time, then O(1).
  subscript(cell: Int) -> RepeatTemplate? {
    if let known = known.withLock({ $0[cell] }) { return known }
    let section = form.section(ofOrdinal: cell)
    let place = CellPlace(section: section, position: cell - form.header(ofSection: section) - 1)
    guard let found = form.structure.repeats.repeated(at: place), !found.template.isEmpty else { return nil }
    let around = form.structure.repeats.repeatAround(place)
    let template = RepeatTemplate(
      around: around.map { form.ordinal(of: CellPlace(section: section, position: $0)) },
      fresh: VisibilityLevel(form, form.layout(of: found)))
    known.withLock { $0[cell] = template }
    return template
  }
}

/// The rows of a form in an untouched response, which its sessions share.
struct UntouchedRows: Sendable {
  private let estimates: HeightEstimates
  private let rowHeights: [String: RowHeight]
  private let pageSize: Int
  /// The level outside of repeats.
  let root: VisibilityLevel
  /// The templates of the repeats.
  let templates: RepeatTemplates

  /// Lays a form out. O(n) for n cells.
  init(of form: FormDefinition, estimates: HeightEstimates, pageSize: Int) {
    (self.estimates, self.pageSize, rowHeights) = (estimates, pageSize, form.rowHeights)
    let untouched = UntouchedForm(form, estimates: estimates, pageSize: pageSize)
    let layout = untouched.rootLayout
    root = VisibilityLevel(untouched, layout)
    templates = RepeatTemplates(untouched, root: layout)
  }

  /// Whether these are the rows for some estimates.
  func areRows(of form: FormDefinition, estimates: HeightEstimates, pageSize: Int) -> Bool {
    self.estimates == estimates && self.pageSize == pageSize && rowHeights == form.rowHeights
  }
}
