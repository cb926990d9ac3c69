/// Allows a number of requests at once, and then so many per second.
struct TokenBucket {
  /// The size of a bucket, and how fast it fills.
  struct Rate: Sendable {
    /// The most requests at once.
    let burst: Double
    /// The most requests per second after these.
    let perSecond: Double
  }

  private let rate: Rate
  private var level: Double
  private var time: ContinuousClock.Instant

  /// Begins with a full bucket.
  init(_ rate: Rate, at time: ContinuousClock.Instant) {
    self.rate = rate
    self.time = time
    level = rate.burst
  }

  /// Whether all requests of a burst are allowed again.
  mutating func isFull(at now: ContinuousClock.Instant) -> Bool {
    fill(at: now)
    return level >= rate.burst
  }

  /// How many seconds to wait for the next request; `nil` if it is allowed now.
  mutating func wait(at now: ContinuousClock.Instant) -> Int? {
    fill(at: now)
    return level >= 1 ? nil : max(1, Int(((1 - level) / rate.perSecond).rounded(.up)))
  }

  /// Counts a request.
  mutating func count() { level -= 1 }

  /// Takes a counted request back.
  mutating func takeBack() { level = min(rate.burst, level + 1) }

  private mutating func fill(at now: ContinuousClock.Instant) {
    level = min(rate.burst, level + max(0, (now - time) / .seconds(1)) * rate.perSecond)
    time = now
  }
}
