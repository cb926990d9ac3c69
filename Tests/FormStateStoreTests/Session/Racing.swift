import FormState
import Foundation
import Testing

@testable import FormStateStore

/// Threads that do something at the same time, and what went otherwise than they expected.
///
/// Threads that wait for each other for ever would keep the whole run of tests from ending; so they are given a time,
/// after which the test fails and they are left behind.
final class Racing: Sendable {
  private let surprises = Locked<[String]>([])
  private let running = DispatchGroup()

  /// Begins a thread.
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

  /// Notes something that should not have happened.
  func note(_ surprise: String) { surprises.withLock { $0.append(surprise) } }

  /// Waits for all threads.
  ///
  /// - Returns: whether they have ended, so that what they used can be looked at.
  @discardableResult
  func finish(within seconds: Double = 60, _ place: SourceLocation = #_sourceLocation) -> Bool {
    let hasEnded = running.wait(timeout: .now() + seconds) == .success
    #expect(hasEnded, "the threads wait for each other", sourceLocation: place)
    #expect(Set(surprises.withLock { $0 }) == [], sourceLocation: place)
    return hasEnded
  }
}
