/// Why a page cannot be served.
enum ServeError: Error, Equatable, CustomStringConvertible {
  /// The program was run by hand.
  case noOrder
  /// A port of this machine cannot be had.
  case portTaken(UInt16)

  /// What is wrong and what to do, without a full stop.
  var description: String {
    switch self {
    case .noOrder:
      "formstate-serve is run by formstate, which says what to show; try: formstate serve --help"
    case .portTaken(0):
      "no port of 127.0.0.1 can be listened at"
    case .portTaken(let port):
      "port \(port) of 127.0.0.1 is taken or not to be had; name another with --port, or none for any that is free"
    }
  }
}
