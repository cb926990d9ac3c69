import FormState

/// The names of the steps that undo and redo would affect, as known to a screen.
///
/// A name is created from the journal, which costs up to a fifth of a tap, so it is read on demand.
struct UndoNameCache: Sendable {
  /// The names when they were last read.
  private(set) var last = UndoNames()
  /// Whether nothing has happened since they were read.
  private(set) var isCurrent = false
  /// If everything after a revision was done by the session and is what undo would revert, that revision.
  private(set) var doneAfter: Int?

  /// Sets the names.
  mutating func take(_ names: UndoNames) {
    self = UndoNameCache()
    last = names
    isCurrent = true
  }

  /// Marks the names as outdated.
  ///
  /// - Parameter revision: the revision after which only the session has acted, if that is what undo reverts.
  mutating func outdate(doneAfter revision: Int?) {
    isCurrent = false
    doneAfter = revision
  }
}

extension FormSession {
  /// The names of the steps for undo and redo. Reads the store if something has happened since the last query.
  ///
  /// - Complexity: O(1) if nothing has happened since; O(log n) after an action of the session, for n entries.
  package var undoNames: UndoNames {
    let (names, known) = snapshot.withLock { ($0.names, $0.known) }
    if names.isCurrent { return names.last }
    // If the names cannot be read, the old ones are kept: the next action reports the error.
    guard let (read, revision) = try? readUndoNames(names.doneAfter, known) else { return names.last }
    snapshot.withLock { if revision == known.revision, $0.known == known { $0.note(read) } }
    return read
  }

  private func readUndoNames(
    _ doneAfter: Int?, _ known: SessionNews.Known
  ) throws -> (names: UndoNames, revision: Int) {
    let speech = speech
    return try store.read { db in
      let location = try ResponseLocation.find(key, in: db)
      let journal = StoredJournal(db: db, location: location)
      let position = try journal.position()
      // A whole step that was just made is what undo reverts, which needs no look at the journal.
      guard let doneAfter, position.revision == known.revision, location.version.digest == known.definitionDigest,
        !known.isReplaced(at: location), let step = position.undoTop, step == position.revision,
        try journal.step(endingAt: step).start > doneAfter
      else { return (try journal.names(scope: undoScope, in: speech), position.revision) }
      return (
        UndoNames(undo: try StepNames(db: db, location: location, speech: speech).name(of: step)), position.revision
      )
    }
  }
}
