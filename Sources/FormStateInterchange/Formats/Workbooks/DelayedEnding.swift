#if os(macOS) || os(Linux)
import Foundation

/// Lets a process remove temporary files before a signal ends it.
package struct DelayedEnding {
  // Unsafe because a handler of signals may wait for no lock.
  nonisolated(unsafe) private static var arrived: Int32 = 0
  private let delayed: [Int32]

  /// From now on a signal that would end the process is noted; signals that are handled or ignored keep their effect.
  package init() {
    delayed = [SIGINT, SIGTERM, SIGHUP].filter { number in
      let before = signal(number) { DelayedEnding.arrived = $0 }
      if let before { signal(number, before) }
      return before == nil
    }
  }

  /// Whether there was such a signal.
  package var isAskedFor: Bool { Self.arrived != 0 }

  /// Signals end the process again, and one that has arrived does so now.
  package func finish() {
    for number in delayed { signal(number, SIG_DFL) }
    guard delayed.contains(Self.arrived) else { return }
    raise(Self.arrived)
  }
}
#endif
