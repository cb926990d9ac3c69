import GRDB
import GRDBSQLite

/// The handles that a connection has of its files, asked without opening any of them.
struct DatabaseHandles {
  private let connection: OpaquePointer

  init?(_ db: Database) {
    guard let connection = db.sqliteConnection else { return nil }
    self.connection = connection
  }

  /// The whole path of the database file; `nil` for one in memory.
  var path: String? {
    guard let name = sqlite3_db_filename(connection, "main") else { return nil }
    let path = String(cString: name)
    return path.isEmpty ? nil : path
  }

  /// Whether the path leads to another file now than the one that the connection has open.
  var hasMoved: Bool {
    var flag: CInt = 0
    let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &flag)
    return code == SQLITE_OK && flag != 0
  }

  /// The head of the log's index, and how many frames have been copied back.
  ///
  /// - Returns: `nil` if there is no index, or it is being written all the time.
  func logIndex() -> (head: LogIndexHead, copiedBack: Int64)? {
    guard let index = logIndexBytes() else { return nil }
    for _ in 0..<100 {
      if let head = LogIndexHead(index) { return (head, LogIndexHead.copiedBack(index)) }
    }
    return nil
  }

  /// How many bytes the database file has.
  var databaseSize: Int64? { size(of: file(SQLITE_FCNTL_FILE_POINTER)) }

  /// The number of bytes of the log.
  var logSize: Int64? { size(of: file(SQLITE_FCNTL_JOURNAL_POINTER)) }

  /// Eight bytes of the log, in the order in which they stand there; `nil` where it has none.
  func logWord(at offset: Int64) -> UInt64? {
    guard let log = file(SQLITE_FCNTL_JOURNAL_POINTER), let read = log.pointee.pMethods?.pointee.xRead else {
      return nil
    }
    var word: UInt64 = 0
    return read(log, &word, CInt(MemoryLayout<UInt64>.size), offset) == SQLITE_OK ? word : nil
  }

  private func logIndexBytes() -> UnsafeRawPointer? {
    // A connection without a log open must not be made to open one's index.
    guard file(SQLITE_FCNTL_JOURNAL_POINTER) != nil, let database = file(SQLITE_FCNTL_FILE_POINTER),
      let methods = database.pointee.pMethods?.pointee, methods.iVersion >= 2, let map = methods.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    guard map(database, 0, Self.regionSize, 0, &region) == SQLITE_OK, let region else { return nil }
    return UnsafeRawPointer(region)
  }

  /// How many bytes of the index SQLite maps at once.
  private static let regionSize: CInt = 32_768

  private func size(of file: UnsafeMutablePointer<sqlite3_file>?) -> Int64? {
    guard let file, let measure = file.pointee.pMethods?.pointee.xFileSize else { return nil }
    var size: sqlite3_int64 = 0
    return measure(file, &size) == SQLITE_OK ? size : nil
  }

  private func file(_ operation: CInt) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = withUnsafeMutablePointer(to: &file) { sqlite3_file_control(connection, "main", operation, $0) }
    // A handle without methods is of a file that is not open.
    guard code == SQLITE_OK, let file, file.pointee.pMethods != nil else { return nil }
    return file
  }
}
