import FormState

/// The effect of an action on a screen.
public struct ScreenChange: Hashable, Sendable {
  /// The revision before; equal to the one after if nothing changed.
  package var previousRevision: Int
  /// The revision after the action.
  public var revision: Int
  /// The update of the table view; empty if nothing on screen changed.
  public var batch: BatchUpdate
  /// Whether the screen does not show the change yet: it was committed, but what others have done before it could not
  /// be read. ``batch`` is then empty, and ``FormSession/refresh(showing:)`` shows the change or throws why it cannot.
  public var needsRefresh = false

  /// Creates a change of screen.
  init(previousRevision: Int, revision: Int, batch: BatchUpdate, needsRefresh: Bool = false) {
    self.previousRevision = previousRevision
    self.revision = revision
    self.batch = batch
    self.needsRefresh = needsRefresh
  }
}

/// A change of a session from one revision to a later one, for its subscribers.
public struct SessionChange: Hashable, Sendable {
  /// The cause of a change.
  @nonexhaustive
  public enum Cause: String, Hashable, Sendable {
    /// An action of this session, or several in a group.
    case local
    /// An undo or a redo of this session.
    case undo
    /// Another process, another session of this one, an action without a session, or an older file that was restored.
    case elsewhere
    /// The response is shown in another language; it has not changed.
    case language
  }

  /// The revision that the session showed before.
  var previousRevision: Int
  /// The revision that it shows now; the same or a lower one if an older file was restored.
  public var revision: Int
  /// The update of a table view; empty if nothing on screen changed.
  public var batch: BatchUpdate
  /// The rows that were inserted, or whose content or height changed, right after this change, from top to bottom.
  ///
  /// The session may have advanced since, so a subscriber with its own rows takes them from here and never from the
  /// session.
  public var rows: [VisibleRow]
  /// The cause.
  public var cause: Cause

  /// Creates a change.
  init(previousRevision: Int, revision: Int, batch: BatchUpdate, rows: [VisibleRow] = [], cause: Cause) {
    self.previousRevision = previousRevision
    self.revision = revision
    self.batch = batch
    self.rows = rows
    self.cause = cause
  }

  /// The row at a row path after the change, if it was inserted or changed; `nil` for an unchanged one. O(log r).
  func row(at path: RowPath) -> VisibleRow? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return rows.element(at: low).flatMap { $0.path == path ? $0 : nil }
  }
}
