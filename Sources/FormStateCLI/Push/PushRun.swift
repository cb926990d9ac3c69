#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Sends what a collector lacks, until nothing waits.
struct PushRun {
  /// How many attempts in a row fail before it gives up.
  private static let mostAttempts = 5
  /// How often to look whether a wait is over, in seconds.
  private static let pause = 0.1

  let store: StoreArguments
  let connection: CollectorConnection
  let ending: DelayedEnding
  /// Whether it gives up on a collector that cannot be reached.
  let givesUp: Bool

  private var collector: String { connection.url.text }
  private var name: String { "“\(TerminalText.plain(collector))”" }

  /// Sends batches, each until it is answered.
  ///
  /// - Returns: what was sent; `nil` if a signal asks the process to end.
  /// - Throws: ``CommandFailure`` if the collector refuses them or cannot be reached, with what waits.
  func callAsFunction() throws -> PushReport? {
    var counter = ProgressLine.Counter("Sending entries")
    defer { counter.finish() }
    var sent = SentEntries()
    var progress = PushProgress()
    while let batch = try nextBatch() {
      guard let answers = try answers(to: batch, after: sent.count, showing: counter) else { return nil }
      let taken = try store.withStore(.write) { try $0.take(answers, from: collector) }
      sent.note(taken, to: batch)
      counter.reach(sent.count)
      guard progress.note(taken) else {
        throw failure(
          PushFault("acknowledges none of the entries that it gets", remedy: "ask the people who run it"),
          after: sent.count)
      }
    }
    return PushReport(collector: collector, sent: sent, status: try status())
  }

  /// Waits for a time, unless something ends it before; a signal always does.
  func wait(seconds: Double, until isOver: () -> Bool = { false }) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline, !ending.isAskedFor, !isOver() { Thread.sleep(forTimeInterval: Self.pause) }
  }

  private func nextBatch() throws -> PushBatch? {
    try store.withStore(.write) { try $0.nextBatch(for: collector, device: DeviceName.ofHost) }
  }

  private func status() throws -> OutboxStatus { try store.withStore(.read) { try $0.outboxStatus(of: collector) } }

  /// Sends a batch until it is answered; `nil` if a signal asks the process to end.
  private func answers(
    to batch: PushBatch, after sent: Int, showing counter: ProgressLine.Counter
  ) throws -> [PushAnswer]? {
    let data = try PushBatchDocument.write(batch)
    var (schedule, random) = (RetrySchedule(), SystemRandomNumberGenerator())
    while true {
      do throws(PushFault) {
        let answers = try connection.answers(to: data) { ending.isAskedFor }
        if schedule.failureCount > 0 { StandardStreams.note("\(name) answers again.") }
        return answers
      } catch {
        counter.finish()
        if ending.isAskedFor { return nil }
        let isLast = givesUp && schedule.failureCount + 1 >= Self.mostAttempts
        if isLast || error.remedy != nil { throw failure(error, after: sent) }
        if schedule.failureCount == 0 { StandardStreams.note("\(name) \(error.problem); trying again.") }
        wait(seconds: schedule.delay(afterFailure: error.retryAfter, using: &random))
        if ending.isAskedFor { return nil }
      }
    }
  }

  private func failure(_ fault: PushFault, after sent: Int) -> CommandFailure {
    var sentence = "\(name) \(fault.problem)"
    if fault.remedy == nil { sentence += " after \(Self.mostAttempts) attempts" }
    if sent > 0 { sentence += ", after it took \(Count.of(sent, "entry", "entries"))" }
    if let status = try? status(), status.entryCount > 0 {
      sentence += ", so \(OutboxReport.waiting(status))"
    }
    return CommandFailure("\(sentence); \(fault.remedy ?? "try again later, or use --watch")")
  }
}
#endif
