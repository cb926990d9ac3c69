import FormState

/// What a screen knows of what undo and redo would take back.
///
/// A name is put together from the journal, which costs as much as a fifth of a tap, so it is read on demand
/// for it.
struct KnownUndoNames: Sendable {
  /// The names when they were last read.
  private(set) var last = UndoNames()
  /// Whether nothing has happened since they were read.
  private(set) var isCurrent = false
  /// Where all that has happened after a revision is what the session has done, and undo would take that back: the
  /// revision.
  private(set) var doneAfter: Int?

  /// Notes what they are.
  mutating func take(_ names: UndoNames) {
    self = KnownUndoNames()
    last = names
    isCurrent = true
  }

  /// Notes that they may be others now.
  ///
  /// - Parameter revision: the revision after which the session has done all that has happened, where it covers what
  ///   undo reverts.
  mutating func outdate(doneAfter revision: Int?) {
    isCurrent = false
    doneAfter = revision
  }
}

extension FormSession {
  /// What undo and redo would take back. Asks the store where something has happened since it was last asked.
  ///
  /// - Complexity: O(1) where nothing has happened since; O(log n) after an action of the session, for n entries.
  package var undoNames: UndoNames {
    let (names, known) = snapshot.withLock { ($0.names, $0.known) }
    if names.isCurrent { return names.last }
    // What cannot be read is as it was: the next action tells why.
    guard let (read, revision) = try? readUndoNames(names.doneAfter, known) else { return names.last }
    snapshot.withLock { if revision == known.revision, $0.known == known { $0.note(read) } }
    return read
  }

  private func readUndoNames(
    _ doneAfter: Int?, _ known: SessionNews.Known
  ) throws -> (names: UndoNames, revision: Int) {
    try store.read { db in
      let location = try ResponseLocation.find(key, in: db)
      let history = HistoryReader(db: db, location: location)
      let position = try history.position()
      // A step that was just done whole is what an undo reverts; that needs no look at the journal.
      guard let doneAfter, position.revision == known.revision, location.version.digest == known.definitionDigest,
        !known.isReplaced(at: location), let step = position.undoTop, step == position.revision,
        try history.step(endingAt: step).start > doneAfter
      else { return (try history.names(scope: undoScope), position.revision) }
      return (UndoNames(undo: try StepNames(db: db, location: location).name(of: step)), position.revision)
    }
  }
}
