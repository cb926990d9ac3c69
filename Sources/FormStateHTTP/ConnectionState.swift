#if CommandLine || Collect
import FormState

/// What a connection waits for, shared by the task that serves it and by the server.
final class ConnectionState: Sendable {
  private enum Phase {
    /// There is no complete request since then.
    case waiting(since: ContinuousClock.Instant)
    /// A request is being answered.
    case answering
    /// A long body is being read.
    case reading
  }

  private struct Progress {
    var phase = Phase.waiting(since: .now)
    var isEnding = false
  }

  private let progress = Locked(Progress())

  /// Since when there has been no complete request; `nil` while one is being answered.
  var waitingSince: ContinuousClock.Instant? {
    progress.withLock { if case .waiting(let since) = $0.phase { since } else { nil } }
  }

  /// Whether the connection ends after its answer.
  var isEnding: Bool { progress.withLock { $0.isEnding } }

  /// A complete request has arrived.
  func beginToAnswer() { progress.withLock { $0.phase = .answering } }

  /// The request is answered.
  func beginToWait() { progress.withLock { $0.phase = .waiting(since: .now) } }

  /// More of a long body is needed.
  ///
  /// - Throws: `CancellationError` if the connection ends.
  func beginToRead() throws {
    try progress.withLock { progress in
      guard !progress.isEnding else { throw CancellationError() }
      progress.phase = .reading
    }
  }

  /// Begins to end the connection.
  ///
  /// - Returns: whether its request has arrived, and is to be answered first.
  func end() -> Bool {
    progress.withLock { progress in
      progress.isEnding = true
      if case .answering = progress.phase { return true }
      return false
    }
  }
}
#endif
