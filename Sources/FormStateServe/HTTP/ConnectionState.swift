#if CommandLine
import FormState

/// Whether a request is being answered on a connection, shared by the task that serves it and the one that makes room.
final class ConnectionState: Sendable {
  private let waiting = Locked<ContinuousClock.Instant?>(.now)

  /// Since when there has been no complete request; `nil` while one is being answered.
  var waitingSince: ContinuousClock.Instant? { waiting.withLock { $0 } }

  /// A complete request has arrived.
  func beginToAnswer() { waiting.withLock { $0 = nil } }

  /// The request is answered.
  func beginToWait() { waiting.withLock { $0 = .now } }
}
#endif
