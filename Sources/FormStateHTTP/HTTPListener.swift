#if CommandLine || Collect
import FlyingSocks
import Foundation

/// The source of a server's connections.
package struct HTTPListener {
  let pool: any AsyncSocketPool
  let socket: AsyncSocket
  /// Where it listens, with the port that was free.
  package let address: ListenAddress

  /// Begins to listen.
  ///
  /// A Unix socket that an ended program left behind is replaced.
  ///
  /// - Throws: ``ListenError``.
  package init(at address: ListenAddress) throws {
    let socket: Socket
    switch address {
    case .ip4(let host, let port):
      (socket, self.address) = try Self.listen(on: AF_INET) { try .inet(ip4: host, port: port) }
    case .ip6(let host, let port):
      (socket, self.address) = try Self.listen(on: AF_INET6) { try .inet6(ip6: host, port: port) }
    case .unix(let path):
      socket = try Self.listen(path: path)
      self.address = address
    }
    pool = SocketPool.make()
    self.socket = try AsyncSocket(socket: socket, pool: pool)
  }

  /// The port; `nil` for a Unix socket.
  package var port: UInt16? {
    switch address {
    case .ip4(_, let port), .ip6(_, let port): port
    case .unix: nil
    }
  }

  /// Removes the Unix socket after listening.
  package func removeFile() {
    if case .unix(let path) = address { unlink(path) }
  }

  private static func listen(
    on family: Int32, _ address: () throws -> some SocketAddress
  ) throws -> (Socket, ListenAddress) {
    let socket = try Socket(domain: family)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try listen(socket, at: try address())
    } catch {
      throw ListenError.portTaken
    }
    switch try socket.sockname() {
    case .ip4(let host, let port): return (socket, .ip4(host, port: port))
    case .ip6(let host, let port): return (socket, .ip6(host, port: port))
    case .unix: throw ListenError.portTaken
    }
  }

  private static func listen(path: String) throws -> Socket {
    let longest = withUnsafeBytes(of: sockaddr_un().sun_path) { $0.count } - 1
    guard path.utf8.count <= longest else { throw ListenError.pathTooLong(longest) }
    try removeLeftover(at: path)
    let socket = try Socket(domain: AF_UNIX)
    let former = umask(0o117)
    defer { umask(former) }
    do {
      try listen(socket, at: .unix(path: path))
    } catch {
      throw ListenError.pathUnusable(path, reason: String(cString: strerror(errno)))
    }
    return socket
  }

  private static func listen(_ socket: Socket, at address: some SocketAddress) throws {
    do {
      // Child processes, such as a browser, do not inherit it.
      _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
      try socket.bind(to: address)
      try socket.listen()
    } catch {
      let reason = errno
      try? socket.close()
      errno = reason
      throw error
    }
  }

  private static func removeLeftover(at path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else { throw ListenError.pathTaken(path) }
    let caller = try Socket(domain: AF_UNIX)
    defer { try? caller.close() }
    guard (try? caller.connect(to: .unix(path: path))) == nil else { throw ListenError.pathTaken(path) }
    unlink(path)
  }
}

/// Why a server cannot listen; the program words it, with its own options.
package enum ListenError: Error, Equatable {
  /// The port or its interface is unavailable.
  case portTaken
  /// The path of a Unix socket is longer than so many bytes.
  case pathTooLong(Int)
  /// The path of a Unix socket is in use, or is not a socket.
  case pathTaken(String)
  /// A Unix socket cannot be created.
  case pathUnusable(String, reason: String)
}
#endif
