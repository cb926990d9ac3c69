#if Collect
import FormState
import FormStateGzip
import FormStateInterchange
import FormStateStore
import FormStateSync
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// A device, which receives, sends and compares as `formstate sync` does, compressed.
struct SyncingDevice: Sendable {
  /// The collector refused a request.
  struct Refused: Error {
    let reply: HTTPReply
  }

  let store: FormStore
  let port: UInt16
  let token: String
  /// The responses that it wants; none for all.
  var wants: [ResponseScope] = []
  /// The questions so far, and what was answered to them.
  let asked = Locked<[(question: String, answer: HTTPReply)]>([])

  /// Makes a device with a token of its own.
  init(_ store: FormStore, _ name: String, of collector: ListeningCollector, pulls: [String]) throws {
    self.store = store
    port = collector.port
    let connection = try PostgresConnection(collector.server.cluster.address())
    token = try CollectorDevices(connection: connection).add(name, .init(pulls: pulls))
  }

  /// The same device with another file.
  init(_ store: FormStore, like device: SyncingDevice) {
    (self.store, port, token) = (store, device.port, device.token)
  }

  /// Receives, sends and compares.
  ///
  /// - Parameter questions: how many questions are answered before it is cut off; `nil` for all.
  func sync(answering questions: Int? = nil) async throws -> SyncReport {
    try await HTTPCaller.onThread {
      guard let report = try receive(answering: questions) else { return SyncReport() }
      try send()
      if try compare() { try send() }
      return report
    }
  }

  /// Sends a question or a batch.
  func post(_ body: Data) throws -> HTTPReply {
    let caller = try HTTPCaller(port: port)
    let sent = [UInt8](try Gzip.compressed(body))
    let headers = ["Content-Encoding: gzip", "Accept-Encoding: gzip"]
    caller.send(HTTPCaller.request("POST", "/batches", token: token, length: sent.count, headers: headers))
    caller.send(sent)
    let reply = try caller.reply()
    guard reply.status == 200 else { throw Refused(reply: reply) }
    return reply
  }

  private func receive(answering questions: Int?) throws -> SyncReport? {
    var receiving = CollectorReceiving(into: store, from: "hq", wanting: wants) { question, check in
      if let questions, asked.withLock({ $0.count }) >= questions { return false }
      let reply = try post(question)
      asked.withLock { $0.append((String(decoding: question, as: UTF8.self), reply)) }
      try check(Data(reply.body.utf8))
      return true
    }
    return try receiving.run() ? receiving.report : nil
  }

  private func send() throws {
    var count = 0
    while let batch = try store.nextBatch(for: "hq") {
      count += 1
      try #require(count < 100)
      let answers = try PushAnswerDocument.read(
        Data(try post(try PushBatchDocument.write(batch)).body.utf8), source: "answers")
      for taken in try store.take(answers, from: "hq") { #expect(taken.problem == nil) }
    }
  }

  /// Compares what was acknowledged.
  ///
  /// - Returns: whether something waits again.
  private func compare() throws -> Bool {
    let inventory = try store.acknowledged(by: "hq")
    var (waiting, missing, count) = (inventory.isEmpty ? [] : [inventory.whole], [PushAnswer](), 0)
    while !waiting.isEmpty {
      count += 1
      try #require(count < 20)
      let reply = try post(try InventoryDocument.write(waiting))
      let answer = try InventoryAnswer(Data(reply.body.utf8), to: waiting, source: "answer")
      waiting = answer.differing.flatMap(inventory.details)
      missing += answer.missing
    }
    for taken in try store.take(missing, from: "hq") { #expect(taken.problem == nil) }
    return !missing.isEmpty
  }
}
#endif
