import FormState
import GRDB

/// The response that a store has changed last, in memory, so the next action on it without a session need not read it.
final class LastResponse: Sendable {
  /// A response at a revision.
  struct Contents: Sendable {
    let responseID: Int64?
    let stream: StreamName?
    let version: DefinitionRepository.Version
    let revision: Int
    let loaded: LoadedState
    /// The number of rows that the connection had written before a commit; `nil` once that is over.
    var changes: Int?
  }

  private let contents = Locked<Contents?>(nil)

  /// Passes the contents to a repository, if they are those of its response.
  ///
  /// They are not kept meanwhile: they change without a copy, and what is not committed is forgotten.
  func lend(to repository: ResponseRepository) throws {
    guard let known = contents.withLock({ $0.take() }) else { return }
    let location = repository.location
    guard known.responseID == location.responseID, known.stream == location.stream, known.version == location.version,
      known.changes == nil || known.changes == repository.db.totalChangesCount,
      try known.revision == repository.revision()
    else { return }
    try repository.take(known.loaded, at: known.revision)
  }

  /// Keeps the contents after a commit.
  func keep(_ contents: Contents?) { self.contents.withLock { $0 = contents } }

  /// Keeps the contents for the rest of a transaction of the host, and after its commit.
  func keep(_ contents: Contents?, in db: Database) {
    guard var contents else { return }
    contents.changes = db.totalChangesCount
    keep(contents)
    db.afterNextTransaction(
      onCommit: { [self] _ in self.contents.withLock { $0?.changes = nil } },
      onRollback: { [self] _ in keep(nil) })
  }
}

extension ResponseRepository {
  /// The response in memory after all actions; `nil` if it is not known. Nothing may be decided afterwards.
  func takeContents() throws -> LastResponse.Contents? {
    try takeLoaded().map { revision, loaded in
      LastResponse.Contents(
        responseID: location.responseID, stream: location.stream, version: location.version, revision: revision,
        loaded: loaded)
    }
  }
}
