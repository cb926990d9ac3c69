import FormState
import Foundation
import GRDB

extension FormStore {
  /// What a store may do with its file.
  public enum Access: Hashable, Sendable {
    /// Reads only; the file stays as it is and is not brought up to date.
    case read
    /// Reads and writes a file that must exist.
    case write
    /// Reads and writes; makes the file when there is none.
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

    /// Settings; five seconds and full durability unless said otherwise.
    public init(busyTimeout: Double = 5, waitsForDisk: Bool = true) {
      self.busyTimeout = busyTimeout
      self.waitsForDisk = waitsForDisk
    }
  }

  /// Opens a store in a file of its own.
  ///
  /// The file is kept in WAL mode, so that several processes can use it.
  ///
  /// - Parameters:
  ///   - path: the path of the SQLite file.
  ///   - access: what the store may do with the file; makes it when there is none unless told otherwise.
  ///   - settings: how long to wait for others, and how durable a commit is.
  /// - Throws: ``StoreError``, for a missing or read-only file, one that is not SQLite, or a schema it does not know.
  public init(path: String, access: Access = .create, settings: Settings = Settings()) throws {
    try Self.checkFile(path: path, access: access)
    let store = try StoreError.translating(path: path) {
      let queue = try DatabaseQueue(
        path: path, configuration: Self.configuration(readOnly: !Self.mayWrite(path), settings: settings))
      let version = try queue.read { try SchemaMigrator.version(in: $0) }
      if access == .read {
        try Self.checkReadable(version: version, path: path)
      } else {
        // Only now: setting the mode writes to the file, which a schema that is refused must not see.
        try queue.writeWithoutTransaction { try Self.setUpWriting($0, settings: settings) }
        try SchemaMigrator.migrate(queue)
      }
      return FormStore(checked: queue, path: path, isReadOnly: access == .read)
    }
    self = store
  }

  private static func checkFile(path: String, access: Access) throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes else {
      if access == .create { return }
      throw StoreError.missingFile(path: path)
    }
    if attributes[.type] as? FileAttributeType == .typeDirectory {
      throw StoreError.cannotOpen(path: path, reason: "it is a folder")
    }
    guard access != .read else { return }
    guard mayWrite(path) else { throw StoreError.readOnly(path: path) }
  }

  /// Whether a file may be written, or made where there is none.
  ///
  /// A connection that may write is used for reading too, since it alone can take SQLite's `-wal` and `-shm` files away
  /// again when it closes.
  private static func mayWrite(_ path: String) -> Bool {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return true }
    // Root may write whatever the permissions say; whoever took them all away still meant it.
    let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o200
    return permissions & 0o222 != 0 && FileManager.default.isWritableFile(atPath: path)
  }

  private static func checkReadable(version: Int, path: String) throws {
    if version == 0 { throw StoreError.notAStore(path: path) }
    guard version == SchemaMigrator.supportedVersion else {
      throw StoreError.olderSchema(found: version, supported: SchemaMigrator.supportedVersion)
    }
  }

  /// How GRDB is to open a connection of the store's own.
  static func configuration(readOnly: Bool, settings: Settings) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    let wait = BusyWait(timeout: settings.busyTimeout)
    configuration.busyMode = .callback { wait.waitAgain(tries: $0) }
    configuration.prepareDatabase { db in
      // A file from elsewhere may carry triggers and views that call functions with side effects.
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
    }
    return configuration
  }

  private static func setUpWriting(_ db: Database, settings: Settings) throws {
    let synchronous = settings.waitsForDisk ? 2 : 1
    try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
    // On Apple systems fsync alone leaves the data in the disk's own cache; elsewhere these do nothing.
    try db.execute(sql: "PRAGMA fullfsync = \(settings.waitsForDisk ? 1 : 0)")
    try db.execute(sql: "PRAGMA checkpoint_fullfsync = \(settings.waitsForDisk ? 1 : 0)")
    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") ?? "unknown"
    try check("journal_mode", is: "wal", found: mode)
    for (name, expected) in [("synchronous", synchronous), ("foreign_keys", 1)] {
      let found = try Int.fetchOne(db, sql: "PRAGMA \(name)")
      try check(name, is: String(expected), found: found.map(String.init) ?? "unknown")
    }
  }

  private static func check(_ name: String, is expected: String, found: String) throws {
    guard expected == found else {
      throw StoreError.settingRefused(name: name, expected: expected, found: found)
    }
  }
}
