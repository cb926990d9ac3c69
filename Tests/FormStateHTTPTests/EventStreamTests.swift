#if CommandLine

import Foundation
import TestSupport
import Testing

@testable import FormStateHTTP

@Suite("Streams of events")
struct EventStreamTests {
  /// What a client receives for one request until the server closes the connection.
  private static func answer(at port: UInt16) throws -> [UInt8] {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(isConnected == 0)
    let request = Array("GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
    try #require(write(client, request, request.count) == request.count)
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(client, &part, part.count)
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }

  @Test("A heartbeat never falls into an event, however slowly the client reads")
  func oneWriter() async throws {
    let event = "data: \(String(repeating: "x", count: 8 << 20))\n\n"
    var settings = HTTPSettings()
    settings.commentTime = .milliseconds(1)
    let listener = try HTTPListener(at: .ip4("127.0.0.1", port: 0))
    let server = try await HTTPServer(on: listener, settings: settings) { _ in
      HTTPResponse(
        status: 200, headers: [],
        body: .events(first: event) { send in
          for _ in 0..<4 { try await send(event) }
          // So long that heartbeats come between events, too.
          try await Task.sleep(for: .milliseconds(50))
        })
    }
    let running = Task { await server.run() }
    let port = try #require(listener.port)
    // It keeps a thread that runs no tasks: the server may need all of those.
    let bytes = try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try Self.answer(at: port) }) }.start()
    }
    running.cancel()
    await running.value
    let text = String(decoding: bytes, as: UTF8.self)
    let body = try #require(text.split(separator: "\r\n\r\n", maxSplits: 1).last)
    let parts = body.split(separator: "\n\n")
    #expect(parts.filter { $0 == event.dropLast(2) }.count == 5)
    let others = parts.filter { $0 != event.dropLast(2) }
    #expect(!others.isEmpty && others.allSatisfy { $0 == ": " }, "\(others.map { $0.suffix(20) }.prefix(3))")
  }
}
#endif
