import FormState
import Foundation
import Testing

@testable import FormStateStore

/// Threads that run at the same time, and their unexpected results.
///
/// A deadlock would block the whole test run, so the test fails after some time and abandons the threads.
final class Racing: Sendable {
  private let surprises = Locked<[String]>([])
  private let running = DispatchGroup()

  /// Starts a thread.
  func start(_ name: String, _ work: @escaping @Sendable () throws -> Void) {
    running.enter()
    let thread = Thread { [surprises, running] in
      do {
        try work()
      } catch {
        surprises.withLock { $0.append("\(name): \(error)") }
      }
      running.leave()
    }
    thread.name = name
    thread.start()
  }

  /// Records something that should not have happened.
  func note(_ surprise: String) { surprises.withLock { $0.append(surprise) } }

  /// Waits for all threads.
  ///
  /// - Returns: whether they have ended, so that their results can be compared.
  @discardableResult
  func finish(within seconds: Double = 60, _ place: SourceLocation = #_sourceLocation) -> Bool {
    let hasEnded = running.wait(timeout: .now() + seconds) == .success
    #expect(hasEnded, "the threads wait for each other", sourceLocation: place)
    #expect(Set(surprises.withLock { $0 }) == [], sourceLocation: place)
    return hasEnded
  }
}
