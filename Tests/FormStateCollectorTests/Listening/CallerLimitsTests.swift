import FormState
import Testing

@testable import FormStateCollector

@Suite("How often callers are answered") struct CallerLimitsTests {
  private let begin = ContinuousClock.now
  private let good = TokenDigest(of: "good")
  private let other = TokenDigest(of: "other")

  private func limits() -> CallerLimits {
    CallerLimits(
      CallerLimits.Rates(
        device: TokenBucket.Rate(burst: 3, perSecond: 0.5), others: TokenBucket.Rate(burst: 1, perSecond: 0.1)),
      at: begin)
  }

  @Test("A burst is answered, then as many as the bucket fills")
  func burst() {
    let limits = limits()
    #expect(limits.count(good, at: begin) == nil)
    limits.remember(good, at: begin)
    #expect((0..<3).map { _ in limits.count(good, at: begin) } == [nil, nil, 2])
    #expect(limits.count(good, at: begin + .seconds(1)) == 1)
    #expect(limits.count(good, at: begin + .seconds(2)) == nil)
    #expect(limits.count(good, at: begin + .seconds(2)) == 2)
    // It does not fill beyond its size.
    let later = begin + .seconds(1000)
    #expect((0..<4).map { _ in limits.count(good, at: later) } == [nil, nil, nil, 2])
  }

  @Test("Callers without a good token share a bucket, which a good token gets back")
  func others() {
    let limits = limits()
    #expect(limits.count(good, at: begin) == nil)
    #expect(limits.count(other, at: begin) == 10)
    limits.remember(good, at: begin)
    #expect(limits.count(other, at: begin) == nil)
    limits.forget(other)
    #expect(limits.count(nil, at: begin) == 10)
    #expect(limits.count(good, at: begin) == nil)
    #expect(limits.count(nil, at: begin + .seconds(10)) == nil)
  }

  @Test("A token that was revoked counts as a guess from then on")
  func revoked() {
    let limits = limits()
    _ = limits.count(good, at: begin)
    limits.remember(good, at: begin)
    #expect(limits.count(good, at: begin) == nil)
    limits.forget(good)
    #expect(limits.count(good, at: begin) == 10)
  }

  @Test("A token that could not be looked up is not counted")
  func takenBack() {
    let limits = limits()
    for _ in 0..<5 {
      #expect(limits.count(good, at: begin) == nil)
      limits.takeBack(good)
    }
    _ = limits.count(good, at: begin)
    limits.remember(good, at: begin)
    for _ in 0..<5 {
      #expect(limits.count(good, at: begin) == nil)
      limits.takeBack(good)
    }
    #expect(limits.count(other, at: begin) == nil)
  }

  @Test("The number of buckets is limited")
  func bounded() {
    let limits = limits()
    for number in 0...CallerLimits.mostTokens {
      let time = begin + .seconds(10 * number)
      #expect(limits.count(TokenDigest(of: "\(number)"), at: time) == nil)
      limits.remember(TokenDigest(of: "\(number)"), at: time)
    }
    #expect(limits.tokenCount < 10)
  }

  @Test(
    "The token of a header",
    arguments: [
      ("Bearer good", true), ("bearer good", true), ("BEARER  good", true), ("Bearer", false), ("Basic good", false),
      ("Bearer good x", false), ("good", false), ("", false),
    ])
  func header(text: String, isToken: Bool) {
    #expect((TokenDigest(inHeader: text) == good) == isToken)
    if !isToken { #expect(TokenDigest(inHeader: text) == nil) }
  }
}
