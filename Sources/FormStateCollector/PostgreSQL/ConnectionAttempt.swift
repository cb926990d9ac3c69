#if Collect
import CPostgres
import Foundation

/// Connects step by step: only so can notices be dropped that a server sends while it connects, such as those about
/// the version of a collation. libpq otherwise writes them to the standard error.
enum ConnectionAttempt {
  /// Begins to connect.
  ///
  /// - Parameter address: as for ``PostgresConnection/init(_:)``.
  /// - Returns: `nil` if there is no memory for it.
  static func start(_ address: String) throws(PostgresError) -> OpaquePointer? {
    let settings = settings(for: address)
    let names = try ParameterBuffer(settings.map { .text($0.name) })
    let values = try ParameterBuffer(settings.map { .text($0.value) })
    let connection = names.withPointers { names, _, _ in
      values.withPointers { values, _, _ in PQconnectStartParams(names, values, 1) }
    }
    PQsetNoticeReceiver(connection, { _, _ in }, nil)
    return connection
  }

  /// Waits until a connection is made or has failed.
  ///
  /// - Returns: `false` if neither happens in time.
  static func wait(for connection: OpaquePointer?) -> Bool {
    guard PQstatus(connection) != CONNECTION_BAD else { return true }
    let end = ContinuousClock.now + limit(of: connection)
    var event = Int16(POLLOUT)
    while true {
      guard waitForSocket(of: connection, event, until: end) else { return false }
      switch PQconnectPoll(connection) {
      case PGRES_POLLING_READING: event = Int16(POLLIN)
      case PGRES_POLLING_WRITING: event = Int16(POLLOUT)
      default: return true
      }
    }
  }

  private static func waitForSocket(
    of connection: OpaquePointer?, _ event: Int16, until end: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let left = max(.zero, end - .now)
      var socket = pollfd(fd: PQsocket(connection), events: event, revents: 0)
      let count = poll(&socket, 1, Int32(min(86_400_000, left / .milliseconds(1))))
      if count > 0 { return true }
      // A signal interrupts the wait.
      guard count < 0, errno == EINTR else { return false }
    }
  }

  /// How long to wait in all. libpq leaves this to programs that connect step by step.
  private static func limit(of connection: OpaquePointer?) -> Duration {
    guard let options = PQconninfo(connection) else { return .seconds(30) }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if String(cString: keyword) == "connect_timeout", let text = option.pointee.val,
        let seconds = Int32(String(cString: text)), seconds > 0
      {
        return .seconds(seconds)
      }
      option += 1
    }
    return .seconds(30)
  }

  /// The settings of a connection in the order of libpq, where a later one wins.
  private static func settings(for address: String) -> [(name: String, value: String)] {
    [
      // Otherwise a machine that disappears from the network is noticed after hours, or never.
      ("keepalives_idle", "60"), ("keepalives_interval", "10"), ("keepalives_count", "6"),
      ("tcp_user_timeout", "120000"),
      ("dbname", address),
      ("client_encoding", "UTF8"), ("fallback_application_name", "formstate-collect"),
    ]
  }
}
#endif
