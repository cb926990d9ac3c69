import FormState
import GRDB

/// Checks that a row path still refers to the row that its caller saw, for an action without a session.
struct RowPathCheck {
  let repository: ResponseRepository
  let path: RowPath
  let seenAt: Int

  /// Compares the row with its former state.
  ///
  /// - Throws: ``StaleRowsError`` if it was changed, moved or removed; ``StoreError/Code/unknownRevision``.
  /// - Complexity: O(1) without changes since then; O(n) for n cells with changes.
  func run() throws {
    let revision = try repository.revision()
    guard revision != seenAt else { return }
    // What the person saw was another line, which the journal no longer has.
    if try repository.location.isReplaced(seenAt: seenAt, in: repository.db) {
      throw try Self.error(at: path, seenAt: seenAt, revision: revision, repository)
    }
    let revisions = RevisionReader(
      db: repository.db, location: repository.location, definitions: repository.versions.definitions)
    let batch = try revisions.batchUpdate(from: seenAt, to: revision)
    guard !batch.keeps(path) else { return }
    throw try Self.error(at: path, seenAt: seenAt, revision: revision, repository)
  }

  /// The error with the current rows.
  static func error(
    at path: RowPath, seenAt: Int, revision: Int, _ repository: ResponseRepository
  ) throws -> StaleRowsError {
    StaleRowsError(
      path: path, seenAt: seenAt, revision: revision,
      rows: try FormStore.RowTitle.all(
        inSection: path.section, of: repository.location, in: repository.db, repository.versions.definitions
      ))
  }
}
