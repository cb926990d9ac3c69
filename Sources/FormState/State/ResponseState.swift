/// Everything that a person has touched in a response, and nothing else.
///
/// A fresh response is empty, whatever the size of its form.
public struct ResponseState: Hashable, Sendable {
  /// Whether cells are expanded, by cell key.
  public private(set) var disclosure: [String: Bool] = [:]
  /// Whether sections are folded, by section key.
  public private(set) var folds: [String: Bool] = [:]
  /// What cells hold, by cell key.
  public private(set) var entries: [String: Entry] = [:]
  /// The displayed titles of expandable cells, by cell key.
  public private(set) var titles: [String: String] = [:]
  /// What controls hold that is no value yet, by cell key.
  public private(set) var drafts: [String: String] = [:]
  /// What cells held when the response was last marked as saved, by cell key.
  public private(set) var saved: [String: Entry] = [:]
  /// The cells in which the person has entered something at some time, undone or not; each `true`.
  public private(set) var touched: [String: Bool] = [:]
  /// `true` when the response is completed; `nil` while it is in progress.
  public private(set) var completion: Bool?

  /// Creates the state of a fresh response.
  public init() {}

  /// Whether nobody has touched anything.
  public var isEmpty: Bool { self == ResponseState() }

  /// Whether the response is completed.
  public var isCompleted: Bool { completion == true }

  /// The changes that lead from a fresh response to this state, in no order that matters. O(k) for k touched fields.
  public var changes: [StateChange] { ResponseState().changes(to: self) }

  /// The changes that lead from this state to another one, in no order that matters. O(k) for k touched fields.
  public func changes(to other: ResponseState) -> [StateChange] {
    var changes: [StateChange] = []
    Self.compare(disclosure, other.disclosure) { changes.append(.disclosure(cell: $0, before: $1, after: $2)) }
    Self.compare(folds, other.folds) { changes.append(.fold(section: $0, before: $1, after: $2)) }
    Self.compare(entries, other.entries) { changes.append(.value(cell: $0, before: $1, after: $2)) }
    Self.compare(titles, other.titles) { changes.append(.title(cell: $0, before: $1, after: $2)) }
    Self.compare(drafts, other.drafts) { changes.append(.draft(cell: $0, before: $1, after: $2)) }
    Self.compare(saved, other.saved) { changes.append(.saved(cell: $0, before: $1, after: $2)) }
    Self.compare(touched, other.touched) { changes.append(.touched(cell: $0, before: $1, after: $2)) }
    if completion != other.completion { changes.append(.completion(before: completion, after: other.completion)) }
    return changes
  }

  private static func compare<Content: Equatable>(
    _ before: [String: Content], _ after: [String: Content], differs: (String, Content?, Content?) -> Void
  ) {
    for (key, content) in before where after[key] != content { differs(key, content, after[key]) }
    for (key, content) in after where before[key] == nil { differs(key, nil, content) }
  }

  /// Moves the state to the far side of a change. O(1).
  ///
  /// - Returns: whether the state was on the near side of the change, as it is for every entry of a sound journal.
  @discardableResult
  public mutating func apply(_ change: StateChange) -> Bool {
    switch change {
    case .disclosure(let cell, let before, let after): Self.set(&disclosure[cell], before, after)
    case .fold(let section, let before, let after): Self.set(&folds[section], before, after)
    case .value(let cell, let before, let after): Self.set(&entries[cell], before, after)
    case .title(let cell, let before, let after): Self.set(&titles[cell], before, after)
    case .draft(let cell, let before, let after): Self.set(&drafts[cell], before, after)
    case .saved(let cell, let before, let after): Self.set(&saved[cell], before, after)
    case .touched(let cell, let before, let after): Self.set(&touched[cell], before, after)
    case .completion(let before, let after): Self.set(&completion, before, after)
    }
  }

  private static func set<Content: Equatable>(
    _ content: inout Content?, _ before: Content?, _ after: Content?
  ) -> Bool {
    let wasBefore = content == before
    content = after
    return wasBefore
  }

  /// Whether a cell is expanded in this state.
  public func isExpanded(_ cell: FormCell) -> Bool {
    cell.isExpandable && (disclosure[cell.key] ?? cell.startsExpanded)
  }

  /// Whether a section is folded in this state.
  public func isFolded(_ section: FormSection) -> Bool {
    folds[section.key] ?? section.startsFolded
  }

  /// What a cell holds in this state: what the person left there, otherwise its default.
  public func value(of cell: FormCell) -> CellValue? {
    if let entry = entries[cell.key] { return entry.value }
    return cell.defaultValue
  }

  /// The title that a cell displays in this state.
  public func title(of cell: FormCell) -> String {
    titles[cell.key] ?? cell.title
  }
}
