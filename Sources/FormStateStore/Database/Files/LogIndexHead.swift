/// The head of the index that all processes with a write-ahead log open share, laid out as SQLite documents it.
///
/// See “The WAL-Index File Format” in <https://www.sqlite.org/walformat.html>.
struct LogIndexHead: Equatable, Sendable {
  /// Counts commits.
  let changes: UInt32
  /// How many frames of the log are committed; 0 when it starts over.
  let frames: Int64
  /// The number of pages of the database; 0 when only the file itself says.
  let pages: Int64
  /// The number of bytes of a page.
  let pageSize: Int64
  /// Tells this run of the log from the ones before it; each of its frames carries it.
  let salt: UInt64

  /// The number of bytes of the index at least.
  static let byteCount = 136

  /// Where its parts stand.
  private enum Offset {
    static let version = 0
    static let changes = 8
    static let isComplete = 12
    static let pageSize = 14
    static let frames = 16
    static let pages = 20
    static let salt = 32
    /// The head stands there twice, so that a reader notices when it is being written.
    static let copy = 48
    static let copiedBack = 96
  }

  /// The one version of the format that there is.
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
    // 65,536 does not fit into the two bytes and is written as 1.
    let size = Int64(bytes.loadUnaligned(fromByteOffset: Offset.pageSize, as: UInt16.self))
    pageSize = size & 1 == 1 ? 65_536 : size
  }

  /// How many frames have been copied into the database file.
  static func copiedBack(_ bytes: UnsafeRawPointer) -> Int64 {
    Int64(bytes.loadUnaligned(fromByteOffset: Offset.copiedBack, as: UInt32.self))
  }
}

extension LogIndexHead {
  /// The number of bytes before the frames of a log.
  static let logHeadSize: Int64 = 32
  /// The number of bytes before the page of a frame.
  static let frameHeadSize: Int64 = 24
  /// Where the salt stands in the head of a log.
  static let saltInLogHead: Int64 = 16
  /// Where the salt stands in the head of a frame.
  static let saltInFrameHead: Int64 = 8

  /// The number of bytes of the log at least.
  var logSize: Int64 { frames == 0 ? 0 : place(ofFrame: frames) + Self.frameHeadSize + pageSize }

  /// Where a frame begins in the log, counted from 1.
  func place(ofFrame number: Int64) -> Int64 {
    Self.logHeadSize + (number - 1) * (Self.frameHeadSize + pageSize)
  }
}
