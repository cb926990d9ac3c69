#if Collect
import Dispatch
import FormStateGzip
import Foundation

/// An answer of a server.
struct HTTPReply: Sendable {
  let status: Int
  let headers: [String: String]
  /// The body as it was sent.
  let bytes: Data

  /// The body, expanded if it was compressed, as a text.
  var body: String {
    let content = headers["content-encoding"] == "gzip" ? try? Gzip.expanded(bytes, atMost: 256 << 20) : bytes
    return content.map { String(decoding: $0, as: UTF8.self) } ?? "damaged"
  }

  /// The lines of the body.
  var lines: [String] { body.split(separator: "\n").map(String.init) }

  /// Makes an answer of its head and its body.
  init(head: String, bytes: [UInt8] = []) throws {
    let lines = head.components(separatedBy: "\r\n").filter { !$0.isEmpty }
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw HTTPCaller.Failure(description: "no answer: “\(head)”")
    }
    self.status = status
    let pairs = lines.dropFirst().map { $0.components(separatedBy: ": ") }
    headers = Dictionary(pairs.map { ($0[0].lowercased(), $0.dropFirst().joined(separator: ": ")) }) { $1 }
    self.bytes = Data(bytes)
  }
}

/// A client on a socket, which can also send what no client should.
final class HTTPCaller: Sendable {
  /// A call failed.
  struct Failure: Error {
    let description: String
  }

  private let descriptor: Int32

  /// Connects to a port of this machine.
  init(port: UInt16) throws {
    #if os(Linux)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // Processes that other tests start do not inherit it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard result == 0 else {
      close(descriptor)
      throw Failure(description: "cannot connect to port \(port)")
    }
  }

  deinit { close(descriptor) }

  /// Sends bytes; those that the server no longer takes are dropped, since it may have answered.
  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes, as ``send(_:)-(String)`` does.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends nothing more; the server sees the end.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Everything until the server disconnects, or so many bytes.
  func receive(atMost limit: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = recv(descriptor, &buffer, min(buffer.count, limit - bytes.count), 0)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// The next answer. Its end is that of its length: a process that another test starts at the moment may keep the
  /// connection open.
  ///
  /// - Parameter hasBody: whether the request was not for headers only.
  func reply(hasBody: Bool = true) throws -> HTTPReply {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let next = receive(atMost: 1)
      guard !next.isEmpty else {
        throw Failure(description: "no answer: “\(String(decoding: head, as: UTF8.self))”")
      }
      head += next
    }
    let text = String(decoding: head, as: UTF8.self)
    let length = hasBody ? try HTTPReply(head: text).headers["content-length"].flatMap { Int($0) } ?? 0 : 0
    return try HTTPReply(head: text, bytes: receive(atMost: length))
  }

  /// The text of a request.
  ///
  /// - Parameter length: the value of Content-Length; by default that of the body.
  static func request(
    _ method: String, _ path: String, token: String? = nil, body: String = "", length: Int? = nil,
    headers: [String] = []
  ) -> String {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: collect.example.org", "Connection: close"] + headers
    if let token { lines.append("Authorization: Bearer \(token)") }
    lines.append("Content-Length: \(length ?? body.utf8.count)")
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// Sends a request over a connection of its own, and returns the answer. It keeps a thread that runs no tasks: the
  /// server of the test may need all of those.
  static func call(port: UInt16, _ request: String) async throws -> HTTPReply {
    try await onThread {
      let caller = try HTTPCaller(port: port)
      caller.send(request)
      return try caller.reply(hasBody: !request.hasPrefix("HEAD "))
    }
  }

  /// Runs work on a thread that runs no tasks.
  static func onThread<Outcome: Sendable>(_ work: @escaping @Sendable () throws -> Outcome) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "caller").async { continuation.resume(with: Result { try work() }) }
    }
  }
}
#endif
