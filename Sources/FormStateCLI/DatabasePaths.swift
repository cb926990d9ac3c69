#if CommandLine
import Foundation

/// The files of a database, which no command may write as anything else.
struct DatabasePaths {
  private let database: String
  /// Who may do what with the database; nobody but its owner when that cannot be told.
  let permissions: mode_t

  init(_ path: String) {
    database = Self.resolved(path)
    var status = stat()
    permissions = stat(database, &status) == 0 ? mode_t(status.st_mode) & 0o666 : 0o600
  }

  /// Makes sure that a file to write is none of the database's own, by whatever name.
  ///
  /// - Throws: ``CommandFailure``.
  func refuse(_ output: String) throws {
    let target = Self.resolved(output)
    for (ending, words) in Self.files where target == database + ending || Self.areSame(target, database + ending) {
      throw CommandFailure("“\(output)” is \(words); name another file to write")
    }
  }

  private static let files = [
    ("", "the database itself"), ("-wal", "the log of the database"), ("-shm", "the index of the database's log"),
    ("-journal", "the journal of the database"),
  ]

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private static func areSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}
#endif
