#if Collect
import Foundation
import TestSupport

/// A running PostgreSQL of one test, reached by a Unix socket in its own folder. It ends with its last reference, and
/// with the process of the tests.
final class TemporaryCluster {
  private let folder: String
  private var server: Process?
  private var lifeline: Pipe?

  private let disk: SmallDisk?

  /// Makes a cluster and starts it.
  ///
  /// - Parameter disk: where all of its files are; `nil` for the disk with the temporary files.
  init(on disk: SmallDisk? = nil) throws {
    self.disk = disk
    folder = try disk?.folder ?? ClusterProgram.makeFolder()
    try ClusterProgram.run(["cp", "-a", "\(ClusterTemplate.folder())/data", "\(folder)/data"], in: folder)
    try start()
  }

  deinit {
    stop(immediate: true)
    if disk == nil { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// The path of its socket.
  var socket: String { "\(folder)/.s.PGSQL.5432" }

  /// The settings that connect to it.
  ///
  /// - Parameters:
  ///   - database: an existing database.
  ///   - user: a user of PostgreSQL.
  func address(database: String = "postgres", user: String = "postgres") -> String {
    "host=\(folder) dbname=\(database) user=\(user)"
  }

  /// Starts it, and waits until it accepts connections.
  func start() throws {
    let postgres = try ClusterProgram.path(of: "postgres")
    // The watcher ends the server when this process does; the number of a process may be another one's by then. A
    // shell gives what it runs in the background no input, except by another number than 0.
    let script = """
      exec 3<&0 > log 2>&1 < /dev/null
      ( ( cat <&3; [ "$(head -n 1 data/postmaster.pid)" = $$ ] && kill -QUIT $$ ) > /dev/null 2>&1 & )
      exec "$@" 3<&-
      """
    // It would show why the server stopped before.
    try? FileManager.default.removeItem(atPath: "\(folder)/log")
    let process = ClusterProgram.process(
      [
        "sh", "-c", script, "sh", postgres, "-D", "data", "-k", folder, "-c", "listen_addresses=",
        "-c", "shared_buffers=16MB", "-c", "max_connections=20", "-c", "fsync=on",
      ],
      in: folder)
    let lifeline = Pipe()
    process.standardInput = lifeline
    try process.run()
    server = process
    self.lifeline = lifeline
    try waitOnThread {
      guard !log.contains("FATAL") else { throw ClusterFailure(description: "PostgreSQL did not start: \(log)") }
      return isReady
    }
  }

  /// Stops it, if it runs.
  ///
  /// - Parameter immediate: as if the machine lost power, instead of ending transactions in order.
  func stop(immediate: Bool = false) {
    guard let server else { return }
    kill(server.processIdentifier, immediate ? SIGQUIT : SIGINT)
    // The server removes this file last. `waitUntilExit` would wait for the watcher as well.
    try? waitOnThread { !FileManager.default.fileExists(atPath: "\(folder)/data/postmaster.pid") }
    self.server = nil
    try? lifeline?.fileHandleForWriting.close()
    lifeline = nil
  }

  /// Stops it and starts it again.
  func restart(immediate: Bool = false) throws {
    stop(immediate: immediate)
    try start()
  }

  /// Copies all of its files, for ``putBack()``.
  func backUp() throws {
    stop()
    try ClusterProgram.run(["cp", "-R", "-p", "data", "backup"], in: folder)
    try start()
  }

  /// Goes on with the files of ``backUp()``, as if nothing had happened since.
  func putBack() throws {
    stop()
    try ClusterProgram.run(["rm", "-r", "data"], in: folder)
    try ClusterProgram.run(["mv", "backup", "data"], in: folder)
    try start()
  }

  /// Lets it accept connections without an answer, until ``resume()``.
  func suspend() {
    if let server { kill(server.processIdentifier, SIGSTOP) }
  }

  /// Ends the effect of ``suspend()``.
  func resume() {
    if let server { kill(server.processIdentifier, SIGCONT) }
  }

  private var isReady: Bool {
    let state = try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    guard let lines = state?.split(separator: "\n", omittingEmptySubsequences: false), lines.count > 7 else {
      return false
    }
    return lines[7].hasPrefix("ready")
  }

  /// What the server has said since it started.
  var log: String { (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? "" }
}
#endif
