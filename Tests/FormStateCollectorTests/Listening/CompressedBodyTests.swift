#if Collect
import FormState
import FormStateGzip
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Compressed batches and answers") struct CompressedBodyTests {
  private let server: CollectingServer

  init() throws { server = try CollectingServer() }

  private static func post(
    _ bytes: Data, to collector: ListeningCollector, _ headers: [String]
  ) async throws -> HTTPReply {
    let (port, token) = (collector.port, collector.token)
    return try await HTTPCaller.onThread {
      let caller = try HTTPCaller(port: port)
      caller.send(HTTPCaller.request("POST", "/batches", token: token, length: bytes.count, headers: headers))
      caller.send([UInt8](bytes))
      return try caller.reply()
    }
  }

  @Test("A compressed batch is taken as the same one without compression, and long answers are compressed on demand")
  func taken() async throws {
    let collector = try await ListeningCollector(server)
    let batch = try ListeningCollector.batch(responses: 30)
    let bytes = Data(batch.utf8)
    _ = try await Self.post(bytes, to: collector, [])
    let plain = try await Self.post(bytes, to: collector, [])
    #expect(plain.status == 200 && plain.headers["content-encoding"] == nil && plain.bytes.count > 1024)
    #expect(try collector.entryCount() == 90)
    for (coding, accepted) in [("gzip", "gzip, br"), ("X-Gzip", "br;q=1.0, gzip;q=0.8"), ("identity", "gzip")] {
      let body = coding == "identity" ? bytes : try Gzip.compressed(bytes)
      let reply = try await Self.post(
        body, to: collector, ["Content-Encoding: \(coding)", "Accept-Encoding: \(accepted)"])
      #expect(reply.status == 200 && reply.headers["content-encoding"] == "gzip")
      #expect(reply.bytes.count < plain.bytes.count * 3 / 4 && reply.body == plain.body)
    }
    for accepted in ["br", "gzip;q=0", "gzip; q=0.00", "xgzip"] {
      let reply = try await Self.post(bytes, to: collector, ["Accept-Encoding: \(accepted)"])
      #expect(reply.headers["content-encoding"] == nil && reply.body == plain.body, "\(accepted)")
    }
    #expect(try collector.entryCount() == 90)
  }

  @Test("A damaged, endless or otherwise coded body is refused, and nothing of it is taken")
  func refused() async throws {
    var settings = CollectorRoutes.Settings()
    settings.largestBatch = 100_000
    let collector = try await ListeningCollector(server, settings: settings)
    let whole = try Gzip.compressed(Data(try ListeningCollector.batch().utf8))
    let cases: [(body: Data, coding: String, status: Int, sentence: String)] = [
      (whole.dropLast(), "gzip", 400, "the compressed data is cut off; send the batch again"),
      (Data(), "gzip", 400, "the compressed data is cut off; send the batch again"),
      (whole + whole, "gzip", 400, "the compressed data is damaged; send the batch again"),
      (Data("{}\n".utf8), "gzip", 400, "the compressed data is damaged; send the batch again"),
      (
        try Gzip.compressed(Data(count: 100_001)), "gzip", 413,
        "a batch has at most 100000 bytes when it is expanded; send smaller ones"
      ),
      (whole, "br", 415, "the Content-Encoding “br” is unknown; send gzip, or the batch as it is"),
      (whole, "gzip, gzip", 415, "the Content-Encoding “gzip, gzip” is unknown; send gzip, or the batch as it is"),
    ]
    for (body, coding, status, sentence) in cases {
      let reply = try await Self.post(body, to: collector, ["Content-Encoding: \(coding)"])
      #expect(reply.status == status && reply.sentence == sentence, "\(coding)")
      #expect((reply.headers["accept-encoding"] == "gzip") == (status == 415))
    }
    let twice = try await Self.post(whole, to: collector, ["Content-Encoding: gzip", "Content-Encoding: gzip"])
    #expect(twice.status == 400 && twice.body.contains("may have only one header “content-encoding”"))
    #expect(try server.contents() == [])
    #expect(try await Self.post(whole, to: collector, ["Content-Encoding: gzip"]).status == 200)
  }
}
#endif
