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
  /// A cell's control was left with text that is no value yet, or the text is gone.
  case draft(cell: String, before: String?, after: String?)
  /// What a person has left in a cell was marked as saved.
  case saved(cell: String, before: Entry?, after: Entry?)
  /// The person entered something in a cell for the first time: `nil` before, `true` after.
  case touched(cell: String, before: Bool?, after: Bool?)
  /// The response was completed (`true`) or reopened (`nil`).
  case completion(before: Bool?, after: Bool?)

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
    /// What a cell's control holds that is no value yet.
    case draft
    /// What a cell held when the response was last marked as saved.
    case saved
    /// Whether the person has entered something in a cell at some time.
    case touched
    /// Whether the response is completed.
    case completion
  }

  /// What journals call the subject of a change of the whole response.
  public static let responseSubject = "response"

  /// The part of the state that changed.
  public var field: Field {
    switch self {
    case .disclosure: .disclosure
    case .fold: .fold
    case .value: .value
    case .title: .title
    case .draft: .draft
    case .saved: .saved
    case .touched: .touched
    case .completion: .completion
    }
  }

  /// The key of the cell, or for ``Field/fold`` of the section, that changed; for ``Field/completion``,
  /// ``responseSubject``.
  public var subject: String {
    switch self {
    case .disclosure(let key, _, _), .fold(let key, _, _), .value(let key, _, _), .title(let key, _, _),
      .draft(let key, _, _), .saved(let key, _, _), .touched(let key, _, _):
      key
    case .completion: Self.responseSubject
    }
  }

  /// What a change is about: a field of a cell, of a section or of the response.
  package struct Subject: Hashable {
    package let field: Field
    package let key: String

    package init(field: Field, key: String) {
      self.field = field
      self.key = key
    }
  }

  /// What the change is about.
  package var identity: Subject { Subject(field: field, key: subject) }

  /// The change that takes this one back.
  public var inverse: StateChange {
    switch self {
    case .disclosure(let cell, let before, let after): .disclosure(cell: cell, before: after, after: before)
    case .fold(let section, let before, let after): .fold(section: section, before: after, after: before)
    case .value(let cell, let before, let after): .value(cell: cell, before: after, after: before)
    case .title(let cell, let before, let after): .title(cell: cell, before: after, after: before)
    case .draft(let cell, let before, let after): .draft(cell: cell, before: after, after: before)
    case .saved(let cell, let before, let after): .saved(cell: cell, before: after, after: before)
    case .touched(let cell, let before, let after): .touched(cell: cell, before: after, after: before)
    case .completion(let before, let after): .completion(before: after, after: before)
    }
  }

  /// The change that leads from a state to where this change began.
  public func reverting(in state: ResponseState) -> StateChange {
    switch self {
    case .disclosure(let cell, let before, _): .disclosure(cell: cell, before: state.disclosure[cell], after: before)
    case .fold(let section, let before, _): .fold(section: section, before: state.folds[section], after: before)
    case .value(let cell, let before, _): .value(cell: cell, before: state.entries[cell], after: before)
    case .title(let cell, let before, _): .title(cell: cell, before: state.titles[cell], after: before)
    case .draft(let cell, let before, _): .draft(cell: cell, before: state.drafts[cell], after: before)
    case .saved(let cell, let before, _): .saved(cell: cell, before: state.saved[cell], after: before)
    case .touched(let cell, let before, _): .touched(cell: cell, before: state.touched[cell], after: before)
    case .completion(let before, _): .completion(before: state.completion, after: before)
    }
  }

  /// Whether the change leaves the state as it was.
  public var isEmpty: Bool { self == inverse }
}
