#if CommandLine || Collect
import Foundation

/// A part of a stream, which one task writes for all that produce them.
struct StreamPart: Sendable {
  /// Its bytes.
  let bytes: Data
  /// Ended once it is written.
  let written: AsyncStream<Void>.Continuation

  /// Passes a text to the writer, and waits until it is written, so that a producer is no faster than the client.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  static func write(_ text: String, by queue: AsyncStream<StreamPart>.Continuation) async throws {
    let (end, written) = AsyncStream.makeStream(of: Void.self)
    queue.yield(StreamPart(bytes: Data(text.utf8), written: written))
    for await _ in end {}
    try Task.checkCancellation()
  }
}
#endif
