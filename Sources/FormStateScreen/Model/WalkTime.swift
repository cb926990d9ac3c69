/// The time that a walk through a form may take: meanwhile the model answers nothing else.
struct WalkTime: Sendable {
  /// As many cells are visited in any case.
  static let leastVisits = 4096
  private static let visitsBetweenLooks = 256

  private let end: ContinuousClock.Instant
  private var visits = 0

  /// Begins now.
  ///
  /// - Parameter most: how long a walk may take; another query goes on with the rest.
  init(most: Duration = .milliseconds(250)) { end = .now + most }

  /// Notes a visit.
  ///
  /// - Returns: whether there is time for another one.
  mutating func notes() -> Bool {
    visits += 1
    guard visits >= Self.leastVisits, visits.isMultiple(of: Self.visitsBetweenLooks) else { return true }
    return .now < end
  }
}
