/// What a person did: the intent, before it is known what it does to the state.
public enum Action: Hashable, Sendable {
  /// Selected a row: an expandable cell toggles, an option is chosen, anything else stays as it is.
  case tap(CellReference)
  /// Gave a cell a value; text that spells a number, a date or a switch's position is read as one.
  case set(CellReference, Value)
  /// Emptied a cell; its default does not come back.
  case clear(CellReference)
  /// Chose an option; the cell above it takes it as its value and collapses.
  case choose(CellReference)
  /// Showed the cells below a cell.
  case expand(CellReference)
  /// Hid the cells below a cell.
  case collapse(CellReference)
  /// Expanded every expandable cell of the form.
  case expandAll
  /// Collapsed every expandable cell of the form.
  case collapseAll
  /// Put the rows of the section with a key away.
  case fold(section: String)
  /// Showed the rows of the section with a key again.
  case unfold(section: String)
  /// Folded the section with a key, or unfolded it: what a tap on its header means.
  case toggleFold(section: String)
  /// Unfolded the section of a cell and expanded every cell above it, so that it shows.
  case reveal(CellReference)
  /// Took a cell and those below it, or with `nil` the whole response, back to the definition.
  case reset(CellReference?)

  /// The names of actions, as the journal and files write them.
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    case tap, set, clear, choose, expand, collapse, expandAll, collapseAll, fold, unfold, toggleFold, reveal, reset
  }

  /// The name of the action.
  public var kind: Kind {
    switch self {
    case .tap: .tap
    case .set: .set
    case .clear: .clear
    case .choose: .choose
    case .expand: .expand
    case .collapse: .collapse
    case .expandAll: .expandAll
    case .collapseAll: .collapseAll
    case .fold: .fold
    case .unfold: .unfold
    case .toggleFold: .toggleFold
    case .reveal: .reveal
    case .reset: .reset
    }
  }

  /// The cell that the action is about; `nil` when it is about a section or the whole response.
  public var cell: CellReference? {
    switch self {
    case .tap(let cell), .set(let cell, _), .clear(let cell), .choose(let cell), .expand(let cell),
      .collapse(let cell), .reveal(let cell):
      cell
    case .reset(let cell): cell
    case .expandAll, .collapseAll, .fold, .unfold, .toggleFold: nil
    }
  }

  /// The key of the section that the action is about; `nil` when it is not about a section.
  public var section: String? {
    switch self {
    case .fold(let section), .unfold(let section), .toggleFold(let section): section
    default: nil
    }
  }

  /// The value that the action gives; `nil` for all but ``set(_:_:)``.
  public var value: Value? {
    if case .set(_, let value) = self { value } else { nil }
  }

  /// Puts an action together from its parts, as a journal or a file holds them.
  ///
  /// - Returns: `nil` when a part that the kind needs is missing, or one that it has no use for is there.
  public init?(kind: Kind, cell: CellReference? = nil, section: String? = nil, value: Value? = nil) {
    switch (kind, cell, section, value) {
    case (.tap, let cell?, nil, nil): self = .tap(cell)
    case (.set, let cell?, nil, let value?): self = .set(cell, value)
    case (.clear, let cell?, nil, nil): self = .clear(cell)
    case (.choose, let cell?, nil, nil): self = .choose(cell)
    case (.expand, let cell?, nil, nil): self = .expand(cell)
    case (.collapse, let cell?, nil, nil): self = .collapse(cell)
    case (.expandAll, nil, nil, nil): self = .expandAll
    case (.collapseAll, nil, nil, nil): self = .collapseAll
    case (.fold, nil, let section?, nil): self = .fold(section: section)
    case (.unfold, nil, let section?, nil): self = .unfold(section: section)
    case (.toggleFold, nil, let section?, nil): self = .toggleFold(section: section)
    case (.reveal, let cell?, nil, nil): self = .reveal(cell)
    case (.reset, let cell, nil, nil): self = .reset(cell)
    default: return nil
    }
  }
}

extension Action.Kind {
  /// Whether an action of the kind names a section.
  package var isAboutSection: Bool {
    switch self {
    case .fold, .unfold, .toggleFold: true
    default: false
    }
  }
}
