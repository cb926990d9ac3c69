#if Collect
import FormStateCollector
import Foundation

/// A PostgreSQL with its usual settings, so commits wait for the disk, in a temporary folder.
final class BenchmarkServer {
  let folder: String
  private let server = Process()

  init() throws {
    // Not in TMPDIR, which may be long: the path of a socket has 107 bytes at most.
    var template = Array("/tmp/formstate-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw BenchmarkFailure("there is no temporary folder") }
    folder = String(cString: path)
    if geteuid() == 0, let account = getpwnam("nobody")?.pointee { chown(folder, account.pw_uid, account.pw_gid) }
    try run([
      try Self.program("initdb"), "-D", "data", "--username=postgres", "--encoding=UTF8", "--locale=C", "--auth=trust",
    ])
    prepare(server, [try Self.program("postgres"), "-D", "data", "-k", folder, "-c", "listen_addresses="])
    server.standardOutput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
    while (try? PostgresConnection(address("postgres"))) == nil {
      guard server.isRunning else { throw BenchmarkFailure("PostgreSQL does not start") }
      usleep(50_000)
    }
  }

  deinit {
    server.interrupt()
    server.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The settings that connect to a database.
  func address(_ database: String) -> String { "host=\(folder) dbname=\(database) user=postgres" }

  /// Makes a database with the tables of a collector.
  func makeDatabase(_ name: String) throws -> String {
    try PostgresConnection(address("postgres")).execute("CREATE DATABASE \(name)")
    _ = try CollectorSchema(connection: try PostgresConnection(address(name))).make()
    // What was written before is not the next work's to write.
    try PostgresConnection(address(name)).execute("CHECKPOINT")
    return address(name)
  }

  /// Runs a program of PostgreSQL to its end, as the user that may.
  func run(_ arguments: [String]) throws {
    let process = Process()
    prepare(process, arguments)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchmarkFailure("\(arguments) failed") }
  }

  private func prepare(_ process: Process, _ arguments: [String]) {
    let change = geteuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = change + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
  }

  /// The path of a program of PostgreSQL.
  static func program(_ name: String) throws -> String {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let folders =
      versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map {
        "/usr/lib/postgresql/\($0)/bin"
      }
      + path
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }) else {
      throw BenchmarkFailure("there is no \(name); run Scripts/setup collect")
    }
    return "\(folder)/\(name)"
  }
}
#endif
