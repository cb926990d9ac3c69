#if Collect
import Foundation

/// Why a cluster of a test does not run.
struct ClusterFailure: Error, CustomStringConvertible {
  let description: String
}

/// Runs the programs of PostgreSQL, as a user that they accept.
enum ClusterProgram {
  /// PostgreSQL refuses to run as root.
  private static let isRoot = geteuid() == 0
  private static let user = "nobody"

  /// A program that is not yet running.
  ///
  /// - Parameters:
  ///   - arguments: the path of the program first.
  ///   - folder: where it runs.
  static func process(_ arguments: [String], in folder: String) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let change = isRoot ? ["setpriv", "--reuid=\(user)", "--regid=nogroup", "--clear-groups"] : []
    process.arguments = change + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
    environment["LC_ALL"] = "C"
    process.environment = environment
    return process
  }

  /// Runs a program to its end.
  static func run(_ arguments: [String], in folder: String) throws {
    let process = process(arguments, in: folder)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ClusterFailure(description: "\(arguments) failed: \(text)") }
  }

  /// Makes an empty folder of the user that runs the programs.
  ///
  /// - Returns: a short path, since the path of a Unix socket has about 100 bytes at most.
  static func makeFolder() throws -> String {
    var template = Array("/tmp/formstate-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template).map({ String(cString: $0) }) else {
      throw ClusterFailure(description: "cannot make a folder in /tmp")
    }
    if isRoot, let account = getpwnam(user)?.pointee { chown(path, account.pw_uid, account.pw_gid) }
    return path
  }

  /// The path of a program that is part of PostgreSQL's server.
  static func path(of program: String) throws -> String {
    guard let folder else { throw ClusterFailure(description: "PostgreSQL is missing; run Scripts/setup collect") }
    return "\(folder)/\(program)"
  }

  /// Debian does not have the server's programs on the path.
  private static let folder: String? = {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let newestFirst = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let folders = newestFirst.map { "/usr/lib/postgresql/\($0)/bin" } + path
    return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()
}
#endif
