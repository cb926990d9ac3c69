import FormState
import GRDB

extension FormStore {
  /// What the person had touched at a revision.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - revision: the revision, from 0 (or the one that the journal was compacted to) to the last one.
  /// - Throws: ``StoreError/unknownRevision(_:first:last:)``, ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(t log n) for t fields that were ever touched and a journal of n changes.
  public func state(of key: ResponseKey, at revision: Int) throws -> ResponseState {
    try read { db in
      try RevisionReader(db: db, location: try ResponseLocation.find(key, in: db)).state(at: revision)
    }
  }

  /// Reads a response whole, as it was at a revision.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - revision: the revision.
  /// - Throws: as ``state(of:at:)``.
  /// - Complexity: O(n) for n cells, besides ``state(of:at:)``.
  public func contents(of key: ResponseKey, at revision: Int) throws -> ResponseContents {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let state = try RevisionReader(db: db, location: location).state(at: revision)
      let form = try DefinitionRepository(db: db).form(of: location.version)
      return ResponseContents(key: key, location: location, form: form, revision: revision, state: state)
    }
  }

  /// What takes a table view from one revision of a response to another, in either direction.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - first: the revision to begin with.
  ///   - last: the revision to end with.
  /// - Returns: the last revision, and a legal batch update.
  /// - Throws: as ``state(of:at:)``.
  /// - Complexity: O((k + t) log n) for the k changes between them and t fields that were ever touched, after the form was
  ///   loaded; ``FormSession/diff(from:to:)`` has it in memory.
  public func diff(of key: ResponseKey, from first: Int, to last: Int) throws -> ScreenChange {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let form = try DefinitionRepository(db: db).form(of: location.version)
      let batch = try RevisionReader(db: db, location: location).batchUpdate(from: first, to: last, form: form)
      return ScreenChange(revision: last, batch: batch)
    }
  }
}
