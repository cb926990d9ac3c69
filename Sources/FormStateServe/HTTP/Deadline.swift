#if Screen
/// Something took longer than it may.
struct DeadlineError: Error {}

/// Does work, and cancels it when it takes longer than it may.
///
/// - Parameters:
///   - time: how long it may take.
///   - error: what to throw when it takes longer.
///   - work: what to do; it has to end when its task is cancelled.
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
