import FormState
import FormStateMigrations
import GRDB

/// Forms, responses and their journals in one SQLite database.
///
/// ```swift
/// let store = try FormStore(path: "answers.sqlite")
/// try store.save(form)
/// let session = try store.session(for: ResponseKey(form: "profile"))
/// let change = try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
/// // change.batch says which rows to insert and delete.
/// ```
///
/// A store is a value that shares its database connection with its copies; every method may be called from any thread.
/// Every method that changes something is one transaction: when it throws, nothing has changed, but for
/// ``StoreError/outcomeUnknown(reason:)``.
public struct FormStore: Sendable {
  /// The connection; the host's own where the host handed one in.
  let database: any DatabaseWriter
  /// The path of the file, for messages.
  let path: String
  /// Whether the store was opened for reading alone.
  private let isReadOnly: Bool

  /// Uses a database that a host app has opened, beside the app's own tables.
  ///
  /// FormState's tables begin with `formstate_`; its views are `visible_row`, `answer` and `history`. Its migrations
  /// keep a record of their own and never touch foreign tables. How durable a commit is, the host decides with
  /// `PRAGMA synchronous`, and how long writers wait for each other with the `busyMode` of its configuration.
  ///
  /// - Parameter database: a GRDB queue or pool that enforces foreign keys, as they do unless told otherwise.
  /// - Throws: ``StoreError/foreignKeysOff``, ``StoreError/nameTaken(type:name:)``,
  ///   ``StoreError/newerSchema(found:supported:)``; errors of SQLite.
  public init(database: some DatabaseWriter) throws {
    self.database = database
    path = database.path
    isReadOnly = false
    try StoreError.translating(path: path) {
      guard try database.read({ try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") }) == true else {
        throw StoreError.foreignKeysOff
      }
      try SchemaMigrator.migrate(database)
    }
  }

  /// Uses a connection whose schema is known to be right.
  init(checked database: any DatabaseWriter, path: String, isReadOnly: Bool = false) {
    self.database = database
    self.path = path
    self.isReadOnly = isReadOnly
  }

  /// A store in memory, gone with its last copy.
  ///
  /// - Throws: errors of SQLite.
  public static func inMemory() throws -> FormStore {
    try FormStore(
      database: try DatabaseQueue(configuration: configuration(readOnly: false, settings: Settings())))
  }

  /// Reads at one point in time; within a group of actions, what they have led to so far.
  ///
  /// GRDB's own `read` switches `query_only` on and off, at which SQLite forgets every statement that it has prepared;
  /// preparing them anew costs several times what they take to run. And it is not reentrant, so that it would end the
  /// process where the closure of a group asks the store something.
  func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try StoreError.translating(path: path) {
      try database.unsafeReentrantRead { db in
        if db.isInsideTransaction { return try work(db) }
        try db.beginTransaction(.deferred)
        do {
          let result = try work(db)
          try db.commit()
          return result
        } catch {
          // The first error tells what went wrong; a failing rollback would only hide it.
          try? db.rollback()
          throw error
        }
      }
    }
  }

  /// Writes in one immediate transaction, all or nothing.
  ///
  /// A deferred transaction that turns to writing fails at once when another process has written since it began to
  /// read, whatever the busy timeout; an immediate one waits.
  ///
  /// - Parameter work: returns its result and whether to keep what it wrote.
  /// - Throws: what `work` throws, nothing written; ``StoreError/outcomeUnknown(reason:)`` when the commit itself fails.
  func write<Result>(_ work: (Database) throws -> (Result, Database.TransactionCompletion)) throws -> Result {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    return try StoreError.translating(path: path) {
      try database.unsafeReentrantWrite { db in
        guard !db.isInsideTransaction else { throw StoreError.withinTransaction }
        try db.beginTransaction(.immediate)
        let result: Result
        do {
          let (value, completion) = try work(db)
          result = value
          if completion == .rollback {
            try db.rollback()
            return result
          }
        } catch {
          // The first error tells what went wrong; a failing rollback would only hide it.
          try? db.rollback()
          throw error
        }
        do {
          try db.commit()
        } catch let error as DatabaseError {
          if db.isInsideTransaction { try? db.rollback() }
          // A busy or constraint error leaves the transaction as it was; an input or output error may not.
          guard error.resultCode == .SQLITE_IOERR || error.resultCode == .SQLITE_FULL else { throw error }
          throw StoreError.outcomeUnknown(reason: error.message ?? "input or output error")
        }
        return result
      }
    }
  }
}
