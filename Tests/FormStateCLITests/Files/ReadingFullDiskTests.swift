import Foundation
import Testing

/// What reads a file on a disk without room for the index of its log.
@Suite("Reading on a full disk", .enabled(if: FullDiskTests.mounts))
struct ReadingFullDiskTests {
  /// What lies beside the database.
  enum Beside: String, CaseIterable {
    case nothing = ""
    case log = "cp kept.sqlite-wal disk/answers.sqlite-wal"
    case logAndIndex = "cp kept.sqlite-wal disk/answers.sqlite-wal && : > disk/answers.sqlite-shm"
    /// What a command leaves that could not begin to read.
    case emptyLog = ": > disk/answers.sqlite-wal && : > disk/answers.sqlite-shm"
  }

  private static let readers = [
    "list X", "show X", "answers X", "get X first-name", "check X", "log X", "export dump X", "export json X",
    "status X", "faults X", "diff X --from 0", "outbox status X", "list X", "upgrade set-aside X",
  ]

  @Test("Whatever only reads works, and shows the log's contents", arguments: Beside.allCases)
  func reading(beside: Beside) async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    var expected = "Tom"
    try FileManager.default.copyItem(at: workspace.file("answers.sqlite"), to: workspace.file("kept.sqlite"))
    if beside == .log || beside == .logAndIndex {
      // While another process has the file open, the log stays.
      try await workspace.sqlite(
        """
        SELECT count(*) FROM formstate_entry;
        .shell \(try BuiltTool.url().path) set answers.sqlite first-name Becky > set.txt
        .shell cp answers.sqlite-wal kept.sqlite-wal
        """)
      expected = "Becky"
    }
    let script = """
      mkdir -p disk && mount -t tmpfs -o size=4m tmpfs disk || exit 99
      cp kept.sqlite disk/answers.sqlite
      \(beside.rawValue)
      dd if=/dev/zero of=disk/filler bs=1k 2>/dev/null
      while read -r words; do
        "$0" $words > output.txt || echo "$words: $?" >> failed.txt
        case $words in get*) cp output.txt got.txt;; esac
      done < readers.txt
      "$0" set disk/answers.sqlite first-name Huck && echo "set" >> failed.txt
      umount disk
      """
    try workspace.write(
      Self.readers.map { $0.replacing("X", with: "disk/answers.sqlite") + "\n" }.joined(), to: "readers.txt")
    let outcome = try await workspace.run(
      ["--mount", "sh", "-c", script, try BuiltTool.url().path], of: URL(fileURLWithPath: "/usr/bin/unshare"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!workspace.has("failed.txt"), "\((try? workspace.text(of: "failed.txt")) ?? "") \(outcome.errors)")
    #expect(try workspace.text(of: "got.txt") == "\(expected)\n")
  }
}
