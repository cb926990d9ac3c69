import FormState
import GRDB
import GRDBSQLite

extension FormStore {
  /// Reads at one point in time; within a group of actions, the state after them so far.
  ///
  /// GRDB's own `read` switches `query_only` on and off, after which SQLite discards every prepared statement;
  /// preparing them again costs several times as much as running them. It is also not reentrant, so it would end the
  /// process if the closure of a group queries the store.
  ///
  /// GRDB notifies observers of every COMMIT that it runs, even of reads, so an observer that reads would be called
  /// endlessly. It therefore runs neither the BEGIN nor the COMMIT.
  ///
  /// Every cell of a form that the work needs could be read, or the read throws, here as in every transaction.
  ///
  /// - Parameter isLatest: whether only the last committed state will do, so the query is refused within a transaction,
  ///   which may have an older or an uncommitted state.
  func read<Result>(isLatest: Bool = false, _ work: (Database) throws -> Result) throws -> Result {
    try enteringFiles {
      try database.unsafeReentrantRead { db in
        if db.isInsideTransaction {
          guard !isLatest else { throw StoreError.withinTransaction }
          return try CellPages.requiring { try work(db) }
        }
        return try watchingFiles(db) {
          try db.executeUnobserved("BEGIN DEFERRED")
          let result = Swift.Result {
            let result = try CellPages.requiring { try work(db) }
            try files?.check(db)
            return result
          }
          do {
            // Nothing was written, so this ends the transaction of a failed read as well as a ROLLBACK would.
            try rollingBack(db) { try db.executeUnobserved("COMMIT") }
          } catch {
            // After some errors SQLite has ended the transaction by itself; the first error is the relevant one.
            _ = try result.get()
            throw error
          }
          return try result.get()
        }
      }
    }
  }

  /// Does work that holds a screen and may read cells: with a connection, so it does not wait for one meanwhile.
  ///
  /// Without a connection, as in a closed store, the work does without the cells that are not in memory.
  func holdingConnection<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var done: Swift.Result<Result, Failure>?
    try? database.unsafeReentrantRead { _ in
      done = Swift.Result { () throws(Failure) -> Result in try work() }
    }
    if let done { return try done.get() }
    return try work()
  }

  /// Writes in one immediate transaction, all or nothing.
  ///
  /// A deferred transaction that starts to write fails at once if another process has written since it began to read,
  /// regardless of the busy timeout; an immediate one waits.
  ///
  /// - Parameters:
  ///   - notifies: whether to notify observers of the connection that responses may have changed.
  ///   - work: returns its result and whether to keep what it wrote.
  ///   - committed: receives the result after the commit, before another transaction of this store can begin.
  /// - Throws: what `work` throws, with nothing written; ``StoreError/Code/commitFailed``, with nothing written either;
  ///   ``StoreError/Code/outcomeUnknown``; ``StoreError/Code/filesLost``.
  func write<Result>(
    notifies: Bool = true, _ work: (Database) throws -> (Result, Database.TransactionCompletion),
    committed: (Result) -> Void = { _ in }
  ) throws -> Result {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    return try enteringFiles {
      try database.unsafeReentrantWrite { db in
        let result = try transact(db, notifies: notifies, work)
        committed(result)
        return result
      }
    }
  }

  /// Writes in one immediate transaction, without blocking the thread while others write.
  ///
  /// Not with GRDB's own `async` overload, which interrupts whatever is running when the task is cancelled: a COMMIT,
  /// after which a transaction would stay open, or what follows it, so a completed change would end with an error.
  ///
  /// On the caller's actor until the work is in the database's queue: what an actor asks for is done in that order.
  ///
  /// - Throws: as the blocking overload; `CancellationError` if the task was cancelled before anything was done.
  func write<Result: Sendable>(
    notifies: Bool = true, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (Database) throws -> (Result, Database.TransactionCompletion)
  ) async throws -> Result {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      database.asyncWriteWithoutTransaction { db in
        continuation.resume(with: Swift.Result { try enteringFiles { try transact(db, notifies: notifies, work) } })
      }
    }
  }

  private func transact<Result>(
    _ db: Database, notifies: Bool, _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> Result {
    guard !db.isInsideTransaction else { throw StoreError.withinTransaction }
    try requireActive()
    return try watchingFiles(db) {
      try db.beginTransaction(.immediate)
      let (result, completion, mark) = try rollingBack(db) {
        // The lock may have been acquired long after it was requested.
        try requireActive()
        try files?.check(db)
        try requireSchema(in: db)
        let mark = files?.mark(db)
        let changesBefore = db.totalChangesCount
        let (result, completion) = try CellPages.requiring { try WriteGate.opening(db) { try work(db) } }
        if isObservable, notifies, completion == .commit, db.totalChangesCount != changesBefore {
          try StateWriter.notifyObservers(in: db)
        }
        // SQLite ends a transaction by itself if it cannot continue; if the work ignored that error, there is nothing
        // to commit.
        guard db.isInsideTransaction else { throw StoreError.rolledBack }
        return (result, completion, mark)
      }
      guard completion == .commit else {
        try db.rollback()
        return result
      }
      try log.retry(in: db)
      do {
        try db.commit()
      } catch let error as DatabaseError {
        throw try FailedCommit(db: db, error: error, mark: mark, files: files).explained()
      } catch {
        // For example by an observer, which may refuse a commit.
        try? db.rollback()
        throw error
      }
      try files?.confirm(db, since: mark)
      return result
    }
  }

  /// Checks that the schema is still FormState's; a host may have erased its whole database meanwhile.
  private func requireSchema(in db: Database) throws {
    do {
      try schema.require(in: db)
    } catch let error as StoreError {
      guard error.code == .missingSchemaObject, try SchemaMigrator.version(in: db) == 0 else { throw error }
      throw StoreError.notAStore(path: path)
    }
  }

  /// Runs work outside of transactions, for example on the file as a whole.
  func maintain<Result>(_ work: (Database) throws -> Result) throws -> Result {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    return try enteringFiles {
      try database.unsafeReentrantWrite { db in
        guard !db.isInsideTransaction else { throw StoreError.withinTransaction }
        try requireActive()
        return try watchingFiles(db) {
          try files?.check(db)
          let result = try work(db)
          try files?.check(db)
          return result
        }
      }
    }
  }

  private func rollingBack<Result>(_ db: Database, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch {
      // The first error is the relevant one; an error of the rollback would only hide it.
      try? db.rollback()
      throw error
    }
  }

  /// Runs database work on verified files, and translates errors to the store's.
  private func enteringFiles<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      do {
        return try translating {
          try files?.enter()
          return try work()
        }
      } catch let error as StoreError {
        guard error.code == .diskError, let files else { throw error }
        // A read-only connection may fail before it is passed to the work, and so before the work could check the
        // files.
        try database.unsafeReentrantWrite { try files.check($0) }
        throw error
      }
    } catch let error as StoreError {
      if [.logTruncated, .databaseTruncated, .indexGone].contains(error.loss) { KeptOpen.keep(database) }
      throw error
    }
  }

  /// Checks that the store may hold a lock.
  ///
  /// - Throws: ``StoreError/Code/suspended``.
  func requireActive() throws {
    if suspension?.isSuspended == true { throw StoreError.suspended }
  }

  /// Runs database work and translates errors to the store's, including those caused by its suspension.
  func translating<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try StoreError.translating(path: path, work)
    } catch let error as StoreError where [.busy, .interrupted, .rolledBack].contains(error.code) {
      try requireActive()
      // GRDB may have been notified of the suspension first.
      if error.code != .busy, suspension != nil, database.unsafeReentrantWrite(\.isSuspended) {
        throw StoreError.suspended
      }
      throw error
    }
  }

  /// Runs work, and if SQLite fails because of a loss of files, throws that instead.
  private func watchingFiles<Result>(_ db: Database, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as DatabaseError {
      try files?.check(db)
      throw error
    }
  }

  /// Begins to guard the files of a database.
  static func guarding(_ database: any DatabaseWriter, path: String, mode: FileGuard.Mode) throws -> FileGuard? {
    try StoreError.translating(path: path) {
      try database.unsafeReentrantRead { db in
        // Any read opens the log.
        _ = try Int.fetchOne(db, sql: "PRAGMA main.schema_version")
        return try FileGuard(db, name: path, mode: mode)
      }
    }
  }
}

extension Database {
  /// Runs a statement of which GRDB does not learn.
  func executeUnobserved(_ sql: String) throws {
    let code = sqlite3_exec(sqliteConnection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
  }
}

/// Connections that must not be closed for the lifetime of the process.
///
/// Closing a connection copies the contents of its log into the database. If the log was cut short, this would copy the
/// remains of the newest commits into a file that is consistent without them; if the index was, it would end the
/// process.
private enum KeptOpen {
  private static let connections = Locked<[any DatabaseWriter]>([])

  static func keep(_ database: any DatabaseWriter) {
    connections.withLock { connections in
      guard !connections.contains(where: { $0 === database }) else { return }
      connections.append(database)
    }
  }
}
