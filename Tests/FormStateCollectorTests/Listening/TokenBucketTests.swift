import Testing

@testable import FormStateCollector

@Suite("A bucket of requests") struct TokenBucketTests {
  private let begin = ContinuousClock.now

  /// Counts a request, unless it has to wait.
  private func wait(_ bucket: inout TokenBucket, _ seconds: Int) -> Int? {
    let wait = bucket.wait(at: begin + .seconds(seconds))
    if wait == nil { bucket.count() }
    return wait
  }

  @Test("A burst is answered, then as many as the bucket fills")
  func burst() {
    var bucket = TokenBucket(TokenBucket.Rate(burst: 3, perSecond: 0.5), at: begin)
    #expect((0..<4).map { _ in wait(&bucket, 0) } == [nil, nil, nil, 2])
    #expect(wait(&bucket, 1) == 1)
    #expect(wait(&bucket, 2) == nil)
    #expect(wait(&bucket, 2) == 2)
    // It does not fill beyond its size.
    #expect((0..<4).map { _ in wait(&bucket, 1000) } == [nil, nil, nil, 2])
    bucket.takeBack()
    #expect(wait(&bucket, 1000) == nil)
  }
}
