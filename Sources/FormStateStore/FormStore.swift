import FormState
import GRDB

/// Forms, responses and their journals in one SQLite database.
///
/// ```swift
/// let store = try FormStore(path: "answers.sqlite")
/// try store.save(form)
/// let session = try store.session(for: ResponseKey(form: "profile"))
/// let change = try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
/// change.batch has the rows to insert and delete.
/// ```
///
/// A store is a value that shares its database connection with its copies; every method may be called from any thread.
/// Every method that changes something is one transaction: if it throws, nothing has changed, except for
/// ``StoreError/Code/outcomeUnknown`` and ``StoreError/Code/filesLost``.
public struct FormStore: Sendable {
  /// The connection; the host's own if the host provided it.
  let database: any DatabaseWriter
  /// Whether the host shares the connection, and may observe what is written.
  private(set) var isObservable = false
  /// The path of the file, for messages.
  let path: String
  /// Whether the store was opened only for reading.
  package let isReadOnly: Bool
  /// Checks the schema before anything is written.
  let schema: SchemaGuard
  /// The author in journals of actions through this store and its sessions; `nil` for none, which is also the effect of
  /// an empty name.
  ///
  /// A new name applies from the next action on. All copies of the store share it, and all sessions that they opened,
  /// including those already open; ``acting(as:)`` returns a store with a separate name.
  ///
  /// A name with a control character cannot be exported in every format: actions throw ``StoreError/Code/unusableName``
  /// until it is changed.
  public var author: String? {
    get { sharedAuthor.withLock { $0 } }
    nonmutating set { sharedAuthor.withLock { $0 = newValue?.isEmpty == true ? nil : newValue } }
  }
  private var sharedAuthor = Locked<String?>(nil)
  /// Whether the store must currently hold no locks; `nil` if it is never suspended.
  let suspension: Suspension?
  /// The definitions in memory.
  let definitions: OpenDefinitions
  /// Detects the loss of files; `nil` for a database in memory.
  let files: FileGuard?
  /// Whether the log still has what was cleared.
  private(set) var log = LogErasure()

  /// Uses a database that a host app has opened, next to the app's own tables.
  ///
  /// FormState's tables begin with `formstate_`; its views are `visible_row`, `section`, `response`, `answer`,
  /// `unanswered`, `fault`, `set_aside`, `instance`, `list_item` and `history`. Its migrations keep a separate record
  /// and never touch foreign tables. The host sets the durability of commits with `PRAGMA synchronous`, and how long
  /// writers wait for each other with the `busyMode` of its configuration.
  ///
  /// A store writes only if every table, index, view and trigger under its names, or on its tables, is its own word for
  /// word: a foreign trigger could drop an answer without an error, or copy it elsewhere. It checks this when it is
  /// opened and whenever SQLite reports a changed schema.
  ///
  /// A host passes in its migrator instead of running it: GRDB's `eraseDatabaseOnSchemaChange` compares the database
  /// with one that the host's migrations alone have made, so at the second start it would erase FormState's tables with
  /// all answers. Run by the store, a migrator with that setting compares and erases the host's own tables alone.
  ///
  /// - Parameters:
  ///   - database: a GRDB queue or pool that enforces foreign keys, as they do by default.
  ///   - migrator: the host's migrations, which run once FormState's tables exist; `nil` for a host without any. With
  ///     them a store is made outside of accesses to the database, as GRDB demands of migrations.
  ///   - allowed: the names of the host's triggers and indexes on FormState's tables and views. Such a trigger runs
  ///     within FormState's transactions and must not change FormState's tables.
  /// - Throws: ``StoreError/Code/withinTransaction``, ``StoreError/Code/foreignKeysOff``,
  ///   ``StoreError/Code/nameTaken``, ``StoreError/Code/newerSchema``, ``StoreError/Code/stepFailed``,
  ///   ``StoreError/Code/foreignSchemaObject``, ``StoreError/Code/alteredSchemaObject``,
  ///   ``StoreError/Code/missingSchemaObject``; errors of the migrations; errors of SQLite.
  public init(
    database: some DatabaseWriter, migrator: DatabaseMigrator? = nil, allowing allowed: Set<String> = []
  ) throws {
    self.database = database
    isObservable = true
    path = database.path
    definitions = OpenDefinitions(database, path: database.path)
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
      }
    }
    try migrator.map { try HostMigrations.run($0, in: database) }
    try StoreError.translating(path: path) { try database.unsafeReentrantWrite { try schema.require(in: $0) } }
    files = try Self.guarding(database, path: database.path, mode: .shared)
  }

  /// Uses a connection with a verified schema.
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

  /// Returns the same store with another author, for example for another user of the same process: actions through it,
  /// and through the sessions that it opens, are journalled in that name.
  ///
  /// - Parameter author: the author; `nil` or empty for none.
  /// - Returns: a store on the same connection, with a separate ``author``.
  public func acting(as author: String?) -> FormStore {
    var store = self
    store.sharedAuthor = Locked(nil)
    store.author = author
    return store
  }

  /// Creates a store in memory, which is deleted with its last copy.
  ///
  /// - Throws: errors of SQLite.
  public static func inMemory() throws -> FormStore {
    try FormStore(
      database: try DatabaseQueue(configuration: configuration(readOnly: false, settings: Settings())))
  }
}
