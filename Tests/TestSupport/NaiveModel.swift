import FormState

/// The rows of a form, worked out the slow and obvious way.
public enum NaiveModel {
  /// A row as a table would draw it.
  public struct Row: Hashable, Sendable {
    /// What is drawn in the row.
    public struct Content: Hashable, Sendable {
      public let key: String
      public let title: String
      public let value: CellValue?
      public let draft: String?
      /// Which way a triangle points; a row that grows in place has none.
      public let isOpen: Bool
    }

    /// How much room the row takes.
    public struct Size: Hashable, Sendable {
      public let height: RowHeight
      /// Whether a row that grows in place has grown, which matters where the view measures both heights.
      public let isGrown: Bool
    }

    public var content: Content
    public var size: Size

    public var key: String { content.key }
    public var isExpanded: Bool { content.isOpen || size.isGrown }

    init(content: Content, size: Size) {
      self.content = content
      self.size = size
    }

    /// What a session answers for a row, in the model's words.
    public init(_ row: VisibleRow) {
      content = Content(
        key: row.key, title: row.title, value: row.value, draft: row.draft, isOpen: row.isExpanded && !row.isInline)
      size = Size(height: row.height, isGrown: row.isInline && row.isExpanded && row.height != .points(0))
    }
  }

  /// The visible positions of each section: a cell shows when its section is not folded, no cell above it is collapsed
  /// or hidden, and it is not hidden itself.
  public static func visibleRows(of form: FormDefinition, state: ResponseState) -> [[Int]] {
    form.sections.map { section in
      guard !(state.folds[section.key] ?? section.startsFolded) else { return [] }
      var positions: [Int] = []
      // The cells above the one that is looked at, each with the end of its descendants and whether it hides them.
      var above: [(end: Int, hides: Bool)] = []
      for (position, cell) in section.cells.enumerated() {
        above.removeAll { $0.end <= position }
        let isShut = !(state.disclosure[cell.key] ?? cell.startsExpanded)
        if !cell.isHidden && !above.contains(where: \.hides) { positions.append(position) }
        above.append((position + 1 + cell.additionalRows, cell.isHidden || isShut))
      }
      return positions
    }
  }

  /// What the rows show, and how tall they are.
  public static func rows(
    of form: FormDefinition, state: ResponseState, hiddenRows: HiddenRows = .removed
  ) -> [[Row]] {
    zip(form.sections, visibleRows(of: form, state: state)).map { section, visible in
      let shown = Set(visible)
      let positions = hiddenRows == .removed ? visible : Array(section.cells.indices)
      return positions.map { position in
        row(of: section.cells[position], form: form, state: state, isHidden: !shown.contains(position))
      }
    }
  }

  private static func row(of cell: FormCell, form: FormDefinition, state: ResponseState, isHidden: Bool) -> Row {
    let value: CellValue? =
      switch state.entries[cell.key] {
      case nil: cell.defaultValue
      case .cleared?: nil
      case .value(let value)?: value
      }
    let isExpanded = cell.isExpandable && (state.disclosure[cell.key] ?? cell.startsExpanded)
    var height = form.rowHeights[cell.identifier] ?? .standard(for: cell.identifier)
    if let inline = cell.inline { height = isExpanded ? inline.expandedHeight : inline.collapsedHeight }
    return Row(
      content: Row.Content(
        key: cell.key, title: state.titles[cell.key] ?? cell.title, value: value, draft: state.drafts[cell.key],
        isOpen: isExpanded && cell.inline == nil),
      size: Row.Size(
        height: isHidden ? .points(0) : height, isGrown: !isHidden && cell.inline != nil && isExpanded))
  }
}
