import FormState

/// One action of a response's journal, with what it did.
public struct JournalEntry: Hashable, Sendable {
  /// The revision that the action led to: 1, 2, 3 …
  public var revision: Int
  /// What the person did, the cell named by key.
  public var action: Action
  /// When, in UTC, as ISO-8601 text with milliseconds: `2026-11-21T03:12:13.456Z`.
  public var time: String
  /// What it did to the state, in order.
  public var changes: [StateChange]

  /// Creates an entry.
  public init(revision: Int, action: Action, time: String, changes: [StateChange]) {
    self.revision = revision
    self.action = action
    self.time = time
    self.changes = changes
  }
}
