#if Collect
import FormState
import Foundation
import TestSupport

/// A socket of PostgreSQL that passes everything on to a server and back, and counts what the client says.
///
/// It ends with its last reference.
final class RelayedSocket: @unchecked Sendable {
  /// Where it is: the host in an address of PostgreSQL.
  let folder: String
  private let server: String
  private let listener: Int32
  private let onMessage: @Sendable (_ number: Int) -> Void
  private let counted = Locked(0)

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - server: the path of the server's socket.
  ///   - onMessage: runs after each message of a client has been passed on, with their number so far.
  init(to server: String, onMessage: @escaping @Sendable (_ number: Int) -> Void) throws {
    self.server = server
    self.onMessage = onMessage
    folder = try ClusterProgram.makeFolder()
    listener = try Self.socket("\(folder)/.s.PGSQL.5432") { bind($0, $1, $2) }
    guard listen(listener, 8) == 0 else { throw ClusterFailure(description: "a socket does not listen") }
    let (listener, server) = (listener, server)
    Thread.detachNewThread { [weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 { self?.relay(client, to: server) }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// How many messages clients have sent.
  var messageCount: Int { counted.withLock { $0 } }

  private static func socket(
    _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    let descriptor = Foundation.socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw ClusterFailure(description: "the socket \(path) cannot be used (\(errno))") }
    return descriptor
  }

  private func relay(_ client: Int32, to server: String) {
    guard let upstream = try? Self.socket(server, { connect($0, $1, $2) }) else {
      close(client)
      return
    }
    Thread.detachNewThread {
      Self.forward(from: upstream, to: client) { _ in }
    }
    Thread.detachNewThread { [weak self] in
      var messages = ClientMessages()
      Self.forward(from: client, to: upstream) { bytes in
        for _ in 0..<messages.ends(in: bytes) {
          guard let self else { return }
          self.onMessage(
            self.counted.withLock { count in
              count += 1
              return count
            })
        }
      }
    }
  }

  /// Passes bytes on until one side ends.
  private static func forward(from source: Int32, to target: Int32, _ passed: (ArraySlice<UInt8>) -> Void) {
    // Short pieces, so a client rarely says two things in one.
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(source, &buffer, buffer.count), count > 0 {
      var sent = 0
      while sent < count {
        let written = buffer.withUnsafeBytes { send(target, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL)) }
        guard written > 0 else { break }
        sent += written
      }
      passed(buffer[..<count])
      if sent < count { break }
    }
    shutdown(target, Int32(SHUT_RDWR))
    shutdown(source, Int32(SHUT_RDWR))
  }
}

/// Finds where the messages of a client end: the first has a length and its content, all others a letter before.
struct ClientMessages {
  private var isFirst = true
  private var head: [UInt8] = []
  private var rest = 0

  /// How many messages end within the next bytes.
  mutating func ends(in bytes: ArraySlice<UInt8>) -> Int {
    var (bytes, count) = (bytes, 0)
    while !bytes.isEmpty {
      if rest > 0 {
        let passed = min(rest, bytes.count)
        rest -= passed
        bytes = bytes.dropFirst(passed)
        if rest == 0 { count += 1 }
        continue
      }
      head.append(bytes.removeFirst())
      guard head.count == (isFirst ? 4 : 5) else { continue }
      rest = head.suffix(4).reduce(0) { $0 << 8 | Int($1) } - 4
      (head, isFirst) = ([], false)
      if rest == 0 { count += 1 }
    }
    return count
  }
}
#endif
