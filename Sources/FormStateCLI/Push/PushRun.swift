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

  /// Sends batches, each until it is answered, and compares afterwards what the collector has acknowledged.
  ///
  /// - Returns: what was sent; `nil` if a signal asks the process to end.
  /// - Throws: ``CommandFailure`` if the collector refuses them or cannot be reached, with what waits.
  func callAsFunction() throws -> PushReport? {
    var counter = ProgressLine.Counter("Sending entries")
    defer { counter.finish() }
    var sent = SentEntries()
    guard try send(&sent, showing: &counter), let lostCount = try compare(after: sent.count, showing: counter) else {
      return nil
    }
    if lostCount > 0 {
      counter.finish()
      StandardStreams.note(
        "\(name) lacks entries of \(Count.of(lostCount, "response")) that it had; they are sent again.")
      guard try send(&sent, showing: &counter) else { return nil }
    }
    return PushReport(collector: collector, sent: sent, status: try status())
  }

  /// Sends all that waits; `false` if a signal asks the process to end.
  private func send(_ sent: inout SentEntries, showing counter: inout ProgressLine.Counter) throws -> Bool {
    var progress = PushProgress()
    while let batch = try nextBatch() {
      let data = try PushBatchDocument.write(batch)
      let answers = try answer(to: data, after: sent.count, showing: counter) {
        try PushAnswerDocument.read($0, source: "its answer")
      }
      guard let answers else { return false }
      let taken = try store.withStore(.write) { try $0.take(answers, from: collector) }
      sent.note(taken, to: batch)
      counter.reach(sent.count)
      guard progress.note(taken) else {
        throw failure(
          PushFault("acknowledges none of the entries that it gets", remedy: "ask the people who run it"),
          after: sent.count)
      }
    }
    return true
  }

  /// Compares what the collector has acknowledged with what it has: its database may have been put back to an earlier
  /// day.
  ///
  /// - Returns: of how many responses it lacks entries, which wait again; `nil` if a signal asks the process to end.
  private func compare(after sent: Int, showing counter: ProgressLine.Counter) throws -> Int? {
    let inventory = try store.withStore(.read) { try $0.acknowledged(by: collector) }
    var waiting = inventory.isEmpty ? [] : [inventory.whole]
    var missing: [PushAnswer] = []
    while !waiting.isEmpty {
      let statements = Array(waiting.prefix(InventoryDocument.mostStatements))
      waiting.removeFirst(statements.count)
      let answer = try answer(to: InventoryDocument.write(statements), after: sent, showing: counter) {
        try InventoryAnswer($0, to: statements, source: "its answer")
      }
      guard let answer else { return nil }
      missing += answer.missing
      let asked = Set(statements.compactMap { if case .sum(let prefix, _, _) = $0 { prefix } else { nil } })
      waiting += answer.differing.filter(asked.contains).flatMap(inventory.details)
    }
    guard !missing.isEmpty else { return 0 }
    let taken = try store.withStore(.write) { try $0.take(missing, from: collector) }
    return taken.count { $0.problem == nil }
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

  /// Sends a batch or an inventory until it is answered; `nil` if a signal asks the process to end.
  private func answer<Answer>(
    to data: Data, after sent: Int, showing counter: ProgressLine.Counter, reading read: (Data) throws -> Answer
  ) throws -> Answer? {
    var (schedule, random) = (RetrySchedule(), SystemRandomNumberGenerator())
    while true {
      do throws(PushFault) {
        let answer = try connection.answer(to: data, until: { ending.isAskedFor }, reading: read)
        if schedule.failureCount > 0 { StandardStreams.note("\(name) answers again.") }
        return answer
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
