#if CommandLine
/// How long to wait before a batch is sent again.
///
/// The delay doubles with each failure, from a second up to five minutes, and a random half of it is omitted: “equal
/// jitter” in Marc Brooker's “Exponential Backoff And Jitter” (AWS Architecture Blog, 2015). So devices that lost a
/// collector at the same moment do not return at the same moment; and unlike with “full jitter”, a few attempts never
/// follow each other at once.
struct RetrySchedule {
  /// The longest delay in seconds, even if the collector names a longer one.
  static let longest = 300.0

  /// How often it has failed in a row.
  private(set) var failureCount = 0

  /// Notes a failure.
  ///
  /// - Parameters:
  ///   - named: the delay in seconds that the collector asks for; `nil` for none.
  ///   - random: the source of the random part.
  /// - Returns: the delay in seconds.
  mutating func delay(
    afterFailure named: Double? = nil, using random: inout some RandomNumberGenerator
  ) -> Double {
    // 2^9 seconds are longer than the longest delay.
    let delay = min(Self.longest, Double(1 << min(failureCount, 9)))
    failureCount += 1
    return min(Self.longest, max(named ?? 0, .random(in: delay / 2...delay, using: &random)))
  }
}
#endif
