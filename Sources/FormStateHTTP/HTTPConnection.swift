#if CommandLine || Collect
import FlyingSocks
import Foundation

/// One connection: reads requests, one after another, and writes their answers.
struct HTTPConnection {
  /// How many refused bytes are read: garbage has no end, an oversized file has.
  private static let shortDrain = 4 * 1024 * 1024
  /// The maximum bytes of a file in memory.
  private static let pieceSize = 256 * 1024

  private let socket: AsyncSocket
  private let settings: HTTPSettings
  private let respond: HTTPServer.Responder
  private let state: ConnectionState

  /// Uses a connection.
  ///
  /// - Parameters:
  ///   - state: records whether a request is being answered.
  ///   - respond: answers requests.
  init(
    socket: AsyncSocket, settings: HTTPSettings, state: ConnectionState, respond: @escaping HTTPServer.Responder
  ) {
    self.socket = socket
    self.settings = settings
    self.respond = respond
    self.state = state
    // Otherwise a kept connection waits 40 ms for the acknowledgement of the previous part.
    try? socket.socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    _ = fcntl(socket.socket.file.rawValue, F_SETFD, FD_CLOEXEC)
  }

  /// Answers requests until the client disconnects, an answer or a fault ends the connection, or the task is
  /// cancelled.
  func serve() async {
    var reader = RequestReader(limits: settings.limits)
    do {
      while let request = try await nextRequest(of: &reader) {
        state.beginToAnswer()
        let keeps = try await answer(request)
        state.beginToWait()
        if !keeps || state.isEnding { break }
      }
    } catch let fault as RequestFault {
      try? await send(Self.refusal(of: fault))
      if case .bodyTooLong = fault {
        await drain(atMost: settings.limits.longBody)
      } else {
        await drain(atMost: Self.shortDrain)
      }
    } catch {
      // The client has disconnected, or the server ends; there is no recipient.
    }
    try? socket.close()
  }

  /// Answers a request.
  ///
  /// - Returns: whether the connection can be used for another request.
  private func answer(_ request: ReadRequest) async throws -> Bool {
    guard request.isBegun else { return try await write(await respond(request.asked), to: request) }
    let body = ArrivingBody(of: request, on: socket, state: state, partTime: settings.partTime)
    var asked = request.asked
    asked.longBody = body.source
    let response = await respond(asked)
    guard await body.missing > 0 else { return try await write(response, to: request) }
    // The rest was not read, so the beginning of the next request is unknown.
    _ = try await write(response, to: request, ends: true)
    await drain(atMost: settings.limits.longBody)
    return false
  }

  /// Briefly reads what a client is still sending: closing earlier would reset the connection, and the client would
  /// not see why it was refused.
  private func drain(atMost limit: Int) async {
    let socket = socket
    try? await within(.milliseconds(500)) {
      var count = 0
      while count < limit { count += try await socket.read(atMost: 4096).count }
    }
  }

  // MARK: - Reading

  private func nextRequest(of reader: inout RequestReader) async throws -> ReadRequest? {
    if let request = try reader.next() { return request }
    if reader.isEmpty {
      let socket = socket
      guard let first = try? await within(settings.idleTime, { try await socket.read(atMost: 4096) }) else {
        return nil
      }
      reader.append(first)
    }
    let begun = reader
    let (request, rest) = try await within(settings.requestTime, orThrow: RequestFault.tooSlow) {
      try await restOfRequest(begun)
    }
    reader = rest
    return request
  }

  private func restOfRequest(_ begun: RequestReader) async throws -> (ReadRequest, RequestReader) {
    var reader = begun
    while true {
      if let request = try reader.next() { return (request, reader) }
      if reader.expectsContinue { try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
      reader.append(try await socket.read(atMost: 4096))
    }
  }

  // MARK: - Writing

  /// Writes an answer.
  ///
  /// - Parameter ends: whether it is the last one of the connection.
  /// - Returns: whether the connection can be used for another request.
  private func write(_ response: HTTPResponse, to request: ReadRequest, ends: Bool = false) async throws -> Bool {
    let isHead = request.head.method == "HEAD"
    let keeps = request.head.keepsConnection && !ends && !state.isEnding
    let connection = ("Connection", keeps ? "keep-alive" : "close")
    switch response.body {
    case .data(let body):
      var bytes = Self.head(of: response, [("Content-Length", "\(body.count)"), connection])
      if !isHead { bytes.append(contentsOf: body) }
      try await send(bytes)
      return keeps
    case .file(let part, let read):
      try await send(Self.head(of: response, [("Content-Length", "\(part.count)"), connection]))
      if !isHead { try await send(part, read) }
      return keeps
    case .events(let first, let rest):
      // They end with the connection, so they need neither length nor chunks.
      try await send(Self.head(of: response, [("Connection", "close")]))
      if !isHead {
        try await send(Data(first.utf8))
        try await follow(rest)
      }
      return false
    }
  }

  /// Writes events as they arrive, until they end or the client disconnects.
  private func follow(
    _ events: @escaping @Sendable (_ send: @Sendable (String) async throws -> Void) async throws -> Void
  ) async throws {
    let (parts, queue) = AsyncStream.makeStream(of: StreamPart.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        // Only this task writes: a heartbeat in the middle of an event would spoil it.
        for await part in parts {
          try await send(part.bytes)
          part.written.finish()
        }
      }
      group.addTask {
        try await events { try await StreamPart.write($0, by: queue) }
      }
      group.addTask {
        // No more data is expected on this connection; a read ends when the client disconnects.
        while true { _ = try await socket.read(atMost: 4096) }
      }
      group.addTask {
        // Writing detects a client that vanished.
        while true {
          try await Task.sleep(for: settings.commentTime)
          try await StreamPart.write(": \n\n", by: queue)
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Writes a part of a file, one piece at a time.
  private func send(
    _ part: Range<Int>, _ read: @Sendable (_ offset: Int, _ limit: Int) throws -> Data
  ) async throws {
    var offset = part.lowerBound
    while offset < part.upperBound {
      let bytes = try read(offset, min(Self.pieceSize, part.upperBound - offset))
      // The file was truncated while it is sent; the announced length cannot be kept.
      if bytes.isEmpty { throw SocketError.disconnected }
      try await send(bytes)
      offset += bytes.count
    }
  }

  private func send(_ bytes: Data) async throws {
    let socket = socket
    try await within(settings.writeTime) { try await socket.write(bytes) }
  }

  private static func head(of response: HTTPResponse, _ more: [(name: String, value: String)]) -> Data {
    head(status: response.status, response.headers.map { ($0.name, $0.value) } + more)
  }

  private static func head(status: Int, _ headers: [(name: String, value: String)]) -> Data {
    // The reason phrase after the status may be omitted, the space may not.
    let lines = ["HTTP/1.1 \(status) "] + headers.map { "\($0.name): \($0.value)" }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// The answer to an invalid request.
  private static func refusal(of fault: RequestFault) -> Data {
    let body = Data("\(fault)\n".utf8)
    return head(
      status: fault.status,
      [
        ("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"), ("Content-Length", "\(body.count)"), ("Connection", "close"),
      ]) + body
  }
}
#endif
