#if CommandLine || Collect
import FlyingSocks
import Foundation

/// A server of HTTP/1.1: accepts connections, passes their requests on and writes the answers.
///
/// It makes no decisions; access is the responsibility of the program that answers.
package actor HTTPServer {
  /// Answers a request.
  package typealias Responder = @Sendable (HTTPRequest) async -> HTTPResponse

  /// The maximum number of simultaneous connections; a browser opens six.
  private static let mostConnections = 256

  private let settings: HTTPSettings
  private let respond: Responder
  private let socket: AsyncSocket
  private let pool: any AsyncSocketPool
  /// How many of the longest idle connections are closed to make room.
  private static let mostEnded = 64

  private struct Connection {
    let task: Task<Void, Never>
    let state: ConnectionState
  }

  private var connections: [Int: Connection] = [:]
  private var lastConnection = 0

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - listener: the source of connections.
  ///   - settings: the limits.
  ///   - respond: answers requests.
  package init(
    on listener: HTTPListener, settings: HTTPSettings = HTTPSettings(), respond: @escaping Responder
  ) async throws {
    self.settings = settings
    self.respond = respond
    pool = listener.pool
    socket = listener.socket
    try await pool.prepare()
  }

  /// Accepts connections until the task is cancelled; then ends all of them before it returns.
  package func run() async {
    let pool = pool
    let poll = Task { try await pool.run() }
    while !Task.isCancelled {
      guard connections.count < Self.mostConnections else {
        endThoseThatWait()
        try? await Task.sleep(for: .milliseconds(5))
        continue
      }
      guard let accepted = try? await socket.accept() else {
        // The limit of open files is reached: connections that end make room.
        try? await Task.sleep(for: .milliseconds(50))
        continue
      }
      take(accepted)
    }
    await stop()
    poll.cancel()
    _ = await poll.result
    try? socket.close()
  }

  private func take(_ socket: AsyncSocket) {
    lastConnection += 1
    let number = lastConnection
    let (settings, respond) = (settings, respond)
    let state = ConnectionState()
    let task = Task {
      await HTTPConnection(socket: socket, settings: settings, state: state, respond: respond).serve()
      self.forget(number)
    }
    connections[number] = Connection(task: task, state: state)
  }

  /// Closes idle connections, longest idle first, so that silent ones keep no other client out.
  private func endThoseThatWait() {
    let waiting = connections.values.compactMap { connection in
      connection.state.waitingSince.map { (connection.task, $0) }
    }
    for (task, _) in waiting.sorted(by: { $0.1 < $1.1 }).prefix(Self.mostEnded) { task.cancel() }
  }

  private func forget(_ number: Int) {
    connections[number] = nil
  }

  private func stop() async {
    let open = Array(connections.values)
    for connection in open where !(settings.finishesAnswers && connection.state.end()) { connection.task.cancel() }
    for connection in open { await connection.task.value }
  }
}
#endif
