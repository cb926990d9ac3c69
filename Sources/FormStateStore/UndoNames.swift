/// What undo and redo would take back next, as a menu calls it: “Set First name”.
public struct UndoNames: Hashable, Sendable {
  /// The step that an undo would take back; `nil` when there is none.
  public var undo: String?
  /// The step that a redo would do again; `nil` when there is none.
  public var redo: String?

  /// Creates names.
  public init(undo: String? = nil, redo: String? = nil) {
    self.undo = undo
    self.redo = redo
  }
}
