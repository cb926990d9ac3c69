#if Screen
import FormState

/// Whether a request is being answered on a connection, as the one knows who serves it and the other who makes room.
final class ConnectionState: Sendable {
  private let waiting = Locked<ContinuousClock.Instant?>(.now)

  /// Since when no whole request has come; `nil` while one is being answered.
  var waitingSince: ContinuousClock.Instant? { waiting.withLock { $0 } }

  /// A whole request has come.
  func beginToAnswer() { waiting.withLock { $0 = nil } }

  /// The request is answered.
  func beginToWait() { waiting.withLock { $0 = .now } }
}
#endif
