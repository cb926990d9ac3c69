import FormState
import Foundation
import GRDB

extension FormStore {
  /// A store's access to its file.
  @nonexhaustive
  public enum Access: Hashable, Sendable {
    /// Reads only; the file stays unchanged and is not migrated.
    case read
    /// Reads and writes a file that must exist.
    case write
    /// Reads and writes; creates the file if it does not exist.
    case create
  }

  /// The settings of a store that opens its own file.
  public struct Settings: Hashable, Sendable {
    let busyTimeout: Double
    let waitsForDisk: Bool
    let readsBesideWriter: Bool
    let backupPath: String?
    package var isUntrusted: Bool
    let observesSuspension: Bool
    let fileProtection: FileProtection?

    /// Creates settings; by default five seconds, full durability, separate connections for reading, no backup, no
    /// suspension and the system's default protection.
    ///
    /// - Parameters:
    ///   - busyTimeout: how long to wait for another process that has locked the database, in seconds; 0 or more.
    ///   - waitsForDisk: whether a commit waits until it is on the disk (`synchronous` FULL). If not, the file is never
    ///     corrupt, but the newest actions can be lost in a power failure (NORMAL).
    ///   - readsBesideWriter: whether the store has separate connections for reading, so reads do not wait for a long
    ///     write. Without them it opens slightly faster, which suits a program that does one thing and ends.
    ///   - backupPath: the path of a new file to which a file of an older FormState is copied before it is migrated;
    ///     `nil` for no copy. The copy is made with SQLite's backup, includes the contents of the log, and has the
    ///     file's permissions. It is made only before a migration, and never replaces a file; if it fails, the file
    ///     stays unchanged.
    ///   - isUntrusted: whether the file is untrusted: it is read only, no rule in it runs, no entry of a journal is
    ///     decided again, and no value of more than 64 MB is read. Only for ``Access/read``. The results of rules are
    ///     read from the file. A file whose schema is not FormState's word for word is refused, since its views could
    ///     be anything. The caller must limit the time and memory of reading.
    ///   - observesSuspension: whether the store releases its locks, and acquires none, between
    ///     ``FormStore/suspendNotification`` and ``FormStore/resumeNotification``; see <doc:InTheBackground>.
    ///   - fileProtection: when the system allows reading the database, its log and the log's index, on systems that
    ///     encrypt each file; `nil` for the system's default. Ignored on other systems.
    public init(
      busyTimeout: Double = 5, waitsForDisk: Bool = true, readsBesideWriter: Bool = true, backupPath: String? = nil,
      isUntrusted: Bool = false,
      observesSuspension: Bool = false, fileProtection: FileProtection? = nil
    ) {
      self.busyTimeout = busyTimeout
      self.waitsForDisk = waitsForDisk
      self.readsBesideWriter = readsBesideWriter
      self.backupPath = backupPath
      self.isUntrusted = isUntrusted
      self.observesSuspension = observesSuspension
      self.fileProtection = fileProtection
    }

    var suspension: Suspension? { observesSuspension ? .shared : nil }
  }

  /// Opens a store in its own file.
  ///
  /// The file is kept in WAL mode, for use by several processes. A file of an older FormState is migrated in one
  /// transaction, after a copy to the `backupPath` of its settings, if set; if that fails, the file stays unchanged.
  ///
  /// A read-only file, or one in a read-only folder or on a read-only disk, is read without leaving anything next to
  /// it. If it is not open elsewhere, it must not be written meanwhile; a read that detects a write throws
  /// ``StoreError/Code/filesLost``.
  ///
  /// - Parameters:
  ///   - path: the path of the SQLite file.
  ///   - access: the access to the file; by default it is created if it does not exist.
  ///   - settings: how long to wait for others, how durable a commit is, and where to copy an older file.
  /// - Throws: ``StoreError``, for a missing or read-only file, one that is not SQLite, or a schema that is unknown or
  ///   cannot be migrated; ``StoreError/Code/suspended``, except for reading.
  public init(path: String, access: Access = .create, settings: Settings = Settings()) throws {
    try self.init(path: path, access: access, settings: settings, steps: Migrations.all)
  }

  /// Opens a store whose schema has other steps, such as a later FormState's.
  ///
  /// - Parameters: as for ``init(path:access:settings:)``.
  ///   - steps: the steps of the schema, beginning with those that files may already have.
  /// - Throws: as ``init(path:access:settings:)``.
  init(path: String, access: Access = .create, settings: Settings = Settings(), steps: [Migration]) throws {
    try Self.checkFile(path: path, access: access)
    if access != .read, settings.suspension?.isSuspended == true { throw StoreError.suspended }
    do {
      self = try StoreError.translating(path: path) {
        try access == .read
          ? Self.openingForReading(path: path, settings: settings, steps: steps)
          : Self.openingForWriting(path: path, access: access, settings: settings, steps: steps)
      }
    } catch let error as StoreError where access != .read {
      guard let suspension = settings.suspension else { throw error }
      // Only a suspension interrupts a connection that is being opened, and GRDB may be notified of it first.
      let isInterrupted = [.interrupted, .rolledBack].contains(error.code)
      throw isInterrupted || error.code == .busy && suspension.isSuspended ? .suspended : error
    }
  }

  /// Closes the file now, and not when the last session is released; later use of the store throws an error.
  package func close() throws {
    // A pool closes its readers after its writer, and as the last to close these cannot delete the log.
    (database as? DatabasePool)?.releaseMemory()
    try database.close()
  }

  static func checkFile(path: String, access: Access) throws {
    // SQLite takes these for databases that end with the connection.
    guard !path.isEmpty, path != ":memory:" else { throw StoreError.namesNoFile(path: path) }
    switch FileIdentity.at(path) {
    case .failure(.missing):
      guard access == .create else { throw StoreError.missingFile(path: path) }
      try requireNoLog(besideEmptyFileAt: path)
    case .failure(.hidden): break
    case .success(let file):
      guard file.kind != .folder else { throw StoreError.cannotOpen(path: path, reason: "it is a folder") }
      guard file.kind == .regular else { throw StoreError.cannotOpen(path: path, reason: "it is not a regular file") }
      if file.size == 0 { try requireNoLog(besideEmptyFileAt: path) }
    }
    guard access == .read || ReadingMode.mayWrite(path) else { throw StoreError.readOnly(path: path) }
  }

  /// SQLite deletes the log of an empty database, and with it the last actions of a database that was moved away.
  private static func requireNoLog(besideEmptyFileAt path: String) throws {
    let log = ReadingMode.resolved(path) + "-wal"
    guard FileIdentity.found(at: log).map({ $0.size > 0 }) ?? false else { return }
    throw StoreError.abandonedLog(path: log, beside: path)
  }

  /// Opens a writable file.
  private static func openingForWriting(
    path: String, access: Access, settings: Settings, steps: [Migration]
  ) throws -> FormStore {
    try LogIndexRoom.require(besideDatabaseAt: path)
    let protectedFiles = settings.fileProtection.map { ProtectedFiles(ofDatabaseAt: path, $0) }
    try protectedFiles?.protect()
    let queue = try DatabaseQueue(path: path, configuration: configuration(readOnly: false, settings: settings))
    // A new file has no contents yet.
    try protectedFiles?.protect()
    let version = try queue.read { try SchemaMigrator.version(in: $0, steps: steps) }
    // A file that is not a store stays unchanged, to the byte.
    if version == 0, access == .write { throw StoreError.notAStore(path: path) }
    try queue.writeWithoutTransaction { try setUpDurability($0, settings: settings) }
    if version > 0 { try bringUpToDate(queue, path: path, settings: settings, steps: steps) }
    // Only now: setting the mode writes to the file, which must not happen with a refused schema.
    try queue.writeWithoutTransaction { try setUpWriting($0, settings: settings) }
    // The log and its index exist now.
    try protectedFiles?.protect()
    try SchemaMigrator.migrate(queue, steps: steps)
    let database = settings.readsBesideWriter ? try beside(queue, path: path, settings: settings) : queue
    let store = FormStore(
      checked: database, path: path, files: try guarding(database, path: path, mode: .shared),
      schema: SchemaGuard(steps: steps),
      definitions: OpenDefinitions(database, path: path))
    try database.writeWithoutTransaction { try store.schema.require(in: $0) }
    return store
  }

  /// Runs the steps that an older file lacks, after the copy requested by the settings.
  private static func bringUpToDate(
    _ queue: DatabaseQueue, path: String, settings: Settings, steps: [Migration]
  ) throws {
    try SchemaMigrator.migrate(queue, steps: steps) {
      guard let backupPath = settings.backupPath else { return }
      // The writing connection cannot be copied from; another one sees the state before the changes.
      let source = try DatabaseQueue(path: path, configuration: configuration(readOnly: true, settings: settings))
      do {
        try FileBackup(of: source, at: path, to: backupPath, waitsForDisk: settings.waitsForDisk).run()
      } catch let error as StoreError {
        throw error.ofBackup
      }
      try source.close()
    }
  }

  /// A pool in place of a queue, so reading never waits for a write.
  private static func beside(
    _ queue: DatabaseQueue, path: String, settings: Settings
  ) throws -> any DatabaseWriter {
    let pool = try DatabasePool(path: path, configuration: configuration(readOnly: false, settings: settings))
    // A pool sets `synchronous` to NORMAL when it opens, whatever its configuration.
    try pool.writeWithoutTransaction { try setUpWriting($0, settings: settings) }
    // Closed only now: the last connection to close would delete the log.
    try queue.close()
    return pool
  }

  private static func openingForReading(path: String, settings: Settings, steps: [Migration]) throws -> FormStore {
    // If the last writer closes at this moment, its log is deleted, and reading beside it becomes impossible.
    for _ in 0..<mostTries {
      let mode = try readingMode(ofFileAt: path, leavesAll: settings.isUntrusted)
      let queue = try DatabaseQueue(
        path: mode.location(of: path), configuration: configuration(readOnly: mode != .asWriter, settings: settings))
      if settings.isUntrusted { try queue.read(Untrusted.begin) }
      let version = try queue.read { try SchemaMigrator.version(in: $0, steps: steps) }
      try checkReadable(version: version, of: steps.count, path: path)
      if settings.isUntrusted { try queue.read { try SchemaGuard(steps: steps).require(in: $0) } }
      if mode == .besideWriter, ReadingMode.takeAwayOwnLog(of: path) { continue }
      let files = try guarding(queue, path: path, mode: mode == .immutable ? .immutable : .shared)
      return FormStore(
        checked: queue, path: path, isReadOnly: true, files: files, schema: SchemaGuard(steps: steps),
        // An untrusted file is read and checked whole.
        definitions: settings.isUntrusted
          ? OpenDefinitions()
          : OpenDefinitions(queue, path: path))
    }
    throw StoreError.busy
  }

  /// Determines how a file can be read. On a full disk it is read without what SQLite makes beside it.
  static func readingMode(ofFileAt path: String, leavesAll: Bool = false) throws -> ReadingMode {
    let mode = try ReadingMode(path: path, leavesAll: leavesAll)
    guard mode == .asWriter || mode == .besideLog, LogIndexRoom.isLacking(besideDatabaseAt: path) else { return mode }
    // Without a log nobody writes, and nobody can begin to.
    guard FileIdentity.found(at: ReadingMode.resolved(path) + "-wal") != nil else { return .immutable }
    try LogIndexRoom.makeEmpty(besideDatabaseAt: path)
    return .besideWriter
  }

  /// Maximum number of attempts to open, if others interfere.
  private static let mostTries = 10

  private static func checkReadable(version: Int, of supported: Int, path: String) throws {
    if version == 0 { throw StoreError.notAStore(path: path) }
    guard version == supported else { throw StoreError.olderSchema(found: version, supported: supported) }
  }

  /// GRDB's configuration for the store's own connections.
  static func configuration(readOnly: Bool, settings: Settings) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    if settings.isUntrusted { configuration.label = Untrusted.label }
    configuration.observesSuspensionNotifications = settings.observesSuspension
    let wait = BusyWait(timeout: settings.busyTimeout, suspension: settings.suspension)
    configuration.busyMode = .callback { wait.waitAgain(tries: $0) }
    configuration.prepareDatabase { db in
      // A file from elsewhere may have triggers and views that call functions with side effects.
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      // SQLite's temporary data, for sorting and for reverting statements, contains answers: it stays out of the shared
      // folder for temporary files. It also makes imports, whose statements write many rows each, a sixth faster.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      // What is deleted is overwritten, so a cleared sensitive answer leaves no byte in a page.
      try db.execute(sql: "PRAGMA secure_delete = ON")
    }
    return configuration
  }

  /// Sets the durability of commits; the file stays unchanged.
  static func setUpDurability(_ db: Database, settings: Settings) throws {
    try db.execute(sql: "PRAGMA synchronous = \(synchronous(settings))")
    // On Apple systems fsync alone leaves the data in the disk's own cache; elsewhere these have no effect.
    try db.execute(sql: "PRAGMA fullfsync = \(settings.waitsForDisk ? 1 : 0)")
    try db.execute(sql: "PRAGMA checkpoint_fullfsync = \(settings.waitsForDisk ? 1 : 0)")
  }

  private static func synchronous(_ settings: Settings) -> Int { settings.waitsForDisk ? 2 : 1 }

  static func setUpWriting(_ db: Database, settings: Settings) throws {
    try setUpDurability(db, settings: settings)
    try check("journal_mode", is: "wal", found: try journalModeAfterSetting(db, settings: settings))
    for (name, expected) in [("synchronous", synchronous(settings)), ("foreign_keys", 1)] {
      let found = try Int.fetchOne(db, sql: "PRAGMA \(name)")
      try check(name, is: String(expected), found: found.map(String.init) ?? "unknown")
    }
  }

  /// Sets the mode, and waits where SQLite does not: if two processes would both wait for each other, it refuses one at
  /// once.
  private static func journalModeAfterSetting(_ db: Database, settings: Settings) throws -> String {
    let wait = BusyWait(timeout: settings.busyTimeout, suspension: settings.suspension)
    var tries = 0
    while true {
      do {
        return try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") ?? "unknown"
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        guard wait.waitAgain(tries: tries) else { throw error }
        tries += 1
      }
    }
  }

  private static func check(_ name: String, is expected: String, found: String) throws {
    guard expected == found else {
      throw StoreError.settingRefused(name: name, expected: expected, found: found)
    }
  }
}

/// Waits while another process has locked the database.
///
/// SQLite's own wait finally retries ten times a second, so a process that writes without pause can lock others out for
/// seconds. This one retries after a few milliseconds, at random intervals, and not while the store is suspended.
final class BusyWait: Sendable {
  private let timeout: Duration
  private let suspension: Suspension?
  private let began = Locked(ContinuousClock.now)
  @TaskLocal private static var mayWait = true

  /// Does something that fails at once where it would wait for a lock.
  static func withoutWaiting<Result>(_ work: () throws -> Result) rethrows -> Result {
    try $mayWait.withValue(false) { try work() }
  }

  /// - Parameters:
  ///   - seconds: how long to wait for one lock.
  ///   - suspension: ends the wait; `nil` for none.
  init(timeout seconds: Double, suspension: Suspension? = nil) {
    // Not even NaN may trap.
    timeout = .seconds(seconds > 0 ? min(seconds, 1e9) : 0)
    self.suspension = suspension
  }

  /// Waits briefly.
  ///
  /// - Parameter tries: the number of attempts so far; 0 starts over.
  /// - Returns: whether to try again.
  func waitAgain(tries: Int) -> Bool {
    let now = ContinuousClock.now
    let left = began.withLock { began in
      if tries == 0 { began = now }
      return timeout - (now - began)
    }
    guard Self.mayWait, left > .zero, suspension?.isSuspended != true else { return false }
    let pause = min(left, .microseconds(Int.random(in: 500...5000)))
    Thread.sleep(forTimeInterval: pause / .seconds(1))
    return true
  }
}
