import FormState
import GRDB

/// The response that a connection has changed last without a session, in memory, so the next action on it need not read
/// it.
final class LastResponse: Sendable {
  /// A response at a revision.
  struct Contents: Sendable {
    let responseID: Int64?
    let stream: StreamName?
    let version: DefinitionRepository.Version
    let revision: Int
    let loaded: LoadedState
  }

  private struct Kept {
    let contents: Contents
    let fileVersion: Int?
    /// The number of rows that the connection had written when the transaction ended; `nil` until then, where the
    /// revision decides: whatever FormState writes in that transaction passes here.
    var changes: Int?
  }

  private let kept = Locked<Kept?>(nil)

  /// The last response of a connection.
  static func of(_ db: Database) throws -> LastResponse { try WriteGate.of(db).lastResponse }

  /// Passes the contents to a repository, if they are those of its response and nobody has written since.
  ///
  /// They are not kept meanwhile: they change without a copy, and what is not committed is forgotten.
  func lend(to repository: ResponseRepository) throws {
    guard let kept = kept.withLock({ $0.take() }) else { return }
    let (known, location, db) = (kept.contents, repository.location, repository.db)
    guard known.responseID == location.responseID, known.stream == location.stream, known.version == location.version,
      kept.changes == nil || kept.changes == db.totalChangesCount, try kept.fileVersion == Self.version(ofFileIn: db),
      try known.revision == repository.revision()
    else { return }
    try repository.take(known.loaded, at: known.revision)
  }

  /// Keeps the contents, if a repository knows them, unless the transaction is rolled back.
  func keep(_ repository: ResponseRepository) throws {
    guard let contents = try repository.takeContents() else { return }
    let fileVersion = try Self.version(ofFileIn: repository.db)
    kept.withLock { $0 = Kept(contents: contents, fileVersion: fileVersion) }
    try repository.db.whenTransactionEnds(
      onCommit: { [kept] db in kept.withLock { $0?.changes = db.totalChangesCount } },
      onRollback: { [kept] _ in kept.withLock { $0 = nil } })
  }

  /// A number that changes when another connection writes to the file.
  private static func version(ofFileIn db: Database) throws -> Int? {
    try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
  }
}

extension ResponseRepository {
  /// The response in memory after all actions; `nil` if it is not known. Nothing may be decided afterwards.
  fileprivate func takeContents() throws -> LastResponse.Contents? {
    try takeLoaded().map { revision, loaded in
      LastResponse.Contents(
        responseID: location.responseID, stream: location.stream, version: location.version, revision: revision,
        loaded: loaded)
    }
  }
}
