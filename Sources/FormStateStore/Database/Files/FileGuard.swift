import FormState
import GRDB

/// Detects that the files of a database are no longer the ones that its connections have open.
///
/// SQLite continues with a deleted file, and so would commit what can never be read. Each check costs a few system
/// calls, and opens no file.
final class FileGuard: Sendable {
  /// How a store reads the guarded files.
  enum Mode: Sendable {
    /// Together with others, with SQLite's locks.
    case shared
    /// As a file that does not change, without locks.
    case immutable
  }

  private struct Known {
    var database: FileIdentity
    var log: FileIdentity.Number?
    var index: FileIdentity?
    /// Whether the database has a log shared with others.
    var usesLog: Bool
    /// The detected loss, which is permanent.
    var loss: FileLoss?
  }

  private let path: String
  private let name: String
  private let mode: Mode
  private let known: Locked<Known>

  /// Records the current files of a connection.
  ///
  /// - Parameters:
  ///   - name: the name of the database in errors.
  ///   - db: a connection that has begun to read, so its log is open.
  /// - Returns: `nil` for a database in memory, and for an inaccessible file.
  init?(_ db: Database, name: String, mode: Mode) throws {
    guard let path = DatabaseHandles(db)?.path, let database = FileIdentity.found(at: path) else { return nil }
    self.path = path
    self.name = name
    self.mode = mode
    known = Locked(Known(database: database, usesLog: try mode == .shared && Self.usesLog(db)))
    remember()
  }

  /// A position in the log: what was committed before a transaction.
  struct LogMark: Sendable {
    fileprivate(set) var head: LogIndexHead
  }

  /// Checks, before SQLite is called, that it would not end the process.
  ///
  /// The index of the log is memory shared by processes: accessing it beyond the end of its file is a bus error.
  ///
  /// - Throws: ``StoreError/Code/filesLost``, from then on permanently.
  func enter() throws {
    let known = known.withLock { $0 }
    try fail(known.loss)
    guard let index = known.index, let found = FileIdentity.found(at: path + "-shm") else { return }
    try fail(found.number == index.number && found.size < index.size ? .indexGone : nil)
  }

  /// Checks that the files are the same and complete.
  ///
  /// - Throws: ``StoreError/Code/filesLost``, from then on permanently.
  func check(_ db: Database) throws {
    try fail(known.withLock { $0.loss })
    try fail(try found(db, since: nil))
  }

  /// The end of the log, for ``confirm(_:since:)``; `nil` if there is none.
  func mark(_ db: Database) -> LogMark? {
    guard known.withLock({ $0.usesLog && $0.index != nil }) else { return nil }
    return DatabaseHandles(db)?.logIndex().map { LogMark(head: $0.head) }
  }

  /// Checks that a commit was written to the files that others see.
  ///
  /// - Parameter mark: the end of the log when the transaction began to write.
  /// - Throws: ``StoreError/Code/filesLost``, from then on permanently.
  func confirm(_ db: Database, since mark: LogMark?) throws {
    try fail(try found(db, since: mark))
  }

  /// The detected loss; `nil` for none.
  var loss: FileLoss? { known.withLock { $0.loss } }

  private func fail(_ loss: FileLoss?) throws {
    guard let loss else { return }
    known.withLock { $0.loss = $0.loss ?? loss }
    throw StoreError.filesLost(path: name, loss)
  }

  private func found(_ db: Database, since mark: LogMark?) throws -> FileLoss? {
    let known = known.withLock { $0 }
    if let loss = lossOfDatabase(known, db) { return loss }
    guard mode == .shared else { return lossOfImmutable(known) }
    guard known.usesLog else { return nil }
    if let loss = lossBesideDatabase(known) {
      // A host may have given up its log, which deletes both files.
      if try Self.usesLog(db) { return loss }
      self.known.withLock { $0.usesLog = false }
      return nil
    }
    guard known.index != nil, known.log != nil else {
      remember()
      return nil
    }
    return lossOfContent(db, since: mark)
  }
}

// MARK: - Checks

extension FileGuard {
  private func lossOfDatabase(_ known: Known, _ db: Database) -> FileLoss? {
    switch FileIdentity.at(path) {
    case .failure(.missing): return .databaseGone
    case .failure(.hidden): return nil
    case .success(let found):
      guard found.number == known.database.number, DatabaseHandles(db)?.hasMoved != true else {
        return .databaseReplaced
      }
      return found.size == 0 && known.database.size > 0 ? .databaseTruncated : nil
    }
  }

  private func lossOfImmutable(_ known: Known) -> FileLoss? {
    guard let database = FileIdentity.found(at: path) else { return nil }
    let hasLog = (FileIdentity.found(at: path + "-wal")?.size ?? 0) > 0
    let isSame = database.size == known.database.size && database.written == known.database.written
    return isSame && !hasLog ? nil : .writtenWhileRead
  }

  private func lossBesideDatabase(_ known: Known) -> FileLoss? {
    if let log = known.log {
      switch FileIdentity.at(path + "-wal") {
      case .failure(.missing): return .logGone
      case .failure(.hidden): break
      case .success(let found): if found.number != log { return .logGone }
      }
    }
    if let index = known.index {
      switch FileIdentity.at(path + "-shm") {
      case .failure(.missing): return .indexGone
      case .failure(.hidden): break
      case .success(let found): if found.number != index.number || found.size < index.size { return .indexGone }
      }
    }
    return nil
  }

  /// Checks the sizes of the files against the index, and the frames against the log.
  ///
  /// Others may commit, or restart the log, at any moment. Both change the index before the files, so a result counts
  /// only while the index stays the same.
  private func lossOfContent(_ db: Database, since mark: LogMark?) -> FileLoss? {
    guard let handles = DatabaseHandles(db) else { return nil }
    for _ in 0..<20 {
      guard let (head, copiedBack) = handles.logIndex() else { return nil }
      guard let loss = loss(head, copiedBack: copiedBack, handles, since: mark) else { return nil }
      if handles.logIndex()?.head == head { return loss }
    }
    return nil
  }

  private func loss(
    _ head: LogIndexHead, copiedBack: Int64, _ handles: DatabaseHandles, since mark: LogMark?
  ) -> FileLoss? {
    if head.frames > 0 {
      // A disk that refuses to say has not lost anything yet.
      guard handles.logSize.map({ $0 >= head.logSize }) ?? true,
        handles.logWord(at: LogIndexHead.saltInLogHead).map({ $0 == head.salt }) ?? true,
        has(head.frames, of: head, handles)
      else { return .logTruncated }
      // If the log was cut short just before a commit, the commit leaves a gap before its own frames.
      if let before = mark?.head, before.salt == head.salt, before.frames > 0, before.frames < head.frames {
        guard has(before.frames, of: head, handles) else { return .logTruncated }
      }
    }
    guard copiedBack >= head.frames, head.pages > 0, let size = handles.databaseSize else { return nil }
    return size < head.pages * head.pageSize ? .databaseTruncated : nil
  }

  private func has(_ frame: Int64, of head: LogIndexHead, _ handles: DatabaseHandles) -> Bool {
    handles.logWord(at: head.place(ofFrame: frame) + LogIndexHead.saltInFrameHead).map { $0 == head.salt } ?? true
  }
}

// MARK: - The known files

extension FileGuard {
  private static func usesLog(_ db: Database) throws -> Bool {
    // With an exclusive lock, the index is in the memory of the one connection.
    let settings = try ["journal_mode", "locking_mode"].map { try String.fetchOne(db, sql: "PRAGMA main.\($0)") }
    return settings == ["wal", "normal"]
  }

  private func remember() {
    known.withLock { known in
      guard known.usesLog else { return }
      known.log = known.log ?? FileIdentity.found(at: path + "-wal")?.number
      known.index = known.index ?? FileIdentity.found(at: path + "-shm")
    }
  }
}
