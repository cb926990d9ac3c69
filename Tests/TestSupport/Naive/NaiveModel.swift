import FormState

/// The rows of a form, calculated the slow and obvious way.
public enum NaiveModel {
  /// A row as a table would draw it.
  public struct Row: Hashable, Sendable {
    /// The texts of the row.
    public struct Content: Hashable, Sendable {
      public let key: String
      public let title: String
      public let value: CellValue?
      public let draft: String?
      /// Which way a triangle points; a row that grows in place has none.
      public let isOpen: Bool
      /// Of an option, whether the question above it holds its value.
      public let isChosen: Bool
      /// Whether it is required and read-only, and its faults.
      public let isRequired: Bool
      public let isReadOnly: Bool
      /// Whether anything was entered.
      public let isTouched: Bool
      public let faults: [String]
    }

    /// The height of the row.
    public struct Size: Hashable, Sendable {
      public let height: RowHeight
      /// Whether an inline row is expanded, which matters if the view measures both heights.
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

    /// A row of a form without rules, from another model.
    public init(
      address: String, title: String = "", value: CellValue? = nil, isOpen: Bool = false, height: RowHeight,
      isGrown: Bool = false
    ) {
      content = Content(
        key: address, title: title, value: value, draft: nil, isOpen: isOpen, isChosen: false, isRequired: false,
        isReadOnly: false, isTouched: false, faults: [])
      size = Size(height: height, isGrown: isGrown)
    }

    /// A session's answers for a row, in the model's terms.
    public init(_ row: VisibleRow) {
      content = Content(
        key: row.address, title: row.title, value: row.value, draft: row.draft, isOpen: row.isExpanded && !row.isInline,
        isChosen: row.isChosen, isRequired: row.isRequired, isReadOnly: row.isReadOnly, isTouched: row.isTouched,
        faults: row.faults.map { fault in
          switch fault.kind {
          case .constraint: "\(fault.number)"
          case .reported: "\(fault.reporter ?? ""): \(fault.message)"
          default: fault.kind.rawValue
          }
        })
      size = Size(height: row.height, isGrown: row.isInline && row.isExpanded && row.height != .points(0))
    }
  }

  /// The visible positions of each section: a cell shows when its section is not folded, no cell above it is collapsed
  /// or hidden, it is not hidden itself, and its rule, those above it and that of its section hold.
  public static func visibleRows(of form: FormDefinition, state: ResponseState) -> [[Int]] {
    let asked = form.hasRules ? NaiveForm(form).keysAsked(in: state) : nil
    return form.sections.map { section in
      guard !(state.folds[StateSubject(section.key)] ?? section.startsFolded) else { return [] }
      var positions: [Int] = []
      // The cells above the one that is looked at, each with the end of its descendants and whether it hides them.
      var above: [(end: Int, hides: Bool)] = []
      for (position, cell) in section.cells.enumerated() {
        above.removeAll { $0.end <= position }
        let isShut = !(state.cells[StateSubject(cell.key)]?.isExpanded ?? cell.startsExpanded)
        let isAsked = asked?.contains(cell.key) ?? true
        if !cell.isHidden && isAsked && !above.contains(where: \.hides) { positions.append(position) }
        above.append((position + 1 + cell.additionalRows, cell.isHidden || isShut))
      }
      return positions
    }
  }

  /// The contents and heights of the rows.
  public static func rows(
    of form: FormDefinition, state: ResponseState, hiddenRows: HiddenRows = .removed
  ) -> [[Row]] {
    let rules = form.hasRules ? RowRules(form, state) : nil
    return zip(form.sections, visibleRows(of: form, state: state)).map { section, visible in
      let shown = Set(visible)
      let positions = hiddenRows == .removed ? visible : Array(section.cells.indices)
      return positions.map { position in
        // The nearest cell above whose descendants reach as far.
        let parent = section.cells[..<position].indices.last { $0 + section.cells[$0].additionalRows >= position }
        return row(
          of: section.cells[position], under: parent.map { section.cells[$0] }, form: form, state: state,
          rules: rules, isHidden: !shown.contains(position))
      }
    }
  }

  /// The effect of rules on rows.
  private struct RowRules {
    let rules: NaiveRules
    let atFirst: NaiveRules
    let cells: [String: NaiveForm.Placed]

    init(_ form: FormDefinition, _ state: ResponseState) {
      let naive = NaiveForm(form)
      rules = NaiveRules(naive, state)
      atFirst = NaiveRules(naive, ResponseState())
      cells = Dictionary(naive.cells.map { ($0.cell.key, $0) }) { first, _ in first }
    }
  }

  private static func value(of cell: FormCell, _ state: ResponseState, _ rules: RowRules?) -> CellValue? {
    if let rules, let placed = rules.cells[cell.key] { return rules.rules.value(of: placed) }
    return if let entry = state.cells[StateSubject(cell.key)]?.entry { entry.value } else { cell.defaultValue }
  }

  private static func isChosen(_ option: String?, _ held: CellValue?) -> Bool {
    switch (option, held) {
    case (let option?, .choices(let values)?): values.contains(option)
    case (let option?, .text(let text)?): option == text
    default: false
    }
  }

  private static func row(
    of cell: FormCell, under parent: FormCell?, form: FormDefinition, state: ResponseState, rules: RowRules?,
    isHidden: Bool
  ) -> Row {
    let placed = rules.flatMap { $0.cells[cell.key] }
    let value = value(of: cell, state, rules)
    let isReadOnly = placed.map { rules?.rules.isReadOnly($0) ?? false } ?? false
    let isRequired = placed.map { rules?.rules.isRequired($0) ?? false } ?? false
    let failures = placed.map { rules?.rules.failures(of: $0) ?? [] } ?? []
    let ownTitle = placed.flatMap { rules?.atFirst.title($0) } ?? ""
    let touched = state.cells[StateSubject(cell.key)]
    let isExpanded = cell.isExpandable && (touched?.isExpanded ?? cell.startsExpanded)
    var height = form.rowHeights[cell.identifier] ?? .standard(for: cell.identifier)
    if let inline = cell.inline { height = isExpanded ? inline.expandedHeight : inline.collapsedHeight }
    return Row(
      content: Row.Content(
        key: cell.key, title: [touched?.title ?? ownTitle, cell.title].first { !$0.isEmpty } ?? "", value: value,
        draft: touched?.draft,
        isOpen: isExpanded && cell.inline == nil,
        isChosen: cell.kind == .option
          && isChosen(cell.optionValue, parent.flatMap { Self.value(of: $0, state, rules) }),
        isRequired: isRequired, isReadOnly: isReadOnly,
        isTouched: touched?.isTouched ?? false,
        faults: (isRequired && (value == nil || value == "") ? ["required"] : []) + failures
          + (touched?.inputFault(isReadOnly: isReadOnly) ?? [])
          + NaiveReports(touched?[.reportedFaults]).faults.map { "\($0.reporter): \($0.message)" }),
      size: Row.Size(
        height: isHidden ? .points(0) : height, isGrown: !isHidden && cell.inline != nil && isExpanded))
  }
}
