import FormState

/// What an action did, as far as a screen needs to know.
public struct ScreenChange: Hashable, Sendable {
  /// The revision after the action.
  public var revision: Int
  /// What takes the table view from the rows before to the rows after; empty when nothing on screen changed.
  public var batch: BatchUpdate

  /// Creates a change of screen.
  public init(revision: Int, batch: BatchUpdate) {
    self.revision = revision
    self.batch = batch
  }
}
