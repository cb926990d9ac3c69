/// What happened to the files of a database while a store had them open.
public enum FileLoss: Hashable, Sendable, CaseIterable {
  /// The database is not at its path any more, or its folder is not.
  case databaseGone
  /// Another file has taken the database's path.
  case databaseReplaced
  /// The database was cut short.
  case databaseTruncated
  /// The log beside the database, which holds the newest commits, was deleted or replaced.
  case logGone
  /// The log was cut short.
  case logTruncated
  /// The index of the log, by which processes agree, was deleted, replaced or cut short.
  case indexGone
  /// Somebody wrote to a database that is only read, without the means to read beside a writer.
  case writtenWhileRead

  /// What happened, as the end of a sentence that begins with the database's path, and what to do.
  var clause: String {
    switch self {
    case .databaseGone:
      "was deleted or moved while it was in use; put it back, open it again, and look what it still holds"
    case .databaseReplaced:
      "was replaced by another file while it was in use; open it again, and look what it still holds"
    case .databaseTruncated:
      "was cut short while it was in use; end the program, and restore the database from a copy"
    case .logGone:
      "has lost its log “-wal” while it was in use; open it again, and look what it still holds"
    case .logTruncated:
      "had its log “-wal” cut short while it was in use; end the program, open it again, and look what it still holds"
    case .indexGone:
      "has lost the index “-shm” of its log while it was in use; open it again, and look what it still holds"
    case .writtenWhileRead:
      "was written to while it was read without permission to write; open it again"
    }
  }
}
