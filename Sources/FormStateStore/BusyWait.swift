import Foundation

/// Waits while another process holds the database locked.
///
/// SQLite's own waiting looks ten times a second at last, so that a process that writes without pause can keep others out
/// for seconds. This looks again after a few milliseconds, never in step with others.
final class BusyWait: Sendable {
  private let timeout: Duration
  private let began = Locked(ContinuousClock.now)

  /// - Parameter seconds: how long to wait for one lock.
  init(timeout seconds: Double) {
    // Not even a NaN may trap.
    timeout = .seconds(seconds > 0 ? min(seconds, 1e9) : 0)
  }

  /// Waits a moment.
  ///
  /// - Parameter tries: how often the lock has been waited for already; 0 begins anew.
  /// - Returns: whether to try again.
  func waitAgain(tries: Int) -> Bool {
    let now = ContinuousClock.now
    let left = began.withLock { began in
      if tries == 0 { began = now }
      return timeout - (now - began)
    }
    guard left > .zero else { return false }
    let pause = min(left, .microseconds(Int.random(in: 500...5000)))
    Thread.sleep(forTimeInterval: pause / .seconds(1))
    return true
  }
}
