import FormStateStore
import GRDBSQLite
import SimulatedDisk
import TestSupport

/// A simulated disk with the file of a store.
///
/// Unchecked, since the disk itself takes care of the threads that use it.
final class TortureDisk: @unchecked Sendable {
  let path: String
  private let pointer: OpaquePointer

  init(seed: UInt64, path: String) {
    self.path = path
    pointer = simulated_disk_create(seed)
  }

  /// An image of a disk.
  private init(image: OpaquePointer, path: String) {
    self.path = path
    pointer = image
  }

  deinit { simulated_disk_delete(pointer) }

  /// Lets this thread open files on it.
  func use() { simulated_disk_use(pointer) }

  /// Opens the store.
  func store(waitsForDisk: Bool = true) throws -> FormStore {
    use()
    return try FormStore(
      path: path,
      settings: FormStore.Settings(busyTimeout: 60, waitsForDisk: waitsForDisk, readsBesideWriter: false))
  }

  /// Sets what each image from now on knows as acknowledged.
  func setMark(_ mark: Int) { simulated_disk_set_mark(pointer, Int64(mark)) }

  func leaveImages(perCall count: Int) { simulated_disk_leave_images(pointer, Int32(count)) }

  func leaveImagesNow(_ count: Int) { simulated_disk_leave_images_now(pointer, Int32(count)) }

  /// What a loss of power left at a call.
  struct Image {
    let disk: TortureDisk
    let mark: Int
    let call: Int
  }

  func nextImage() -> Image? {
    var (mark, call): (Int64, Int64) = (0, 0)
    guard let image = simulated_disk_take_image(pointer, &mark, &call) else { return nil }
    return Image(disk: TortureDisk(image: image, path: path), mark: Int(mark), call: Int(call))
  }

  /// Lets one of the next calls fail, or all from it on.
  func failLater(by chance: inout SeededGenerator) {
    let (calls, count) =
      [(ANY_CALL, 200), (CALLS_THAT_CHANGE, 20), (CALLS_THAT_SYNC, 2)].randomElement(using: &chance) ?? (ANY_CALL, 200)
    let (isFull, isLasting) = (Bool.random(using: &chance), Bool.random(using: &chance))
    let call = Int64.random(in: 1...Int64(count), using: &chance)
    simulated_disk_fail(pointer, calls, call, isFull ? 1 : 0, isLasting ? 1 : 0)
  }

  func stopFailing() { simulated_disk_fail(pointer, ANY_CALL, 0, 0, 0) }

  var hasFailed: Bool { simulated_disk_has_failed(pointer) != 0 }
  var untimelyTurns: Int64 { simulated_disk_untimely_turns(pointer) }

  func join(_ number: Int, of count: Int) { simulated_disk_join(pointer, Int32(number), Int32(count)) }
  func leave() { simulated_disk_leave(pointer) }

  /// A hash of the files.
  var hash: UInt64 { simulated_disk_hash(pointer) }

  /// Recovers the log, and copies it into the database.
  ///
  /// - Throws: ``LifeFault`` if SQLite cannot read it.
  func recover() throws {
    use()
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
    // A query would parse the whole schema first, which takes most of the time.
    guard sqlite3_exec(connection, "PRAGMA schema_version", nil, nil, nil) == SQLITE_OK,
      sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
    else {
      throw LifeFault(description: "SQLite cannot read the file: \(String(cString: sqlite3_errmsg(connection)))")
    }
  }
}
