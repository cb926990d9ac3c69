import Foundation

/// Serializes tests that use something shared by the whole process.
public actor Turns {
  /// The suspension of databases: its notification reaches every database of the process that observes it.
  public static let suspension = Turns()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs work while it has the turn exclusively.
  public func alone<Result: Sendable>(_ work: @Sendable () async throws -> Result) async rethrows -> Result {
    while isTaken { await withCheckedContinuation { waiting.append($0) } }
    isTaken = true
    defer {
      isTaken = false
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
    return try await work()
  }
}

/// Begins blocking work on a separate thread: the threads shared by tasks are few, and other tests need them.
public func onOwnThread<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) -> Task<Result, any Error> {
  Task {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}
