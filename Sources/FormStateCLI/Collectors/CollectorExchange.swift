#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore
import FormStateSync
import Foundation

/// Receives what a collector has, and sends what it lacks, until nothing waits.
struct CollectorExchange {
  /// How many attempts in a row fail before it gives up.
  private static let mostAttempts = 5
  /// How often to look whether a wait is over, in seconds.
  private static let pause = 0.1

  let store: StoreArguments
  let connection: CollectorConnection
  let ending: DelayedEnding
  /// Whether it gives up on a collector that cannot be reached.
  let givesUp: Bool
  /// Which way it goes; only to the collector, once that has refused to give anything back.
  private(set) var directions: SyncDirections
  /// The folder of attached files.
  let attachments: String
  /// The responses that are wanted beside those that are here; none for all.
  let wants: [ResponseScope]

  private var collector: String { connection.url.text }
  fileprivate var name: String { "“\(TerminalText.plain(collector))”" }

  /// Receives, then sends batches, each until it is answered, and compares what the collector has acknowledged.
  ///
  /// - Returns: what was received and sent; `nil` if a signal asks the process to end.
  /// - Throws: ``CommandFailure`` if the collector refuses or cannot be reached, with what waits.
  mutating func callAsFunction() throws -> SyncReport? {
    var report = SyncReport()
    if directions.contains(.receive) {
      do {
        guard let received = try receive() else { return nil }
        report = received
      } catch let error as NothingBack where directions.contains(.send) {
        directions.remove(.receive)
        StandardStreams.note("\(name) \(error.fault.problem), so it is only sent to.")
      } catch let error as NothingBack {
        throw failure(error.fault, after: 0)
      }
    }
    if directions.contains(.send) { guard try send(&report) else { return nil } }
    return try exchangeFiles(&report) ? report : nil
  }

  // MARK: - Receiving

  /// The collector gives this device nothing back.
  private struct NothingBack: Error {
    let fault: PushFault
  }

  /// Opens the file for each step: another process may replace it while the collector is waited for.
  private struct Steps: OpensStore {
    let store: StoreArguments

    func opened<Outcome>(_ body: (FormStore) throws -> Outcome) throws -> Outcome {
      try store.withStore(.write) { try body($0) }
    }
  }

  /// Receives all that the collector has; `nil` if a signal asks the process to end.
  private func receive() throws -> SyncReport? {
    var counter = ProgressLine.Counter("Receiving responses")
    defer { counter.finish() }
    let noCounter = ProgressLine.Counter("")
    var receiving = CollectorReceiving(into: Steps(store: store), from: collector, wanting: wants) { question, check in
      try answer(
        to: question, after: 0, showing: noCounter, mostAnswered: CollectorConnection.mostReceived, reading: check)
        != nil
    }
    return try receiving.run { counter.reach($0) } ? receiving.report : nil
  }

  // MARK: - Attached files

  /// A signal asks the process to end.
  private struct Ended: Error {}

  /// The attached files that a collector keeps.
  private struct Files: AttachmentPlace {
    let exchange: CollectorExchange
    let sentCount: Int
    let counter: ProgressLine.Counter

    func files(_ names: [AttachmentName]) throws -> [AttachmentName: Int?] {
      var files: [AttachmentName: Int?] = [:]
      for start in stride(from: 0, to: names.count, by: FilesQuestion.mostNames) {
        let question = FilesQuestion(names: Array(names[start..<min(names.count, start + FilesQuestion.mostNames)]))
        let answer = try exchange.answer(to: question.document(), after: sentCount, showing: counter) {
          try FilesAnswer($0, source: "its answer")
        }
        guard let answer else { throw Ended() }
        files.merge(answer.files) { first, _ in first }
      }
      return files
    }

    func send(_ name: AttachmentName, from folder: String, after offset: Int) throws -> String? {
      try transfer { () throws(PushFault) in
        try exchange.connection.send(name, from: folder, after: offset) { exchange.ending.isAskedFor }
      }
    }

    func fetch(_ name: AttachmentName, into folder: String) throws -> String? {
      try transfer { () throws(PushFault) in
        try exchange.connection.fetch(name, into: folder) { exchange.ending.isAskedFor }
      }
    }

    private func transfer(_ work: () throws(PushFault) -> Bool) throws -> String? {
      do {
        guard try work() else { throw Ended() }
        return nil
      } catch let fault as PushFault {
        return "waits, since \(exchange.name) \(fault.problem)"
      }
    }
  }

  /// Exchanges the files that answers name; `false` if a signal asks the process to end.
  private func exchangeFiles(_ report: inout SyncReport) throws -> Bool {
    let counter = ProgressLine.Counter("")
    do {
      let files = Files(exchange: self, sentCount: report.sentEntries, counter: counter)
      try AttachmentExchange.run(
        { try store.withStore(.read) { try $0.answeredFiles() } }, own: attachments, with: files, directions,
        adding: &report)
    } catch is Ended {
      return false
    } catch let error as NothingBack {
      report.skip(AttachmentExchange.attached, "are not exchanged: \(name) \(error.fault.problem)")
    }
    return true
  }

  // MARK: - Sending

  /// Sends and compares; `false` if a signal asks the process to end.
  private func send(_ report: inout SyncReport) throws -> Bool {
    var counter = ProgressLine.Counter("Sending entries")
    defer { counter.finish() }
    var sent = SentEntries()
    guard try send(&sent, showing: &counter), let lostCount = try compare(after: sent.count, showing: counter) else {
      return false
    }
    if lostCount > 0 {
      counter.finish()
      StandardStreams.note(
        "\(name) lacks entries of \(Count.of(lostCount, "response")) that it had; they are sent again.")
      guard try send(&sent, showing: &counter) else { return false }
    }
    (report.sentResponses, report.sentEntries) = (sent.responseCount, sent.count)
    report.skipped += sent.ignored
    report.unsent = try status().refused
    return true
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
    return Set(taken.filter { $0.problem == nil }.map(\.answer.stream)).count
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

  /// Sends a batch, an inventory or a question until it is answered; `nil` if a signal asks the process to end.
  fileprivate func answer<Answer>(
    to data: Data, after sent: Int, showing counter: ProgressLine.Counter,
    mostAnswered: Int = CollectorConnection.mostAnswered, reading read: (Data) throws -> Answer
  ) throws -> Answer? {
    var (schedule, random) = (RetrySchedule(), SystemRandomNumberGenerator())
    while true {
      do throws(PushFault) {
        let answer = try connection.answer(
          to: data, atMost: mostAnswered, until: { ending.isAskedFor }, reading: read)
        if schedule.failureCount > 0 { StandardStreams.note("\(name) answers again.") }
        return answer
      } catch {
        counter.finish()
        if ending.isAskedFor { return nil }
        let isLast = givesUp && schedule.failureCount + 1 >= Self.mostAttempts
        if error.isAboutRight { throw NothingBack(fault: error) }
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
