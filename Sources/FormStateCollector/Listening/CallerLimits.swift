import FormState

/// Limits how often callers are answered, in memory.
///
/// Each good token has a bucket. All callers without one share another; while it is empty, only tokens that were good
/// before are looked up, so guessing is as slow as it fills, and does not keep devices out that have sent before.
final class CallerLimits: Sendable {
  /// How often callers are answered.
  struct Rates: Sendable {
    /// For each good token.
    var device = TokenBucket.Rate(burst: 100, perSecond: 10)
    /// For all callers without one together.
    var others = TokenBucket.Rate(burst: 20, perSecond: 1)
  }

  private struct Buckets {
    var devices: [TokenDigest: TokenBucket] = [:]
    var others: TokenBucket
  }

  /// The most tokens with a bucket.
  static let mostTokens = 10_000

  private let rates: Rates
  private let buckets: Locked<Buckets>

  /// Begins with full buckets.
  init(_ rates: Rates, at now: ContinuousClock.Instant = .now) {
    self.rates = rates
    buckets = Locked(Buckets(others: TokenBucket(rates.others, at: now)))
  }

  /// How many tokens have a bucket.
  var tokenCount: Int { buckets.withLock { $0.devices.count } }

  /// Counts a request, whose token may then be looked up.
  ///
  /// - Parameter token: `nil` for a caller without one.
  /// - Returns: how many seconds the caller has to wait instead; `nil` if the request was counted.
  func count(_ token: TokenDigest?, at now: ContinuousClock.Instant = .now) -> Int? {
    buckets.withLock { buckets in
      guard let token, var bucket = buckets.devices[token] else { return Self.count(in: &buckets.others, at: now) }
      defer { buckets.devices[token] = bucket }
      return Self.count(in: &bucket, at: now)
    }
  }

  private static func count(in bucket: inout TokenBucket, at now: ContinuousClock.Instant) -> Int? {
    if let seconds = bucket.wait(at: now) { return seconds }
    bucket.count()
    return nil
  }

  /// Records that the token of a counted request is good.
  ///
  /// - Complexity: O(1); O(n) for n tokens with a bucket once there are ``mostTokens``.
  func remember(_ token: TokenDigest, at now: ContinuousClock.Instant = .now) {
    buckets.withLock { buckets in
      guard buckets.devices[token] == nil else { return }
      buckets.others.takeBack()
      if buckets.devices.count >= Self.mostTokens {
        // A full bucket says nothing.
        buckets.devices = buckets.devices.filter { entry in
          var bucket = entry.value
          return !bucket.isFull(at: now)
        }
        if buckets.devices.count >= Self.mostTokens { buckets.devices = [:] }
      }
      var bucket = TokenBucket(rates.device, at: now)
      bucket.count()
      buckets.devices[token] = bucket
    }
  }

  /// Records that the token of a counted request is unknown or revoked.
  func forget(_ token: TokenDigest) {
    buckets.withLock { buckets in
      if buckets.devices.removeValue(forKey: token) != nil { buckets.others.count() }
    }
  }

  /// Takes a counted request back whose token could not be looked up.
  func takeBack(_ token: TokenDigest) {
    buckets.withLock { buckets in
      if buckets.devices[token]?.takeBack() == nil { buckets.others.takeBack() }
    }
  }
}
