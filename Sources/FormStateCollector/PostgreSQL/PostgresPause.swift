import Foundation

/// How long a transaction waits before it runs again.
package enum PostgresPause {
  /// Keeps the thread for a random time, so that two programs that met do not meet again: at most 20 ms after the
  /// first attempt, then twice as long each time, and at most 1 s.
  ///
  /// - Parameter attempt: the number of attempts made, at least 1.
  package static func random(after attempt: Int) {
    Thread.sleep(forTimeInterval: .random(in: 0...longest(after: attempt)))
  }

  /// The longest pause in seconds.
  static func longest(after attempt: Int) -> TimeInterval {
    min(1, 0.01 * pow(2, TimeInterval(attempt)))
  }
}
