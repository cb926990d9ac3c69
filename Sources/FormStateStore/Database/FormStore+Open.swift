import FormState
import FormStateMigrations
import Foundation
import GRDB

extension FormStore {
  /// What a store may do with its file.
  @nonexhaustive
  public enum Access: Hashable, Sendable {
    /// Reads only; the file stays unchanged and is not brought up to date.
    case read
    /// Reads and writes a file that must exist.
    case write
    /// Reads and writes; makes the file if there is none.
    case create
  }

  /// How a store that opens its own file treats it.
  public struct Settings: Hashable, Sendable {
    /// How long to wait for another process that holds the database locked, in seconds; 0 or more.
    public var busyTimeout: Double
    /// Whether a commit waits until the disk has it (`synchronous` FULL).
    ///
    /// Without, the file is never corrupt, but the newest actions can go with a power loss (NORMAL).
    public var waitsForDisk: Bool
    /// Whether the store reads on connections of their own, beside the one that writes, so that no look waits for a
    /// long write.
    ///
    /// Without, it opens a little faster, which is what a program wants that does one thing and ends.
    public var readsBesideWriter: Bool
    /// The path of a new file to which a file of an older FormState is copied before it is brought up to date; `nil`
    /// for no copy.
    ///
    /// The copy is made through SQLite's backup, with what stands in the log, and with the file's permissions. It is
    /// made only when there is something to bring up to date, and never takes the place of a file; when it cannot be
    /// made, the file stays unchanged.
    public var backupPath: String?
    /// Whether the file may have been made by anybody, with whatever in it: it is read only, no rule in it runs, no
    /// entry of a journal is decided again, and no value of more than 64 MB is read. For ``Access/read`` alone.
    ///
    /// What rules give is read as the file has it. A file whose schema is not FormState's word for word is refused,
    /// since its views could be anything. How long reading may take, and in how much memory, anyone who reads has to
    /// see to.
    public var isUntrusted: Bool
    /// Whether the store gives up its locks, and takes none, between ``FormStore/suspendNotification`` and
    /// ``FormStore/resumeNotification``; see <doc:InTheBackground>.
    public var observesSuspension: Bool
    /// When the system lets the database, its log and the index of that be read, on systems that encrypt each file;
    /// `nil` to leave that to the system. Elsewhere it does nothing.
    public var fileProtection: FileProtection?

    /// Settings; five seconds, full durability, reading beside the writer, no backup, no suspension and the system's
    /// own protection unless said otherwise.
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

  /// Opens a store in a file of its own.
  ///
  /// The file is kept in WAL mode, so that several processes can use it. A file of an older FormState is brought up to
  /// date in one transaction, copied before where ``Settings/backupPath`` says so; where that fails, it stays as it is.
  ///
  /// A file that may only be read, or that lies in a folder or on a disk that may only be read, is read without leaving
  /// anything beside it. When nobody has it open, nobody may write it meanwhile; a look that finds it written ends with
  /// ``FileLoss/writtenWhileRead``.
  ///
  /// - Parameters:
  ///   - path: the path of the SQLite file.
  ///   - access: what the store may do with the file; makes it if there is none unless told otherwise.
  ///   - settings: how long to wait for others, how durable a commit is, and where to copy an older file.
  /// - Throws: ``StoreError``, for a missing or read-only file, one that is not SQLite, or a schema it does not know,
  ///   or cannot bring up to date; ``StoreError/Code/suspended``, but for reading.
  public init(path: String, access: Access = .create, settings: Settings = Settings()) throws {
    try self.init(path: path, access: access, settings: settings, steps: Migrations.all)
  }

  /// Opens a store whose schema is made by other steps, as a later FormState's is.
  ///
  /// - Parameters: as for ``init(path:access:settings:)``.
  ///   - steps: the steps that make the schema, the first of them those that files may have taken already.
  /// - Throws: as ``init(path:access:settings:)``.
  package init(path: String, access: Access = .create, settings: Settings = Settings(), steps: [Migration]) throws {
    try Self.checkFile(path: path, access: access)
    if access != .read, settings.suspension?.isSuspended == true { throw StoreError.suspended }
    self = try StoreError.translating(path: path) {
      try access == .read
        ? Self.openingForReading(path: path, settings: settings, steps: steps)
        : Self.openingForWriting(path: path, access: access, settings: settings, steps: steps)
    }
  }

  /// Closes the file now, and not when the last session is let go of; anyone who uses the store afterwards gets an
  /// error.
  package func close() throws {
    // A pool closes its readers after its writer, and as the last to leave these cannot take the log away.
    (database as? DatabasePool)?.releaseMemory()
    try definitions.close()
    try database.close()
  }

  static func checkFile(path: String, access: Access) throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes else {
      if access == .create { return }
      throw StoreError.missingFile(path: path)
    }
    if attributes[.type] as? FileAttributeType == .typeDirectory {
      throw StoreError.cannotOpen(path: path, reason: "it is a folder")
    }
    guard access == .read || ReadingMode.mayWrite(path) else { throw StoreError.readOnly(path: path) }
  }

  /// Opens a file that may be written.
  private static func openingForWriting(
    path: String, access: Access, settings: Settings, steps: [Migration]
  ) throws -> FormStore {
    let protectedFiles = settings.fileProtection.map { ProtectedFiles(ofDatabaseAt: path, $0) }
    try protectedFiles?.protect()
    let queue = try DatabaseQueue(path: path, configuration: configuration(readOnly: false, settings: settings))
    // A file that was just made has nothing in it yet.
    try protectedFiles?.protect()
    let version = try queue.read { try SchemaMigrator.version(in: $0, steps: steps) }
    // Somebody else's file stays unchanged, to the byte.
    if version == 0, access == .write { throw StoreError.notAStore(path: path) }
    try queue.writeWithoutTransaction { try setUpDurability($0, settings: settings) }
    if version > 0 { try bringUpToDate(queue, path: path, settings: settings, steps: steps) }
    // Only now: setting the mode writes to the file, which a schema that is refused must not see.
    try queue.writeWithoutTransaction { try setUpWriting($0, settings: settings) }
    // The log and its index are there now.
    try protectedFiles?.protect()
    try SchemaMigrator.migrate(queue, steps: steps)
    let database = settings.readsBesideWriter ? try beside(queue, path: path, settings: settings) : queue
    let store = FormStore(
      checked: database, path: path, files: try guarding(database, path: path, mode: .shared),
      schema: SchemaGuard(steps: steps),
      definitions: OpenDefinitions(path: path) {
        CellConnection(
          try DatabaseQueue(path: path, configuration: configuration(readOnly: true, settings: settings)),
          beside: database)
      })
    try database.writeWithoutTransaction { try store.schema.require(in: $0) }
    return store
  }

  /// Runs the steps that an older file lacks, after the copy that the settings ask for.
  private static func bringUpToDate(
    _ queue: DatabaseQueue, path: String, settings: Settings, steps: [Migration]
  ) throws {
    try SchemaMigrator.migrate(queue, steps: steps) {
      guard let backupPath = settings.backupPath else { return }
      // The connection that is about to write cannot be copied from; another one sees what it is about to change.
      let source = try DatabaseQueue(path: path, configuration: configuration(readOnly: true, settings: settings))
      do {
        try FileBackup(of: source, at: path, to: backupPath, waitsForDisk: settings.waitsForDisk).run()
      } catch let error as StoreError {
        throw error.ofBackup
      }
      try source.close()
    }
  }

  /// A pool in place of a queue, so that reading waits for nobody's writing.
  private static func beside(
    _ queue: DatabaseQueue, path: String, settings: Settings
  ) throws -> any DatabaseWriter {
    let pool = try DatabasePool(path: path, configuration: configuration(readOnly: false, settings: settings))
    // A pool sets `synchronous` to NORMAL as it opens, whatever its configuration says.
    try pool.writeWithoutTransaction { try setUpWriting($0, settings: settings) }
    // Closed only now: the last connection to leave would take the log away.
    try queue.close()
    return pool
  }

  private static func openingForReading(path: String, settings: Settings, steps: [Migration]) throws -> FormStore {
    // When the last writer leaves at this very moment, its log goes, and with it the way to read beside it.
    for _ in 0..<mostTries {
      let mode = try ReadingMode(path: path, leavesAll: settings.isUntrusted)
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
        // An untrusted file is read and proven whole.
        definitions: settings.isUntrusted
          ? OpenDefinitions()
          : OpenDefinitions(path: path) {
            CellConnection(
              try DatabaseQueue(
                path: mode.location(of: path), configuration: configuration(readOnly: true, settings: settings)),
              beside: queue)
          })
    }
    throw StoreError.busy
  }

  /// How often opening begins again because of others.
  private static let mostTries = 10

  private static func checkReadable(version: Int, of supported: Int, path: String) throws {
    if version == 0 { throw StoreError.notAStore(path: path) }
    guard version == supported else { throw StoreError.olderSchema(found: version, supported: supported) }
  }

  /// How GRDB is to open a connection of the store's own.
  static func configuration(readOnly: Bool, settings: Settings) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    if settings.isUntrusted { configuration.label = Untrusted.label }
    configuration.observesSuspensionNotifications = settings.observesSuspension
    let wait = BusyWait(timeout: settings.busyTimeout, suspension: settings.suspension)
    configuration.busyMode = .callback { wait.waitAgain(tries: $0) }
    configuration.prepareDatabase { db in
      // A file from elsewhere may carry triggers and views that call functions with side effects.
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      // What SQLite puts aside while it sorts, or to take a statement back, are answers: they stay out of the disk's
      // folder for everybody's temporary files. Imports, whose statements write many rows each, take a sixth less for
      // it.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    return configuration
  }

  /// Says how durable a commit is; the file stays unchanged.
  static func setUpDurability(_ db: Database, settings: Settings) throws {
    try db.execute(sql: "PRAGMA synchronous = \(synchronous(settings))")
    // On Apple systems fsync alone leaves the data in the disk's own cache; elsewhere these do nothing.
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

  /// Sets the mode, and waits where SQLite does not: of two processes that would both wait for the other one to let go,
  /// it refuses one at once.
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

/// Waits while another process holds the database locked.
///
/// SQLite's own waiting looks ten times a second at last, so that a process that writes without pause can keep others
/// out for seconds. This looks again after a few milliseconds, never in step with others, and not while the store is
/// suspended.
final class BusyWait: Sendable {
  private let timeout: Duration
  private let suspension: Suspension?
  private let began = Locked(ContinuousClock.now)

  /// - Parameters:
  ///   - seconds: how long to wait for one lock.
  ///   - suspension: ends the wait; `nil` where nothing does.
  init(timeout seconds: Double, suspension: Suspension? = nil) {
    // Not even a NaN may trap.
    timeout = .seconds(seconds > 0 ? min(seconds, 1e9) : 0)
    self.suspension = suspension
  }

  /// Waits a moment.
  ///
  /// - Parameter tries: how often the lock has been waited for already; 0 starts over.
  /// - Returns: whether to try again.
  func waitAgain(tries: Int) -> Bool {
    let now = ContinuousClock.now
    let left = began.withLock { began in
      if tries == 0 { began = now }
      return timeout - (now - began)
    }
    guard left > .zero, suspension?.isSuspended != true else { return false }
    let pause = min(left, .microseconds(Int.random(in: 500...5000)))
    Thread.sleep(forTimeInterval: pause / .seconds(1))
    return true
  }
}
