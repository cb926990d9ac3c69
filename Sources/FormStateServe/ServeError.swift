/// Why a page cannot be served.
enum ServeError: Error, Equatable, CustomStringConvertible {
  /// The program was not run by formstate.
  case noOrder
  /// A port of this machine is unavailable.
  case portTaken(UInt16)

  /// The path of a Unix socket is longer than so many bytes.
  case socketPathTooLong(Int)
  /// The path of a Unix socket is in use, or is not a socket.
  case socketTaken(String)
  /// A Unix socket cannot be created.
  case socketUnusable(String, reason: String)

  /// The problem and the remedy, without a full stop.
  var description: String {
    switch self {
    case .noOrder:
      "formstate runs formstate-serve and passes what to show; try: formstate serve --help"
    case .portTaken(0):
      "cannot listen on any port of 127.0.0.1"
    case .portTaken(let port):
      "port \(port) of 127.0.0.1 is unavailable; name another with --port, or omit it to use any free port"
    case .socketPathTooLong(let longest):
      "the path of a socket has at most \(longest) bytes; name a shorter one with --socket"
    case .socketTaken(let path):
      "“\(path)” is used by another program, or is not your socket; name another path with --socket"
    case .socketUnusable(let path, let reason):
      "the socket “\(path)” cannot be created (\(reason)); name another path with --socket"
    }
  }
}
