#if CommandLine || Collect
/// Something exceeded its time limit.
struct DeadlineError: Error {}

/// Runs work, and cancels it when it exceeds its time limit.
///
/// - Parameters:
///   - time: the time limit.
///   - error: the error to throw at the limit.
///   - work: the work; it has to end when its task is cancelled.
/// - Returns: what the work returns.
/// - Throws: what the work throws, or `error`.
func within<Result: Sendable>(
  _ time: Duration, orThrow error: any Error = DeadlineError(), _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: time)
      return nil
    }
    defer { group.cancelAll() }
    guard let first = try await group.next(), let result = first else { throw error }
    return result
  }
}
#endif
