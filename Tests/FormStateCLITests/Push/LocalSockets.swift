import FormStateGzip
import Foundation

/// A socket on this machine that accepts connections.
struct ListeningSocket: Sendable {
  /// The system found no socket.
  struct Unavailable: Error {}

  let port: UInt16
  private let descriptor: Int32

  /// Listens on a free port.
  init() throws {
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    // Programs that other tests start meanwhile must not inherit it.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #endif
    descriptor = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = self.descriptor
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else { throw Unavailable() }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// The next connection; `nil` after the end.
  func accept() -> Connection? {
    let accepted = Foundation.accept(descriptor, nil, nil)
    guard accepted >= 0 else {
      close(descriptor)
      return nil
    }
    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
    return Connection(descriptor: accepted)
  }

  /// Accepts nothing more.
  func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// A connection with one request.
struct Connection {
  #if canImport(Darwin)
  private static let (peek, withoutSignal) = (MSG_PEEK | MSG_DONTWAIT, Int32(0))
  #else
  private static let peek = Int32(MSG_PEEK | MSG_DONTWAIT)
  private static let withoutSignal = Int32(MSG_NOSIGNAL)
  #endif

  let descriptor: Int32

  /// Reads the request; `nil` if the other side closes the connection before its end.
  ///
  /// - Parameter skipsBody: whether to read no more of the body than has arrived with the head.
  func request(skipsBody: Bool) -> ScriptedCollector.Request? {
    var data = Data()
    let blank = Data("\r\n\r\n".utf8)
    while data.range(of: blank) == nil { guard receive(into: &data) else { return nil } }
    guard let end = data.range(of: blank) else { return nil }
    let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
    if skipsBody { return ScriptedCollector.Request(head: head, body: Data()) }
    if head.lowercased().contains("expect: 100-continue") { send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    let length = head.lowercased().firstMatch(of: /content-length: ([0-9]+)/).flatMap { Int($0.1) } ?? 0
    while data.count < end.upperBound + length { guard receive(into: &data) else { return nil } }
    let sent = Data(data[end.upperBound...])
    let isCompressed = head.contains("Content-Encoding: gzip")
    guard let body = isCompressed ? try? Gzip.expanded(sent, atMost: 256 << 20) : sent else { return nil }
    return ScriptedCollector.Request(head: head, body: body)
  }

  /// Sends a reply.
  ///
  /// - Parameter breaksOff: whether to send only a half of the body.
  func send(_ status: Int, _ body: String, fields: [String] = [], breaksOff: Bool = false) {
    send(status, Data(body.utf8), fields: fields, breaksOff: breaksOff)
  }

  /// Sends a compressed reply without its last bytes.
  func sendCompressed(_ status: Int, _ body: String, dropping count: Int = 0) {
    guard let bytes = try? Gzip.compressed(Data(body.utf8)) else { return }
    send(status, bytes.dropLast(count), fields: ["Content-Encoding: gzip"], breaksOff: false)
  }

  /// Sends a reply of bytes.
  func send(_ status: Int, _ body: Data, fields: [String], breaksOff: Bool) {
    let head = ["HTTP/1.1 \(status) Some Words", "Content-Length: \(body.count)", "Connection: close"] + fields
    send(Data((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    send(breaksOff ? body.prefix(body.count / 2) : body)
  }

  /// Sends a reply without an end, until the other side closes the connection.
  func sendWithoutEnd() {
    send(Data("HTTP/1.1 200 Some Words\r\nConnection: close\r\n\r\n".utf8))
    let part = Data(repeating: UInt8(ascii: "\n"), count: 1 << 16)
    while send(part) {}
  }

  /// Whether the other side closed the connection.
  var isClosed: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Self.peek) == 0
  }

  /// Closes the connection.
  func close() { _ = Foundation.close(descriptor) }

  private func receive(into data: inout Data) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    data.append(contentsOf: bytes.prefix(count))
    return true
  }

  /// Sends bytes.
  ///
  /// - Returns: whether the connection still takes them.
  @discardableResult
  private func send(_ data: Data) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Self.withoutSignal) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
