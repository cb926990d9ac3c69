import FormState

/// What an action did, as far as a screen needs to know.
public struct ScreenChange: Hashable, Sendable {
  /// The revision that was there before; the same as after it where there was nothing to do.
  public var previousRevision: Int
  /// The revision after the action.
  public var revision: Int
  /// What takes the table view from the rows before to the rows after; empty if nothing on screen changed.
  public var batch: BatchUpdate

  /// Creates a change of screen.
  package init(previousRevision: Int, revision: Int, batch: BatchUpdate) {
    self.previousRevision = previousRevision
    self.revision = revision
    self.batch = batch
  }
}

/// A step of a session from one revision to a later one, as its subscribers learn of it.
public struct SessionChange: Hashable, Sendable {
  /// Why a session moves on.
  @nonexhaustive
  public enum Cause: String, Hashable, Sendable {
    /// An action of this session, or several in a group.
    case local
    /// An undo or a redo of this session.
    case undo
    /// Another process, another session of this one, an action without a session, or an older file that was put back.
    case elsewhere
    /// The response is shown in another language; nothing was done to it.
    case language
  }

  /// The revision that the session showed before.
  public var previousRevision: Int
  /// The revision that it shows now; the same or a lower one where an older file was put back.
  public var revision: Int
  /// What takes a table view from the rows before to the rows after; empty if nothing on screen changed.
  public var batch: BatchUpdate
  /// The rows that came, show something else or changed their height, as they were right after this change, from top to
  /// bottom by their row paths.
  ///
  /// The session may have moved on since, so anyone who keeps rows of its own takes them from here and never asks the
  /// session.
  public var rows: [VisibleRow]
  /// Why.
  public var cause: Cause

  /// Creates a change.
  package init(previousRevision: Int, revision: Int, batch: BatchUpdate, rows: [VisibleRow] = [], cause: Cause) {
    self.previousRevision = previousRevision
    self.revision = revision
    self.batch = batch
    self.rows = rows
    self.cause = cause
  }

  /// The row at a row path after the change, among those that came or changed; `nil` for one that is as it was. O(log
  /// r).
  public func row(at path: RowPath) -> VisibleRow? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return rows.element(at: low).flatMap { $0.path == path ? $0 : nil }
  }
}
