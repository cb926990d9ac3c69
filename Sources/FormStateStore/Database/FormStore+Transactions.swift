import FormState
import GRDB
import GRDBSQLite

extension FormStore {
  /// Reads at one point in time; within a group of actions, what they have led to so far.
  ///
  /// GRDB's own `read` switches `query_only` on and off, at which SQLite forgets every statement that it has prepared;
  /// preparing them again costs several times what they take to run. And it is not reentrant, so that it would end the
  /// process where the closure of a group asks the store something.
  ///
  /// GRDB tells observers of every COMMIT that it runs, of one that only read as well, so an observer that reads would
  /// be called again without end. So it runs neither the BEGIN nor the COMMIT.
  ///
  /// - Parameter isLatest: whether only what is committed last will do, so that the question is refused within a
  ///   transaction, which may be an older look at the database, or one that is not committed.
  func read<Result>(isLatest: Bool = false, _ work: (Database) throws -> Result) throws -> Result {
    try enteringFiles {
      try database.unsafeReentrantRead { db in
        if db.isInsideTransaction {
          guard !isLatest else { throw StoreError.withinTransaction }
          return try work(db)
        }
        return try watchingFiles(db) {
          try Self.executeUnobserved("BEGIN DEFERRED", db)
          let result = Swift.Result {
            let result = try work(db)
            try files?.check(db)
            return result
          }
          // Nothing was written, so this ends the transaction of a read that failed as well as a ROLLBACK would.
          try rollingBack(db) { try Self.executeUnobserved("COMMIT", db) }
          return try result.get()
        }
      }
    }
  }

  private static func executeUnobserved(_ sql: String, _ db: Database) throws {
    let code = sqlite3_exec(db.sqliteConnection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
  }

  /// Writes in one immediate transaction, all or nothing.
  ///
  /// A deferred transaction that turns to writing fails at once when another process has written since it began to
  /// read, whatever the busy timeout; an immediate one waits.
  ///
  /// - Parameters:
  ///   - work: returns its result and whether to keep what it wrote.
  ///   - committed: is told the result after the commit, before another transaction of this store can begin.
  /// - Throws: what `work` throws, nothing written; ``StoreError/Code/commitFailed``, nothing written either;
  ///   ``StoreError/Code/outcomeUnknown``; ``StoreError/Code/filesLost``.
  func write<Result>(
    _ work: (Database) throws -> (Result, Database.TransactionCompletion), committed: (Result) -> Void = { _ in }
  ) throws -> Result {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    return try enteringFiles {
      try database.unsafeReentrantWrite { db in
        let result = try transact(db, work)
        committed(result)
        return result
      }
    }
  }

  /// Writes in one immediate transaction, without holding the thread up while others write.
  ///
  /// Not by GRDB's own `async` form, which interrupts whatever runs when the task is cancelled: a COMMIT, after which a
  /// transaction would stay open, or what comes after one, so that something was done that ends with an error.
  ///
  /// - Throws: as the form that waits; `CancellationError` when the task was cancelled before anything was done.
  func write<Result: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> (Result, Database.TransactionCompletion)
  ) async throws -> Result {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      database.asyncWriteWithoutTransaction { db in
        continuation.resume(with: Swift.Result { try enteringFiles { try transact(db, work) } })
      }
    }
  }

  private func transact<Result>(
    _ db: Database, _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> Result {
    guard !db.isInsideTransaction else { throw StoreError.withinTransaction }
    try requireActive()
    return try watchingFiles(db) {
      try db.beginTransaction(.immediate)
      let (result, completion, mark) = try rollingBack(db) {
        // The lock may have come long after it was asked for.
        try requireActive()
        try files?.check(db)
        try requireSchema(in: db)
        let mark = files?.mark(db)
        let changesBefore = db.totalChangesCount
        let (result, completion) = try WriteGate.opening(db) { try work(db) }
        if isObservable, completion == .commit, db.totalChangesCount != changesBefore {
          try StateWriter.tellObservers(in: db)
        }
        // SQLite ends a transaction by itself when it cannot go on; anyone who swallowed that error has nothing to
        // commit.
        guard db.isInsideTransaction else { throw StoreError.rolledBack }
        return (result, completion, mark)
      }
      guard completion == .commit else {
        try db.rollback()
        return result
      }
      do {
        try db.commit()
      } catch let error as DatabaseError {
        throw try FailedCommit(db: db, error: error, mark: mark, files: files).explained()
      } catch {
        // Such as that of an observer, which may refuse a commit.
        try? db.rollback()
        throw error
      }
      try files?.confirm(db, since: mark)
      return result
    }
  }

  /// Checks that the schema is still FormState's own; a host may have erased its whole database meanwhile.
  private func requireSchema(in db: Database) throws {
    do {
      try schema.require(in: db)
    } catch let error as StoreError {
      guard case .missingSchemaObject = error, try SchemaMigrator.version(in: db) == 0 else { throw error }
      throw StoreError.notAStore(path: path)
    }
  }

  /// Runs work outside of transactions, such as what concerns the file as a whole.
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
      // The first error tells what went wrong; a failing rollback would only hide it.
      try? db.rollback()
      throw error
    }
  }

  /// Runs database work on files that are known to be there, and says what went wrong in the store's words.
  private func enteringFiles<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      do {
        return try translating {
          try files?.enter()
          return try work()
        }
      } catch let error as StoreError {
        guard error.code == .diskError, let files else { throw error }
        // A connection that only reads may fail before it is handed out, and so before its work could look at the
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

  /// Runs database work and says in the store's words what went wrong, also where that is its suspension.
  func translating<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try StoreError.translating(path: path, work)
    } catch let error as StoreError where [.busy, .interrupted, .rolledBack].contains(error.code) {
      try requireActive()
      // GRDB may have heard of the suspension first.
      if error.code != .busy, suspension != nil, database.unsafeReentrantWrite(\.isSuspended) {
        throw StoreError.suspended
      }
      throw error
    }
  }

  /// Runs work, and when SQLite fails because of what happened to the files, says that instead.
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
        // Whatever is read opens the log.
        _ = try Int.fetchOne(db, sql: "PRAGMA main.schema_version")
        return try FileGuard(db, name: path, mode: mode)
      }
    }
  }
}

/// Connections that must not be closed while the process lasts.
///
/// Closing a connection copies what its log holds into the database. Where the log was cut short, this would put the
/// remains of the newest commits into a file that is sound without them; and where the index was, it would end the
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
