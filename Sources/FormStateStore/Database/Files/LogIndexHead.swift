/// The head of a write-ahead log's shared index, in SQLite's documented layout.
///
/// See “The WAL-Index File Format” in <https://www.sqlite.org/walformat.html>.
struct LogIndexHead: Equatable, Sendable {
  /// The counter of commits.
  let changes: UInt32
  /// The number of committed frames of the log; 0 when it restarts.
  let frames: Int64
  /// The number of pages of the database; 0 if only the file itself determines it.
  let pages: Int64
  /// The number of bytes of a page.
  let pageSize: Int64
  /// Distinguishes this run of the log from earlier ones; each of its frames has it.
  let salt: UInt64

  /// The minimum number of bytes of the index.
  static let byteCount = 136

  /// The offsets of its parts.
  private enum Offset {
    static let version = 0
    static let changes = 8
    static let isComplete = 12
    static let pageSize = 14
    static let frames = 16
    static let pages = 20
    static let salt = 32
    /// The head is stored twice, to detect that it is being written.
    static let copy = 48
    static let copiedBack = 96
  }

  /// The only version of the format.
  private static let version: UInt32 = 3_007_000

  /// Reads the head; `nil` if it is being written, or not of a known version.
  init?(_ bytes: UnsafeRawPointer) {
    for offset in stride(from: 0, to: Offset.copy, by: 8) {
      guard
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          == bytes.loadUnaligned(fromByteOffset: offset + Offset.copy, as: UInt64.self)
      else { return nil }
    }
    guard bytes.loadUnaligned(fromByteOffset: Offset.version, as: UInt32.self) == Self.version,
      bytes.load(fromByteOffset: Offset.isComplete, as: UInt8.self) == 1
    else { return nil }
    changes = bytes.loadUnaligned(fromByteOffset: Offset.changes, as: UInt32.self)
    frames = Int64(bytes.loadUnaligned(fromByteOffset: Offset.frames, as: UInt32.self))
    pages = Int64(bytes.loadUnaligned(fromByteOffset: Offset.pages, as: UInt32.self))
    salt = bytes.loadUnaligned(fromByteOffset: Offset.salt, as: UInt64.self)
    // 65,536 does not fit into two bytes and is written as 1.
    let size = Int64(bytes.loadUnaligned(fromByteOffset: Offset.pageSize, as: UInt16.self))
    pageSize = size & 1 == 1 ? 65_536 : size
  }

  /// The number of frames copied into the database file.
  static func copiedBack(_ bytes: UnsafeRawPointer) -> Int64 {
    Int64(bytes.loadUnaligned(fromByteOffset: Offset.copiedBack, as: UInt32.self))
  }
}

extension LogIndexHead {
  /// The number of bytes before the frames of a log.
  static let logHeadSize: Int64 = 32
  /// The number of bytes before the page of a frame.
  static let frameHeadSize: Int64 = 24
  /// The offset of the size of pages in the head of a log, the most significant byte first.
  static let pageSizeInLogHead: Int64 = 8
  /// The offset of the salt in the head of a log.
  static let saltInLogHead: Int64 = 16
  /// The offset of the salt in the head of a frame.
  static let saltInFrameHead: Int64 = 8

  /// The minimum number of bytes of the log.
  var logSize: Int64 { frames == 0 ? 0 : place(ofFrame: frames) + Self.frameHeadSize + pageSize }

  /// The offset of a frame in the log, counted from 1.
  func place(ofFrame number: Int64) -> Int64 {
    Self.logHeadSize + (number - 1) * (Self.frameHeadSize + pageSize)
  }
}
