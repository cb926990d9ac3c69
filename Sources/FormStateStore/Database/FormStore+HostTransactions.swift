import FormState
import GRDB

/// Operations within the caller's transaction: both are committed together, or neither is.
///
/// Sessions see them after the commit, when they catch up. A refused operation reverts its own writes and leaves the
/// transaction unchanged.
extension FormStore {
  func change<Result>(
    _ key: ResponseKey, begins: Bool, in db: Database, _ work: (ResponseRepository) throws -> Result
  ) throws -> Result {
    try translating {
      guard db.isInsideTransaction else { throw StoreError.outsideTransaction }
      try requireActive()
      try schema.require(in: db, isCommitted: false)
      return try WriteGate.opening(db) {
        let repository = try ResponseRepository(
          key, in: db, author: author, begins: begins, versions: VersionIndexes(db, definitions))
        do {
          let changesBefore = db.totalChangesCount
          let last = try LastResponse.of(db)
          try last.lend(to: repository)
          let result = try repository.atomically { try CellPages.requiring { try work(repository) } }
          if db.totalChangesCount != changesBefore { try StateWriter.notifyObservers(in: db) }
          try log.retry(in: db)
          try repository.close(erasing: log)
          try last.keep(repository)
          return result
        } catch {
          try? repository.close(erasing: log)
          throw error
        }
      }
    }
  }
}
