import Dispatch
import FormState

/// Keeps a session up to date with other processes until it is cancelled or deallocated, see
/// ``FormSession/watch(every:on:showing:failing:)``.
public final class SessionWatch: Sendable {
  private let isCancelled = Locked(false)

  init() {}

  deinit { cancel() }

  /// Stops watching; a change that is being shown is still completed.
  public func cancel() {
    isCancelled.withLock { $0 = true }
  }

  /// Checks periodically.
  ///
  /// - Parameter look: performs a check; returns whether to continue.
  static func looking(
    every seconds: Double, on queue: DispatchQueue, failing: @escaping @Sendable (any Error) -> Void,
    _ look: @escaping @Sendable () throws -> Bool
  ) -> SessionWatch {
    let watch = SessionWatch()
    watch.run(every: max(0.001, seconds), on: queue) {
      do {
        return try look()
      } catch {
        failing(error)
        return true
      }
    }
    return watch
  }

  private func run(every seconds: Double, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Bool) {
    queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self, !self.isCancelled.withLock({ $0 }), work() else { return }
      self.run(every: seconds, on: queue, work)
    }
  }
}

extension FormSession {
  /// Keeps the session up to date automatically: checks periodically for changes by others, and catches up.
  ///
  /// ```swift
  /// watch = session.watch(on: .main) { stage in
  ///   tableView.performBatchUpdates { … }
  /// }
  /// ```
  ///
  /// A table view must be notified of every change before it reads rows again, so use the queue of the view. A check
  /// costs a few reads by key.
  ///
  /// - Parameters:
  ///   - seconds: the interval between two checks.
  ///   - queue: the queue for checks and updates.
  ///   - show: receives one stage of a batch update, as with ``refresh(showing:)``.
  ///   - failing: receives the error of a failed check; the next one tries again.
  /// - Returns: the watch; it ends with its last reference.
  public func watch(
    every seconds: Double = 0.25, on queue: DispatchQueue, showing show: @escaping @Sendable (BatchUpdate) -> Void,
    failing: @escaping @Sendable (any Error) -> Void = { _ in }
  ) -> SessionWatch {
    SessionWatch.looking(every: seconds, on: queue, failing: failing) { [weak self] in
      guard let self else { return false }
      try self.refresh(showing: show)
      return true
    }
  }
}
