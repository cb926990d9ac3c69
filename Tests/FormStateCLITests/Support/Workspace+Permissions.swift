import Foundation

/// Runs the tool as a user who may read but not write.
extension Workspace {
  private static let switcher = "/usr/bin/setpriv"

  /// Whether the tests can run as a user whom permissions restrict.
  static let hasStranger = geteuid() != 0 || FileManager.default.isExecutableFile(atPath: switcher)

  /// Starts the tool as a user whom file permissions restrict, unlike root.
  func startAsStranger(_ arguments: String...) throws -> RunningTool { try startAsStranger(arguments) }

  /// Runs the tool as a user whom file permissions restrict.
  func runAsStranger(_ arguments: [String]) async throws -> RunningTool.Outcome {
    try await startAsStranger(arguments).outcome()
  }

  private func startAsStranger(_ arguments: [String]) throws -> RunningTool {
    guard geteuid() == 0 else { return try start(arguments) }
    let identity = ["--reuid=65534", "--regid=65534", "--clear-groups", try BuiltTool.url().path]
    return try start(identity + arguments, of: URL(fileURLWithPath: Self.switcher))
  }

  /// Sets the permissions of a file, or of the folder itself.
  func permit(_ permissions: Int, _ name: String = "") throws {
    let path = name.isEmpty ? folder.path : file(name).path
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  /// The permissions of a file.
  func permissions(of name: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: file(name).path)[.posixPermissions] as? NSNumber)?.intValue
  }

  /// Runs the tool from a shell script, which prepares its environment.
  func runFromShell(_ script: String, _ arguments: String...) async throws -> RunningTool.Outcome {
    try await run(
      ["-c", script, try BuiltTool.url().path] + arguments, of: URL(fileURLWithPath: "/bin/sh"))
  }
}
