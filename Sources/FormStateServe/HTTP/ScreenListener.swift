#if CommandLine
import FlyingSocks
import Foundation

/// The source of connections: a port of 127.0.0.1, which other machines cannot reach, or a Unix socket, which only its
/// owner and group can open.
struct ScreenListener {
  let pool: any AsyncSocketPool
  let socket: AsyncSocket
  /// The port; `nil` for a Unix socket.
  let port: UInt16?
  /// The path of the Unix socket.
  private let path: String?

  /// Listens at the address of an order.
  ///
  /// - Throws: ``ServeError`` if it is unavailable.
  init(_ order: ScreenOrder) throws {
    if let path = order.socket {
      try self.init(path: path)
    } else {
      try self.init(port: order.port)
    }
  }

  /// Listens on a port.
  ///
  /// - Parameter port: the port; 0 for any free one.
  init(port: UInt16) throws {
    let socket = try Socket(domain: AF_INET)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try Self.listen(socket, at: .inet(ip4: "127.0.0.1", port: port))
    } catch {
      throw ServeError.portTaken(port)
    }
    guard case .ip4(_, let port) = try socket.sockname() else { throw ServeError.portTaken(port) }
    self.port = port
    path = nil
    pool = SocketPool.make()
    self.socket = try AsyncSocket(socket: socket, pool: pool)
  }

  /// Listens on a Unix socket that its owner and group may open.
  ///
  /// - Parameter path: its path; one that an ended program left behind is replaced.
  init(path: String) throws {
    let longest = withUnsafeBytes(of: sockaddr_un().sun_path) { $0.count } - 1
    guard path.utf8.count <= longest else { throw ServeError.socketPathTooLong(longest) }
    try Self.removeLeftover(at: path)
    let socket = try Socket(domain: AF_UNIX)
    let former = umask(0o117)
    defer { umask(former) }
    do {
      try Self.listen(socket, at: .unix(path: path))
    } catch {
      throw ServeError.socketUnusable(path, reason: String(cString: strerror(errno)))
    }
    port = nil
    self.path = path
    pool = SocketPool.make()
    self.socket = try AsyncSocket(socket: socket, pool: pool)
  }

  /// Removes the Unix socket after listening.
  func removeFile() {
    if let path { unlink(path) }
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
    guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else { throw ServeError.socketTaken(path) }
    let caller = try Socket(domain: AF_UNIX)
    defer { try? caller.close() }
    guard (try? caller.connect(to: .unix(path: path))) == nil else { throw ServeError.socketTaken(path) }
    unlink(path)
  }
}
#endif
