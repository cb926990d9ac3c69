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

  /// Creates the state of a fresh response.
  public init() {}

  /// Whether nobody has touched anything.
  public var isEmpty: Bool {
    disclosure.isEmpty && folds.isEmpty && entries.isEmpty && titles.isEmpty
  }

  /// The changes that lead from a fresh response to this state, in no order that matters. O(k) for k touched fields.
  public var changes: [StateChange] {
    disclosure.map { StateChange.disclosure(cell: $0.key, before: nil, after: $0.value) }
      + folds.map { StateChange.fold(section: $0.key, before: nil, after: $0.value) }
      + entries.map { StateChange.value(cell: $0.key, before: nil, after: $0.value) }
      + titles.map { StateChange.title(cell: $0.key, before: nil, after: $0.value) }
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
  public func isExpanded(_ cell: Cell) -> Bool {
    cell.isExpandable && (disclosure[cell.key] ?? cell.startsExpanded)
  }

  /// Whether a section is folded in this state.
  public func isFolded(_ section: Section) -> Bool {
    folds[section.key] ?? section.startsFolded
  }

  /// What a cell holds in this state: what the person left there, otherwise its default.
  public func value(of cell: Cell) -> Value? {
    if let entry = entries[cell.key] { return entry.value }
    return cell.defaultValue
  }

  /// The title that a cell displays in this state.
  public func title(of cell: Cell) -> String {
    titles[cell.key] ?? cell.title
  }
}
