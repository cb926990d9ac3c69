/// What an action did to the state: one field of one cell or section, before and after.
///
/// `nil` stands for a field that nobody touched, which shows what the definition says. Because a change holds both
/// sides, it can be applied in either direction.
public enum StateChange: Hashable, Sendable {
  /// An expandable cell was expanded (`true`) or collapsed (`false`).
  case disclosure(cell: String, before: Bool?, after: Bool?)
  /// A section was folded (`true`) or unfolded (`false`).
  case fold(section: String, before: Bool?, after: Bool?)
  /// A cell's value was set or cleared.
  case value(cell: String, before: Entry?, after: Entry?)
  /// The displayed title of an expandable cell was recomputed.
  case title(cell: String, before: String?, after: String?)

  /// The parts of the state, by their names in the journal.
  public enum Field: String, CaseIterable, Hashable, Sendable, Codable {
    /// Whether a cell is expanded.
    case disclosure
    /// Whether a section is folded.
    case fold
    /// What a cell holds.
    case value
    /// The displayed title of an expandable cell.
    case title
  }

  /// The part of the state that changed.
  public var field: Field {
    switch self {
    case .disclosure: .disclosure
    case .fold: .fold
    case .value: .value
    case .title: .title
    }
  }

  /// The key of the cell, or for ``Field/fold`` of the section, that changed.
  public var subject: String {
    switch self {
    case .disclosure(let key, _, _), .fold(let key, _, _), .value(let key, _, _), .title(let key, _, _): key
    }
  }

  /// The change that takes this one back.
  public var inverse: StateChange {
    switch self {
    case .disclosure(let cell, let before, let after): .disclosure(cell: cell, before: after, after: before)
    case .fold(let section, let before, let after): .fold(section: section, before: after, after: before)
    case .value(let cell, let before, let after): .value(cell: cell, before: after, after: before)
    case .title(let cell, let before, let after): .title(cell: cell, before: after, after: before)
    }
  }

  /// Whether the change leaves the state as it was.
  public var isEmpty: Bool {
    switch self {
    case .disclosure(_, let before, let after), .fold(_, let before, let after): before == after
    case .value(_, let before, let after): before == after
    case .title(_, let before, let after): before == after
    }
  }
}
