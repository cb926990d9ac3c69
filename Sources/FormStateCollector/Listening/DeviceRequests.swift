#if Collect
import FormState
import FormStateHTTP
import Foundation

/// Answers requests of devices: lets them in, counts them, and notes batches and refusals in the log.
final class DeviceRequests: Sendable {
  private let admission: DeviceAdmission
  private let metrics: CollectorMetrics
  private let log: @Sendable (String) -> Void
  private let strangers = Locked<(time: ContinuousClock.Instant?, count: Int)>((nil, 0))

  /// How often a line says that tokens are bad: anybody can cause one.
  private static let strangerTime = Duration.seconds(60)

  /// Answers requests.
  ///
  /// - Parameter log: receives a line, to which the time is added.
  init(admission: DeviceAdmission, metrics: CollectorMetrics, log: @escaping @Sendable (String) -> Void) {
    self.admission = admission
    self.metrics = metrics
    self.log = { log("\(Date.now.ISO8601Format()) \($0)") }
  }

  /// Writes a line about a device.
  func note(_ words: String, _ device: CollectorDevices.Owner) { log("\(device.name) 200 \(words)") }

  /// Answers a request by work for its device, or refuses it.
  func answer(
    _ request: HTTPRequest, for use: DeviceAdmission.Use = .answers,
    by work: (DeviceVisit) async throws -> HTTPResponse
  ) async -> HTTPResponse {
    let start = ContinuousClock.now
    let visit: DeviceVisit
    do {
      visit = try await admission.enter(request.headers["authorization"], for: use)
    } catch {
      return refuse(error)
    }
    metrics.begin()
    let bytes = request.longBody?.length ?? request.body.count
    var refusal: CollectorRefusal?
    let response: HTTPResponse
    do {
      response = try await work(visit)
    } catch {
      let found = CollectorRefusal(error)
      (refusal, response) = (found, found.response)
      metrics.refuse(found.reason)
    }
    admission.leave(visit)
    let (tally, time) = (visit.tally.withLock { $0 }, start.duration(to: .now))
    metrics.end(tally, status: response.status, bytes: bytes, after: time)
    if let refusal {
      log("\(visit.device.name) \(response.status) \(Self.words(for: refusal))")
    } else if tally.kind == .batch {
      note(Self.words(for: tally.counts, bytes: bytes, after: time), visit.device)
    }
    return response
  }

  private static func words(for counts: BatchCounts, bytes: Int, after time: Duration) -> String {
    let refused = counts.answers[.refused, default: 0]
    return "parts=\(counts.parts) refused=\(refused) entries=\(counts.entries) stored=\(counts.stored) "
      + "bytes=\(bytes) ms=\(Int((time / .milliseconds(1)).rounded()))"
  }

  private static func words(for refusal: CollectorRefusal) -> String {
    PostgresWords.inOneLine(refusal.cause ?? refusal.sentence)
  }

  /// Refuses a request of nobody. One that comes too often, or has a bad token, would only fill the log.
  private func refuse(_ error: any Error) -> HTTPResponse {
    let refusal = CollectorRefusal(error)
    metrics.refuse(refusal.reason)
    switch refusal.reason {
    case .rate: break
    case .token: noteStranger(refusal)
    default: log("- \(refusal.status) \(Self.words(for: refusal))")
    }
    return refusal.response
  }

  private func noteStranger(_ refusal: CollectorRefusal, at now: ContinuousClock.Instant = .now) {
    let unnoted = strangers.withLock { strangers -> Int? in
      if let time = strangers.time, time + Self.strangerTime > now {
        strangers.count += 1
        return nil
      }
      defer { strangers = (now, 0) }
      return strangers.count
    }
    guard let unnoted else { return }
    let others = unnoted == 0 ? "" : " (and \(unnoted) others since the last such line)"
    log("- \(refusal.status) \(Self.words(for: refusal))\(others)")
  }
}
#endif
