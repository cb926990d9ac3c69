import Foundation

/// What a test waited for did not happen.
public struct NotInTime: Error {}

/// Looks until a condition holds, for at least ten minutes.
///
/// The limit is a number of looks: tests that run beside this one may hold up its thread, and then it looks less often.
///
/// - Throws: ``NotInTime`` when it still does not hold.
public func waitUntil(
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  for _ in 0..<120_000 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw NotInTime()
}

/// Looks until a condition holds, as ``waitUntil(isolation:_:)`` does, and keeps the thread while it does.
public func waitOnThread(until condition: () throws -> Bool) throws {
  for _ in 0..<120_000 {
    if try condition() { return }
    Thread.sleep(forTimeInterval: 0.005)
  }
  throw NotInTime()
}

/// Gives what waits for this actor, or for a thread of tasks, its turn.
public func letOthersRun(isolation: isolated (any Actor)? = #isolation) async {
  for _ in 0..<50 { await Task.yield() }
}
