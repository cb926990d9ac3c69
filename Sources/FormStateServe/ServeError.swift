/// Why a page cannot be served.
enum ServeError: Error, Equatable, CustomStringConvertible {
  /// The program was run by hand.
  case noOrder
  /// A port of this machine cannot be had.
  case portTaken(UInt16)

  /// The path of a Unix socket is longer than so many bytes.
  case socketPathTooLong(Int)
  /// At the path of a Unix socket somebody listens, or something else lies.
  case socketTaken(String)
  /// A Unix socket cannot be made.
  case socketUnusable(String, reason: String)

  /// What is wrong and what to do, without a full stop.
  var description: String {
    switch self {
    case .noOrder:
      "formstate-serve is run by formstate, which says what to show; try: formstate serve --help"
    case .portTaken(0):
      "no port of 127.0.0.1 can be listened at"
    case .portTaken(let port):
      "port \(port) of 127.0.0.1 is taken or not to be had; name another with --port, or none for any that is free"
    case .socketPathTooLong(let longest):
      "the path of a socket has at most \(longest) bytes; name a shorter one with --socket"
    case .socketTaken(let path):
      "at “\(path)” another program listens, or it is no socket of yours; name another path with --socket"
    case .socketUnusable(let path, let reason):
      "the socket “\(path)” cannot be made (\(reason)); name another path with --socket"
    }
  }
}
