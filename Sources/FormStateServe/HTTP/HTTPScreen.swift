#if CommandLine
import FlyingSocks
import Foundation
import FormStateScreen

/// The screen on a socket of this machine: accepts connections, passes their requests on and writes the answers.
///
/// It makes no decisions; access is the routes' responsibility (``ScreenRoutes``).
actor HTTPScreen {
  /// The maximum number of simultaneous connections; a browser opens six.
  private static let mostConnections = 256

  private let routes: ScreenRoutes
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
  ///   - routes: answers requests.
  init(on listener: ScreenListener, routes: ScreenRoutes) async throws {
    self.routes = routes
    pool = listener.pool
    socket = listener.socket
    try await pool.prepare()
  }

  /// Accepts connections until the task is cancelled; then ends all of them before it returns.
  func run() async {
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
    let routes = routes
    let state = ConnectionState()
    let task = Task {
      await HTTPConnection(socket: socket, routes: routes, state: state).serve()
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
    let open = connections.values.map(\.task)
    for task in open { task.cancel() }
    for task in open { await task.value }
  }
}
#endif
