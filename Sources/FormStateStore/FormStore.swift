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
/// ``StoreError/Code/outcomeUnknown`` and ``StoreError/Code/filesLost``.
public struct FormStore: Sendable {
  /// The connection; the host's own where the host handed one in.
  let database: any DatabaseWriter
  /// Whether the host has the connection as well, so that it may observe what is written.
  private(set) var isObservable = false
  /// The path of the file, for messages.
  let path: String
  /// Whether the store was opened for reading alone.
  package let isReadOnly: Bool
  /// Looks at the schema before anything is written.
  let schema: SchemaGuard
  /// Who acts through this store and its sessions, as journals are to say; `nil` for nobody in particular, as an empty
  /// name becomes.
  ///
  /// A new name counts from the next action on. All copies of the store share it, and all sessions that they opened,
  /// those that are open already too; ``acting(as:)`` gives a store with a name of its own.
  ///
  /// A name with a control character cannot go out in every format: actions throw
  /// ``StoreError/Code/unusableName`` until it is another one.
  public var author: String? {
    get { sharedAuthor.withLock { $0 } }
    nonmutating set { sharedAuthor.withLock { $0 = newValue?.isEmpty == true ? nil : newValue } }
  }
  private var sharedAuthor = Locked<String?>(nil)
  /// Whether the store is to hold no locks now; `nil` for one that never is.
  let suspension: Suspension?
  /// The definitions that it has in memory.
  private(set) var definitions = OpenDefinitions()
  /// Notices when the files are gone; `nil` for a database in memory.
  let files: FileGuard?

  /// Uses a database that a host app has opened, beside the app's own tables.
  ///
  /// FormState's tables begin with `formstate_`; its views are `visible_row`, `response`, `answer`, `unanswered`,
  /// `set_aside` and `history`. Its migrations keep a record of their own and never touch foreign tables. How durable a
  /// commit is, the host decides with `PRAGMA synchronous`, and how long writers wait for each other with the
  /// `busyMode` of its configuration.
  ///
  /// A store writes only where every table, index, view and trigger under its names, or on its tables, is its own word
  /// for word: a foreign trigger could drop an answer without an error, or copy it elsewhere. It looks when it is
  /// opened and whenever SQLite says that the schema has changed.
  ///
  /// - Parameters:
  ///   - database: a GRDB queue or pool that enforces foreign keys, as they do unless told otherwise.
  ///   - allowed: the names of triggers and indexes of the host's own on FormState's tables and views. Such a trigger
  ///     runs within FormState's transactions and must leave FormState's tables alone.
  /// - Throws: ``StoreError/Code/withinTransaction``, ``StoreError/Code/foreignKeysOff``,
  ///   ``StoreError/Code/nameTaken``, ``StoreError/Code/newerSchema``, ``StoreError/Code/stepFailed``,
  ///   ``StoreError/Code/foreignSchemaObject``, ``StoreError/Code/alteredSchemaObject``,
  ///   ``StoreError/Code/missingSchemaObject``; errors of SQLite.
  public init(database: some DatabaseWriter, allowing allowed: Set<String> = []) throws {
    self.database = database
    isObservable = true
    path = database.path
    isReadOnly = false
    schema = SchemaGuard(allowing: allowed)
    suspension = database.configuration.observesSuspensionNotifications ? .shared : nil
    let schema = schema
    try StoreError.translating(path: path) {
      try database.unsafeReentrantWrite { db in
        // Migrations switch foreign keys off, which SQLite ignores within a transaction.
        guard !db.isInsideTransaction else { throw StoreError.withinTransaction }
        guard try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true else { throw StoreError.foreignKeysOff }
        try SchemaMigrator.migrate(database, allowing: schema.allowed)
        try schema.require(in: db)
      }
    }
    files = try Self.guarding(database, path: database.path, mode: .shared)
  }

  /// Uses a connection whose schema is known to be right.
  init(
    checked database: any DatabaseWriter, path: String, isReadOnly: Bool = false, files: FileGuard? = nil,
    schema: SchemaGuard = SchemaGuard(), definitions: OpenDefinitions = OpenDefinitions()
  ) {
    suspension = database.configuration.observesSuspensionNotifications ? .shared : nil
    self.database = database
    self.path = path
    self.isReadOnly = isReadOnly
    self.files = files
    self.schema = schema
    self.definitions = definitions
  }

  /// The same store for somebody else, such as another user of the same process: what is done through it, and through
  /// the sessions that it opens, is journalled in that name.
  ///
  /// - Parameter author: who acts; `nil` or empty for nobody in particular.
  /// - Returns: a store on the same connection, whose ``author`` is its own.
  public func acting(as author: String?) -> FormStore {
    var store = self
    store.sharedAuthor = Locked(nil)
    store.author = author
    return store
  }

  /// A store in memory, gone with its last copy.
  ///
  /// - Throws: errors of SQLite.
  public static func inMemory() throws -> FormStore {
    try FormStore(
      database: try DatabaseQueue(configuration: configuration(readOnly: false, settings: Settings())))
  }
}
