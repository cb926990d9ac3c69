/// Where a journal stands, and what undo and redo would take back from there.
struct JournalPosition: Hashable {
  /// The number of the last entry; 0 before the first.
  var revision = 0
  /// The last revision of the step that an undo would take back; `nil` when there is none.
  var undoTop: Int?
  /// The revision of the undo that a redo would take back; `nil` when there is none.
  var redoTop: Int?
}
