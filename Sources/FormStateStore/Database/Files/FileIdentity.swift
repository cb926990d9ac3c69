import Foundation

/// The file at a path, and its size: the result of `stat`, without opening it.
///
/// Only SQLite may open a database, its log and its index: closing any handle of a file releases the locks that the
/// process holds on it.
struct FileIdentity: Equatable, Sendable {
  /// The identity of the file, independent of its name: device and number.
  struct Number: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  /// What a path leads to.
  enum Kind: Equatable, Sendable {
    case regular, folder
    /// For example a pipe or a device, which SQLite would wait for or refuse.
    case other
  }

  let number: Number
  let kind: Kind
  let size: Int64
  /// The modification time, in nanoseconds, which distinguishes a file that was written.
  let written: Int64
  /// The owner of the file.
  let owner: uid_t
  /// The permissions of the file.
  let permissions: mode_t

  /// Why a path could not be followed.
  enum Absence: Error {
    /// There is no file.
    case missing
    /// It is unknown, for example for lack of permission.
    case hidden
  }

  /// The file at a path; symbolic links are followed.
  static func at(_ path: String) -> Result<FileIdentity, Absence> {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return .failure([ENOENT, ENOTDIR, ELOOP].contains(errno) ? .missing : .hidden)
    }
    return .success(FileIdentity(status))
  }

  /// The file at a path; `nil` if there is none or it is inaccessible.
  static func found(at path: String) -> FileIdentity? { try? at(path).get() }

  private init(_ status: stat) {
    number = Number(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .other
      }
    size = Int64(status.st_size)
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    written = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    owner = status.st_uid
    permissions = mode_t(status.st_mode) & 0o777
  }
}

/// What happened to the files of a database while a store had them open.
enum FileLoss: Hashable, Sendable, CaseIterable {
  /// The database, or its folder, is no longer at its path.
  case databaseGone
  /// Another file has taken the database's path.
  case databaseReplaced
  /// The database was cut short.
  case databaseTruncated
  /// The log beside the database, which holds the newest commits, was deleted or replaced.
  case logGone
  /// The log was cut short.
  case logTruncated
  /// The index of the log, which coordinates processes, was deleted, replaced or cut short.
  case indexGone
  /// Another process wrote to a database that this one reads without the ability to coordinate with a writer.
  case writtenWhileRead

  /// What happened, as the end of a sentence that begins with the database's path.
  var clause: String {
    switch self {
    case .databaseGone: "was deleted or moved while it was in use"
    case .databaseReplaced: "was replaced by another file while it was in use"
    case .databaseTruncated: "was cut short while it was in use"
    case .logGone: "lost its log “-wal” while it was in use"
    case .logTruncated: "had its log “-wal” cut short while it was in use"
    case .indexGone: "lost the index “-shm” of its log while it was in use"
    case .writtenWhileRead: "was written to while it was read without permission to write"
    }
  }

  /// How to recover.
  var fix: String {
    switch self {
    case .databaseGone: "put it back, open it again, and check its contents"
    case .databaseReplaced, .logGone, .indexGone: "open it again, and check its contents"
    case .databaseTruncated: "end the program, and restore the database from a copy"
    case .logTruncated: "end the program, open it again, and check its contents"
    case .writtenWhileRead: "open it again"
    }
  }
}
