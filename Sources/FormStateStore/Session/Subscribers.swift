import FormState
import Foundation

/// The subscribers of a session, each with its own queue.
final class Subscribers: Sendable {
  private typealias Queues = [Int: AsyncStream<SessionChange>.Continuation]

  private let queues = Locked((next: 0, open: Queues()))

  deinit {
    for queue in queues.withLock({ $0.open.values }) { queue.finish() }
  }

  /// A sequence that begins with the next published change.
  func subscribe() -> AsyncStream<SessionChange> {
    let (stream, queue) = AsyncStream.makeStream(of: SessionChange.self, bufferingPolicy: .unbounded)
    let number = queues.withLock { queues in
      queues.next += 1
      queues.open[queues.next] = queue
      return queues.next
    }
    queue.onTermination = { [weak self] _ in
      self?.queues.withLock { _ = $0.open.removeValue(forKey: number) }
    }
    return stream
  }

  /// Whether there are no subscribers.
  var isEmpty: Bool { queues.withLock { $0.open.isEmpty } }

  /// Passes changes to all subscribers, in order.
  func publish(_ changes: [SessionChange]) {
    let open = queues.withLock { Array($0.open.values) }
    for queue in open {
      for change in changes { queue.yield(change) }
    }
  }
}
