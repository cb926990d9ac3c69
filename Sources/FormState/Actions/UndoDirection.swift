/// Whether a step is taken back or done again.
public enum UndoDirection: Hashable, Sendable {
  /// Takes the last step back.
  case undo
  /// Does the step again that was taken back last.
  case redo
}
