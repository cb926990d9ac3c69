import GRDB
import GRDBSQLite

/// A connection's handles of its files, read without opening any of them.
struct DatabaseHandles {
  private let connection: OpaquePointer

  init?(_ db: Database) {
    guard let connection = db.sqliteConnection else { return nil }
    self.connection = connection
  }

  /// The absolute path of the database file; `nil` for one in memory.
  var path: String? {
    guard let name = sqlite3_db_filename(connection, "main") else { return nil }
    let path = String(cString: name)
    return path.isEmpty ? nil : path
  }

  /// Whether the path now leads to another file than the open one.
  var hasMoved: Bool {
    var flag: CInt = 0
    let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &flag)
    return code == SQLITE_OK && flag != 0
  }

  /// The head of the log's index, and the number of frames copied back.
  ///
  /// - Returns: `nil` if there is no index, or it is constantly being written.
  func logIndex() -> (head: LogIndexHead, copiedBack: Int64)? {
    guard let index = logIndexBytes() else { return nil }
    for _ in 0..<100 {
      if let head = LogIndexHead(index) { return (head, LogIndexHead.copiedBack(index)) }
    }
    return nil
  }

  /// The number of bytes of the database file.
  var databaseSize: Int64? { size(of: file(SQLITE_FCNTL_FILE_POINTER)) }

  /// The number of bytes of the log.
  var logSize: Int64? { size(of: file(SQLITE_FCNTL_JOURNAL_POINTER)) }

  /// Eight bytes of the log, in file order, and 0 for those after its end; `nil` if the disk refuses to say.
  func logWord(at offset: Int64) -> UInt64? {
    guard let log = file(SQLITE_FCNTL_JOURNAL_POINTER), let read = log.pointee.pMethods?.pointee.xRead else {
      return nil
    }
    var word: UInt64 = 0
    let code = read(log, &word, CInt(MemoryLayout<UInt64>.size), offset)
    // Short of bytes, SQLite fills the rest with zeros.
    return code == SQLITE_OK || code == Self.shortRead ? word : nil
  }

  /// `SQLITE_IOERR_SHORT_READ`, a macro that Swift cannot import.
  private static let shortRead = SQLITE_IOERR | 2 << 8

  private func logIndexBytes() -> UnsafeRawPointer? {
    // A connection without an open log must not open one's index.
    guard file(SQLITE_FCNTL_JOURNAL_POINTER) != nil, let database = file(SQLITE_FCNTL_FILE_POINTER),
      let methods = database.pointee.pMethods?.pointee, methods.iVersion >= 2, let map = methods.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    guard map(database, 0, Self.regionSize, 0, &region) == SQLITE_OK, let region else { return nil }
    return UnsafeRawPointer(region)
  }

  /// The number of bytes of the index that SQLite maps at once.
  private static let regionSize: CInt = 32_768

  private func size(of file: UnsafeMutablePointer<sqlite3_file>?) -> Int64? {
    guard let file, let measure = file.pointee.pMethods?.pointee.xFileSize else { return nil }
    var size: sqlite3_int64 = 0
    return measure(file, &size) == SQLITE_OK ? size : nil
  }

  private func file(_ operation: CInt) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = withUnsafeMutablePointer(to: &file) { sqlite3_file_control(connection, "main", operation, $0) }
    // A handle without methods belongs to a file that is not open.
    guard code == SQLITE_OK, let file, file.pointee.pMethods != nil else { return nil }
    return file
  }
}
