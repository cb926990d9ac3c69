#if Collect
import CPostgres

/// How strictly a transaction is kept apart from others that run at the same time.
package enum PostgresIsolation: String, Sendable {
  /// Each statement sees what is committed when it begins.
  case readCommitted = "READ COMMITTED"
  /// All statements see what was committed before the first one; a conflicting write is refused.
  case repeatableRead = "REPEATABLE READ"
  /// As if transactions ran one after another; one that could not is refused.
  case serializable = "SERIALIZABLE"
}

extension PostgresConnection {
  /// Runs statements in a transaction: all of them take effect, or none.
  ///
  /// - Parameters:
  ///   - isolation: how strictly it is kept apart.
  ///   - body: what to do; its error rolls the transaction back.
  /// - Returns: what `body` returns, once it is committed.
  /// - Throws: the error of `body`; ``PostgresError/commitUnknown(_:)`` if the connection broke during the commit;
  ///   ``PostgresError/rolledBack`` if `body` caught the error of a statement; another ``PostgresError``. Of these,
  ///   ``PostgresError/isConflict`` says whether to try again: see ``retrying(atMost:pause:_:)``.
  @discardableResult
  package func transaction<Outcome>(
    isolation: PostgresIsolation = .readCommitted, _ body: () throws -> Outcome
  ) throws -> Outcome {
    guard !isInTransaction else { throw PostgresError.misused("a transaction begins within another one") }
    try run("BEGIN ISOLATION LEVEL \(isolation.rawValue)")
    let outcome: Outcome
    do {
      outcome = try body()
    } catch {
      rollBack()
      throw error
    }
    try commit()
    return outcome
  }

  private func rollBack() {
    guard isInTransaction else { return }
    _ = try? run("ROLLBACK")
    // A later statement must not run in a transaction that was given up.
    if isInTransaction { close() }
  }

  private func commit() throws(PostgresError) {
    let connection = try free()
    guard isInTransaction else { throw .misused("a transaction ended before its commit") }
    let result: PostgresResult
    do {
      result = try completed(PQexec(connection, "COMMIT"))
    } catch .disconnected(let words) {
      throw .commitUnknown(words)
    } catch {
      rollBack()
      throw error
    }
    // The server answers so when a statement failed before.
    guard result.command != "ROLLBACK" else { throw .rolledBack }
  }

  /// Runs a transaction again while it meets a conflict with others.
  ///
  /// - Parameters:
  ///   - attempts: how often it runs at most, at least once.
  ///   - pause: waits before the next attempt; takes the number of attempts made.
  ///   - body: a whole call of ``transaction(isolation:_:)``.
  /// - Throws: ``PostgresError/conflictRemains(attempts:_:)`` after the last attempt; every other error of `body` at
  ///   once.
  @discardableResult
  package func retrying<Outcome>(
    atMost attempts: Int, pause: (_ attempt: Int) -> Void = PostgresPause.random, _ body: () throws -> Outcome
  ) throws -> Outcome {
    var attempt = 1
    while true {
      do {
        return try body()
      } catch let error as PostgresError {
        guard error.isConflict, case .refused(let report) = error else { throw error }
        guard attempt < attempts else { throw PostgresError.conflictRemains(attempts: attempt, report) }
        pause(attempt)
        attempt += 1
      }
    }
  }
}
#endif
