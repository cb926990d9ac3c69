@testable import FormStateCollector

/// The error with which work fails; `nil` if it succeeds, or fails with another type of error.
func thrownError<Outcome>(by work: () throws -> Outcome) -> PostgresError? {
  do {
    _ = try work()
    return nil
  } catch {
    return error as? PostgresError
  }
}
