import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Opens a store for one step of an exchange: it is not open while a collector is waited for.
package protocol OpensStore {
  /// Runs a step.
  func opened<Outcome>(_ body: (FormStore) throws -> Outcome) throws -> Outcome
}

extension FormStore: OpensStore {
  package func opened<Outcome>(_ body: (FormStore) throws -> Outcome) throws -> Outcome { try body(self) }
}

/// Receives from a collector what a store lacks.
///
/// The collector lists the responses of which it received something since the last time, each with the last entries of
/// its lines. Of those that are not here, it is asked for the entries. How far that came is noted after each list, and
/// what could not be taken is asked for again the next time, so an exchange may end anywhere.
package struct CollectorReceiving {
  /// Asks the collector.
  ///
  /// - Parameters:
  ///   - question: the question.
  ///   - check: reads the answer, and throws if it is none, so that the question is sent again.
  /// - Returns: whether there is an answer; otherwise the exchange was abandoned.
  package typealias Asking = (_ question: Data, _ check: (Data) throws -> Void) throws -> Bool

  private let store: any OpensStore
  private let collector: String
  private let wants: [ResponseScope]
  private let ask: Asking
  private var received = ReceivedSoFar()
  private var responseCount = 0
  /// What was received, and what was not.
  package private(set) var report = SyncReport()

  /// Prepares to receive.
  ///
  /// - Parameters:
  ///   - store: opens the store.
  ///   - collector: its name as a destination.
  ///   - wants: the responses that are wanted beside those that are here; none for all.
  ///   - ask: asks it.
  package init(
    into store: any OpensStore, from collector: String, wanting wants: [ResponseScope] = [],
    asking ask: @escaping Asking
  ) {
    (self.store, self.collector, self.wants, self.ask) = (store, collector, wants, ask)
  }

  /// Receives everything.
  ///
  /// - Parameter progress: receives the number of responses that were asked for so far.
  /// - Returns: whether it was not abandoned.
  /// - Throws: what asking throws; ``StoreError``. What was received before stays.
  package mutating func run(_ progress: (Int) -> Void = { _ in }) throws -> Bool {
    received = try store.opened { try $0.received(from: collector) }
    let missed = received.missed
    received.missed = []
    guard try fetch(missed, offered: [:], progress) else { return false }
    var hasMore = true
    while hasMore {
      var given: ChangesAnswer?
      let isAnswered = try ask(try ChangesQuestion(since: received.since, wants: wants).document()) {
        given = try ChangesAnswer($0, source: "its answer")
      }
      guard isAnswered, let given else { return false }
      let offers = Dictionary(given.changes.map { ($0.stream, $0) }) { first, _ in first }
      let lacking = try store.opened { try $0.lacking(offers.mapValues(\.heads), from: collector) }
      guard try fetch(lacking.subtracting(received.missed), offered: offers, progress) else { return false }
      // One that begins again each time would go on forever.
      hasMore = given.hasMore && given.since != received.since
      received.since = given.since.isEmpty ? nil : given.since
      try store.opened { try $0.note(received, from: collector) }
    }
    return true
  }

  /// Asks for the entries of responses until all are here, and notes those that cannot be taken.
  ///
  /// - Parameter offers: the last entries that the collector says it has; without them, it asks until nothing comes.
  private mutating func fetch(
    _ streams: Set<StreamName>, offered offers: [StreamName: StatedHeads], _ progress: (Int) -> Void
  ) throws -> Bool {
    var waiting = streams.sorted { $0.description < $1.description }
    var most = EntriesQuestion.mostStreams
    while !waiting.isEmpty {
      let asked = Set(waiting.prefix(most))
      let before = try store.opened { try $0.heads(of: asked, for: collector) }
      guard let batch = try ask(for: waiting.prefix(most), having: before) else { return false }
      let contents: BatchContents
      let taken: TakenBatch
      do {
        contents = try BatchContents(PushBatchReader(batch, source: "its answer"))
        taken = try store.opened { try $0.take(contents, ofFile: nil, from: collector) }
      } catch {
        guard let reason = BatchFault.reason(of: error) else { throw error }
        // One response must not hold up the others.
        most = asked.count / 2
        if most == 0 {
          miss(waiting.removeFirst(), reason, offers)
          most = 1
        }
        continue
      }
      most = min(EntriesQuestion.mostStreams, most * 2)
      report.received.formUnion(taken.report)
      let given = asked.intersection(contents.keys.keys)
      let left = try settle(asked, given: given, before: before, taken: taken, offers, contents.keys)
      waiting.removeAll { asked.contains($0) && !left.contains($0) }
      responseCount += asked.count - left.count
      progress(responseCount)
    }
    return true
  }

  /// Asks for the entries of responses.
  ///
  /// - Returns: the batch; `nil` if it was abandoned.
  private func ask(
    for streams: some Sequence<StreamName>, having heads: [StreamName: Set<EntryAddress>]
  ) throws -> Data? {
    let question = EntriesQuestion(
      definitions: try store.opened { try $0.definitionDigests() },
      streams: streams.map { StatedHeads(stream: $0, heads: (heads[$0] ?? []).sorted()) })
    var batch: Data?
    let isAnswered = try ask(try question.document()) { answer in
      try PushBatchDocument.requireEnd(of: answer, source: "its answer")
      batch = answer
    }
    return isAnswered ? batch : nil
  }

  /// Decides which responses to ask for again, after a batch was taken.
  private mutating func settle(
    _ asked: Set<StreamName>, given: Set<StreamName>, before: [StreamName: Set<EntryAddress>], taken: TakenBatch,
    _ offers: [StreamName: StatedHeads], _ keys: [StreamName: ResponseKey]
  ) throws -> Set<StreamName> {
    var left = asked
    for (stream, key, reason) in taken.refused {
      guard let stream, left.remove(stream) != nil else { continue }
      miss(stream, "is refused: \(reason)", offers, keys[stream], key)
    }
    for (stream, key, revision) in taken.missing where left.remove(stream) != nil {
      let reason =
        revision == 0
        ? "needs a definition that the collector does not give"
        : "goes on after revision \(revision), which the collector does not give"
      miss(stream, reason, offers, keys[stream], key)
    }
    let (after, lacking) = try store.opened { store in
      let offered = offers.filter { left.contains($0.key) }.mapValues(\.heads)
      return (
        try store.heads(of: given, for: collector), try store.lacking(offered, from: collector)
      )
    }
    for stream in left {
      let isStuck = given.isEmpty || given.contains(stream) && after[stream] == before[stream]
      if offers[stream] == nil ? isStuck : !lacking.contains(stream) {
        left.remove(stream)
      } else if isStuck {
        left.remove(stream)
        miss(stream, "has entries that the collector lists and does not give", offers, keys[stream])
      }
    }
    return left
  }

  /// Notes that a response could not be received.
  private mutating func miss(
    _ stream: StreamName, _ reason: String, _ offers: [StreamName: StatedHeads], _ known: ResponseKey? = nil,
    _ response: String? = nil
  ) {
    received.missed.insert(stream)
    let key = offers[stream]?.key ?? known
    let name = key.map { "\($0.form) \($0.response)" } ?? response ?? stream.description
    report.skipped.append(SyncReport.Skipped(name: name, reason: reason))
  }
}
