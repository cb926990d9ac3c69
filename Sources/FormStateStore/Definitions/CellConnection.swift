import GRDB

/// The connection for reading cells of large forms.
///
/// It retains the writing connection, and closes before it: the last one to close deletes the log, which a read-only
/// one cannot. A form that is read in pages retains it.
final class CellConnection: Sendable {
  let queue: DatabaseQueue
  private let writer: any DatabaseWriter

  /// Wraps a read-only connection.
  ///
  /// - Parameter writer: the store's own connection to the same file.
  init(_ queue: DatabaseQueue, beside writer: any DatabaseWriter) {
    self.queue = queue
    self.writer = writer
  }

  deinit { try? queue.close() }
}
