import FormState
import GRDB

/// The contents of a session at a revision.
///
/// Measured rows keep their heights if the session is still in the version of that revision.
package struct PastSnapshot: Sendable {
  /// The revision.
  package let revision: Int
  /// The number of the form's version in force.
  package let version: Int
  private var snapshot: SessionSnapshot

  fileprivate init(_ snapshot: SessionSnapshot, revision: Int, version: Int) {
    self.snapshot = snapshot
    self.revision = revision
    self.version = version
  }

  /// All displayed contents. O(1).
  package var shown: ShownForm { snapshot.shown }

  /// Whether the response was completed.
  package var isCompleted: Bool { snapshot.state.isCompleted }

  /// The language of the session; `nil` for the form's own, if that has no name.
  package var language: String? { snapshot.language }

  /// The row path of a cell; `nil` if it was not visible, and for an unknown cell.
  package mutating func rowPath(of cell: CellReference) -> RowPath? {
    snapshot.place(of: cell).flatMap { snapshot.index.rowPath(of: $0) }
  }

  /// Sets the height that the view has measured for a row; `false` if its height is not automatic, or it is unknown.
  @discardableResult
  package mutating func setMeasuredHeight(_ points: Double, at path: RowPath) -> Bool {
    snapshot.setMeasuredHeight(points, at: path)
  }
}

extension FormSession {
  /// The contents of the session at a revision; the session does not move.
  ///
  /// - Throws: ``StoreError/Code/unknownRevision``; ``StoreError``.
  /// - Complexity: O(n) for n cells with very little work for each, in the version that the session shows; in another
  ///   version that of opening a session.
  package func snapshot(at revision: Int) throws -> PastSnapshot {
    while true {
      let now = snapshot.withLock { $0 }
      let past: PastSnapshot? = try store.read(isLatest: true) { db in
        let location = try ResponseLocation.find(key, in: db)
        let revisions = RevisionReader(db: db, location: location)
        try revisions.require(revision)
        let former = try revisions.location(at: revision)
        guard former.version.digest == now.definitionDigest, !now.known.isReplaced(at: location) else {
          let contents = ResponseContents(
            key: key, location: former,
            form: try store.definitions.definition(of: former.version, in: db).form, revision: revision,
            state: try revisions.state(at: revision))
          let snapshot = SessionSnapshot(
            contents, compactedTo: location.compactedTo, generation: location.generation,
            hiddenRows: now.index.hiddenRows, estimates: now.estimates, language: now.view?.language)
          return PastSnapshot(snapshot, revision: revision, version: former.version.number)
        }
        // If others have compacted the journal meanwhile, the changes from here are gone.
        guard now.revision >= location.compactedTo ?? 0 else { return nil }
        let way = try self.way(from: now.known, to: revision, revisions)
        // Drafts are of the present.
        let past = now.moved(along: way).moved(along: .drafts([:]))
        return PastSnapshot(past, revision: revision, version: former.version.number)
      }
      if let past { return past }
      try refresh()
    }
  }
}
