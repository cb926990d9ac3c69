import FormState

/// A step of a session from one revision to a later one, as its subscribers learn of it.
public struct SessionChange: Hashable, Sendable {
  /// Why a session moves on.
  public enum Cause: String, Hashable, Sendable {
    /// An action of this session, or several in a group.
    case local
    /// An undo or a redo of this session.
    case undo
    /// Another process, another session of this one, or somebody who edited the state by hand.
    case elsewhere
  }

  /// The revision that the session showed before.
  public var previousRevision: Int
  /// The revision that it shows now; the same after an edit by hand.
  public var revision: Int
  /// What takes a table view from the rows before to the rows after; empty when nothing on screen changed.
  public var batch: BatchUpdate
  /// Why.
  public var cause: Cause

  /// Creates a change.
  public init(previousRevision: Int, revision: Int, batch: BatchUpdate, cause: Cause) {
    self.previousRevision = previousRevision
    self.revision = revision
    self.batch = batch
    self.cause = cause
  }
}
