import GRDB

/// The connection by which cells of large forms are read.
///
/// It keeps the connection that writes, and closes before it: the last one to close takes the log away, which one that
/// only reads cannot. A form that is read in pages keeps it.
final class CellConnection: Sendable {
  let queue: DatabaseQueue
  private let writer: any DatabaseWriter

  /// Takes a connection that reads.
  ///
  /// - Parameter writer: the store's own connection to the same file.
  init(_ queue: DatabaseQueue, beside writer: any DatabaseWriter) {
    self.queue = queue
    self.writer = writer
  }

  deinit { try? queue.close() }
}
