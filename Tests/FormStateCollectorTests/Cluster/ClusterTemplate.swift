#if Collect
import Foundation

/// A cluster that tests copy, since initializing one takes longer than copying it.
enum ClusterTemplate {
  /// Its folder, which is removed at the end of the process.
  static func folder() throws -> String { try made.get() }

  private static let made: Result<String, any Error> = Result {
    let folder = try ClusterProgram.makeFolder()
    ClusterTemplate.removeAtExit(folder)
    try ClusterProgram.run(
      [
        try ClusterProgram.path(of: "initdb"), "--pgdata=\(folder)/data", "--username=postgres", "--encoding=UTF8",
        "--locale=C", "--auth=trust", "--no-sync", "--wal-segsize=1",
      ],
      in: folder)
    // The user “locked” needs a password; all others do not.
    let rules = "local all locked scram-sha-256\nlocal all all trust\n"
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder)/data/pg_hba.conf"))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(rules.utf8))
    try file.close()
    return folder
  }

  nonisolated(unsafe) private static var abandoned: String?

  private static func removeAtExit(_ folder: String) {
    abandoned = folder
    atexit { ClusterTemplate.abandoned.map { try? FileManager.default.removeItem(atPath: $0) } ?? () }
  }
}
#endif
