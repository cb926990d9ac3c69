#if Collect
import FormState
import Foundation

/// What is counted of a request.
struct RequestTally: Sendable {
  /// What a request is.
  enum Kind: String, CaseIterable {
    case batch, inventory, changes, entries, files, metrics
    /// Refused before that was read.
    case other
  }

  /// What it is.
  var kind = Kind.other
  /// How much of a batch was taken.
  var counts = BatchCounts()
}

/// Counts what the collector does, and writes it in the text format of Prometheus.
final class CollectorMetrics: Sendable {
  private struct Answered: Hashable {
    let kind: RequestTally.Kind
    let status: Int
  }

  private struct Counted {
    var answered: [Answered: Int] = [:]
    var refused: [CollectorRefusal.Reason: Int] = [:]
    var answers: [PushAnswer.Kind: Int] = [:]
    var (entries, stored, bytes, running) = (0, 0, 0, 0)
    var seconds: [RequestTally.Kind: Histogram] = [:]
    var poolWaits = Histogram()
  }

  /// The type of the document.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  private let counted = Locked(Counted())
  private let startTime = Date.now.timeIntervalSince1970

  // MARK: - Counting

  /// Counts a device that was let in.
  func begin() { counted.withLock { $0.running += 1 } }

  /// Counts the answer to a device that was let in.
  func end(_ tally: RequestTally, status: Int, bytes: Int, after time: Duration) {
    counted.withLock { counted in
      counted.running -= 1
      counted.answered[Answered(kind: tally.kind, status: status), default: 0] += 1
      counted.answers.merge(tally.counts.answers, uniquingKeysWith: +)
      counted.entries += tally.counts.entries
      counted.stored += tally.counts.stored
      counted.bytes += bytes
      counted.seconds[tally.kind, default: Histogram()].add(time)
    }
  }

  /// Counts a refusal.
  func refuse(_ reason: CollectorRefusal.Reason) { counted.withLock { $0.refused[reason, default: 0] += 1 } }

  /// Counts how long work waited for a connection to PostgreSQL.
  func wait(_ time: Duration) { counted.withLock { $0.poolWaits.add(time) } }

  // MARK: - Writing

  /// The document.
  func document() -> String {
    let counted = counted.withLock { $0 }
    var text = MetricText()
    text.begin("formstate_requests_total", .counter, "Requests of devices that were let in, by their answers.")
    for kind in RequestTally.Kind.allCases {
      for (answered, count) in counted.answered.sorted(by: { $0.key.status < $1.key.status })
      where answered.kind == kind {
        text.add([("kind", kind.rawValue), ("status", "\(answered.status)")], count)
      }
    }
    text.begin("formstate_refused_requests_total", .counter, "Requests that were refused, by the reason.")
    for reason in CollectorRefusal.Reason.allCases {
      text.add([("reason", reason.rawValue)], counted.refused[reason, default: 0])
    }
    text.begin("formstate_parts_total", .counter, "Parts of batches, by their answers.")
    for kind in PushAnswer.Kind.allCases { text.add([("answer", kind.rawValue)], counted.answers[kind, default: 0]) }
    text.begin("formstate_received_entries_total", .counter, "Entries of the parts that were answered.")
    text.add([], counted.entries)
    text.begin("formstate_stored_entries_total", .counter, "Entries that were stored.")
    text.add([], counted.stored)
    text.begin("formstate_received_bytes_total", .counter, "Bytes of the bodies of requests, as they were sent.")
    text.add([], counted.bytes)
    text.begin("formstate_running_requests", .gauge, "Requests of devices that are being answered.")
    text.add([], counted.running)
    text.begin("formstate_request_seconds", .histogram, "How long requests took, from their heads to the answers.")
    for kind in RequestTally.Kind.allCases {
      if let histogram = counted.seconds[kind] { text.add([("kind", kind.rawValue)], histogram) }
    }
    text.begin("formstate_pool_wait_seconds", .histogram, "How long work waited for a connection to PostgreSQL.")
    text.add([], counted.poolWaits)
    text.begin("process_start_time_seconds", .gauge, "When the collector was started, in seconds since 1970.")
    text.add([], String(format: "%.3f", startTime))
    return text.text
  }
}
#endif
