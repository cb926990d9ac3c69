#if Collect
import Dispatch

/// A few connections to a database. Each is used by one thread at a time, which is none of Swift's: libpq blocks it.
final class PostgresPool: Sendable {
  /// All connections were busy for too long.
  struct Busy: Error {}

  private let lanes: [PostgresLane]
  private let turns: PoolTurns
  private let waited: @Sendable (Duration) -> Void

  /// Prepares connections, which are made when they are needed.
  ///
  /// - Parameters:
  ///   - address: the database, as for ``PostgresConnection``.
  ///   - count: the most connections.
  ///   - patience: how long work waits for one.
  ///   - waited: receives how long each work waited.
  init(
    address: String, count: Int, patience: Duration, waited: @escaping @Sendable (Duration) -> Void = { _ in }
  ) {
    self.waited = waited
    lanes = (0..<count).map { _ in PostgresLane(address: address) }
    turns = PoolTurns(count: count, patience: patience)
  }

  /// Runs work on a connection that PostgreSQL has just answered on.
  ///
  /// - Throws: ``Busy``; ``PostgresError/unreachable(_:)``; what the work throws.
  func run<Outcome: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection) throws -> Outcome
  ) async throws -> Outcome {
    let start = ContinuousClock.now
    let turn = await turns.take()
    waited(start.duration(to: .now))
    guard let number = turn else { throw Busy() }
    let result = await lanes[number].result(of: work)
    await turns.giveBack(number)
    return try result.get()
  }

  /// Refuses work that waits, and all later work; what runs ends as usual.
  func close() async { await turns.close() }
}

/// A connection, and the queue that uses it.
private final class PostgresLane: @unchecked Sendable {
  // Unchecked because the compiler cannot see that `connection` is only accessed on `queue`.
  private var connection: PostgresConnection?
  private let queue = DispatchQueue(label: "formstate-collect connection")
  private let address: String

  init(address: String) { self.address = address }

  func result<Outcome: Sendable>(
    of work: @escaping @Sendable (PostgresConnection) throws -> Outcome
  ) async -> Result<Outcome, any Error> {
    await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Result { try work(try self.livingConnection()) })
      }
    }
  }

  /// The connection; another one if the server has ended it meanwhile.
  private func livingConnection() throws(PostgresError) -> PostgresConnection {
    if let connection, (try? connection.execute("SELECT 1")) != nil { return connection }
    connection = nil
    let made = try PostgresConnection(address)
    connection = made
    return made
  }
}
#endif
