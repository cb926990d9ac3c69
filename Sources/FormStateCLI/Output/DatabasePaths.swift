#if CommandLine
import FormStateInterchange
import Foundation

/// The files of a database: no command may overwrite them, nor those of another database.
struct DatabasePaths {
  private let database: String
  /// The permissions of the database; only its owner's if they cannot be read.
  let permissions: mode_t

  init(_ path: String) {
    database = Self.resolved(path)
    var status = stat()
    permissions = stat(database, &status) == 0 ? mode_t(status.st_mode) & 0o666 : 0o600
  }

  /// The permissions of a folder with data from the database: its readers and its owner.
  private var folderPermissions: mode_t { 0o700 | (permissions & 0o066) | (permissions & 0o044) >> 2 }

  /// Creates a folder, with no wider permissions than the database, if it is missing.
  ///
  /// - Returns: the created folders.
  /// - Throws: ``CommandFailure`` that names it.
  func makeFolder(_ folder: String) throws -> [String] {
    try ForeignLink.refuse(folder)
    do {
      return try PrivateFolder.makeIfMissing(folder, permissions: folderPermissions)
    } catch {
      throw CommandFailure("the folder “\(folder)” cannot be made (\(error))")
    }
  }

  /// Whether a path leads to the database.
  func isDatabase(_ path: String) -> Bool { Self.areSame(Self.resolved(path), database) }

  /// Checks that an output file replaces no database, this one or another, nor a file that SQLite keeps beside it,
  /// under any name.
  ///
  /// - Throws: ``CommandFailure``; the error of a file that cannot be read, since it may be one.
  func refuse(_ output: String) throws {
    let target = Self.resolved(output)
    for (ending, own, other) in Self.files {
      if Self.areSame(target, database + ending) {
        throw CommandFailure("“\(output)” is \(own); name another file to write")
      }
      if target.hasSuffix(ending), try Self.isAnyDatabase(String(target.dropLast(ending.count))) {
        throw CommandFailure("“\(output)” is \(other); name another file to write")
      }
    }
  }

  /// What SQLite appends to the name of a database, and what such a file is to this database and to another.
  private static let files = [
    ("", "the database itself", "an SQLite database"),
    ("-wal", "the log of the database", "the log of an SQLite database"),
    ("-shm", "the index of the database's log", "the index of an SQLite database's log"),
    ("-journal", "the journal of the database", "the journal of an SQLite database"),
  ]

  /// Whether a file is a database, or was one: an emptied or missing one can be put back beside its log.
  private static func isAnyDatabase(_ path: String) throws -> Bool {
    var (file, log) = (stat(), stat())
    if stat(path + "-wal", &log) == 0, log.st_size > 0 { return true }
    guard stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFREG else { return false }
    return try DumpFile(path: path).isDatabase()
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private static func areSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard first != second else { return true }
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}
#endif
