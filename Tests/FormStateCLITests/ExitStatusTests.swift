import Foundation
import Testing

/// What the exit status tells a script when a command does not succeed completely.
@Suite("Exit statuses")
struct ExitStatusTests {
  private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")
  private static let intoFullDevice = "exec \"$0\" \"$@\" > /dev/full"
  private static let unwritableOutput = "but standard output cannot be written (No space left on device)\n"

  @Test("A change whose report cannot be written exits with 3 and says what was done", .enabled(if: hasFullDevice))
  func doneWithoutReport() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.write("{\"action\":\"tap\",\"cell\":\"full-name\"}\n", to: "script.jsonl")
    let commands: [(arguments: [String], words: String)] = [
      (["set", "answers.sqlite", "first-name", "Tom"], "the action was applied (revision 1)"),
      (["set", "answers.sqlite", "last-name", "Sawyer", "--json"], "the action was applied (revision 2)"),
      (["undo", "answers.sqlite"], "1 step was undone (revision 3)"),
      (["redo", "answers.sqlite"], "1 step was redone (revision 4)"),
      (["replay", "answers.sqlite", "script.jsonl"], "1 action was applied (revision 5)"),
      (["import", "answers.sqlite", "profile.plist", "--form", "other"], "1 file was imported"),
      (["compact", "answers.sqlite", "--form", "profile", "--keep", "0", "--yes"], "5 entries were removed"),
    ]
    for (arguments, words) in commands {
      let outcome = try await workspace.run(
        ["-c", Self.intoFullDevice, try BuiltTool.url().path] + arguments, of: URL(fileURLWithPath: "/bin/sh"))
      #expect(outcome.status == 3, "\(arguments)")
      #expect(outcome.errors == "Error: \(words), \(Self.unwritableOutput)")
    }
    let list = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests")
    #expect(list.forms.flatMap(\.responses).map(\.revision) == [5])
    #expect(list.forms.count == 2)
  }

  @Test(
    "A command that changes nothing exits with 1 if its output cannot be written", .enabled(if: hasFullDevice),
    arguments: [
      ["show", "answers.sqlite"], ["export", "csv", "answers.sqlite"], ["--help"], ["--version"],
    ])
  func nothingWasDone(arguments: [String]) async throws {
    let workspace = try await Workspace.withExample()
    let outcome = try await workspace.run(
      ["-c", Self.intoFullDevice, try BuiltTool.url().path] + arguments, of: URL(fileURLWithPath: "/bin/sh"))
    #expect(outcome.status == 1)
    #expect(outcome.errors == "Error: standard output cannot be written (No space left on device)\n")
  }

  @Test("A file that cannot grow is reported, and nothing changes")
  func aFileThatMayNotGrow() async throws {
    let workspace = try await Workspace.withExample()
    let before = try await workspace.everything()
    let outcome = try await workspace.runFromShell(
      "ulimit -f 1; exec \"$0\" \"$@\"", "set", "answers.sqlite", "first-name", "Tom")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("Error: “answers.sqlite”: the disk refused ("), "\(outcome.errors)")
    #expect(try await workspace.everything() == before)
  }

  @Test("A commit on a full disk changes nothing and says so")
  func aCommitWithoutRoom() async throws {
    let workspace = try await Workspace.withExample()
    let script = (1...300).map { "{\"action\":\"set\",\"cell\":\"first-name\",\"value\":\"Tom \($0)\"}\n" }.joined()
    let before = try await workspace.everything()
    var refusals: Set<String> = []
    // The index of the log has 64 blocks, so no process can start with less.
    for limit in [70, 90, 120] {
      let outcome = try await workspace.run(
        [
          "-c", "ulimit -f \(limit); exec \"$0\" \"$@\"", try BuiltTool.url().path, "replay", "answers.sqlite", "-",
          "--atomic",
        ],
        input: script, of: URL(fileURLWithPath: "/bin/sh"))
      #expect(outcome.status == 1, "\(limit): \(outcome.errors)")
      refusals.insert(outcome.errors)
      #expect(try await workspace.everything() == before)
    }
    #expect(
      refusals == [
        "Error: “answers.sqlite”: the commit failed (disk I/O error), and nothing has changed; "
          + "make room or mend the disk, and try again\n"
      ])
  }

  @Test("A compaction that cannot rewrite the file exits with 3 and can be repeated")
  func compactionWithoutRoom() async throws {
    let workspace = try await Workspace.withExample()
    let script = (1...300).map { "{\"action\":\"set\",\"cell\":\"first-name\",\"value\":\"Tom \($0)\"}\n" }.joined()
    try await workspace.formstate("replay", "answers.sqlite", "-", input: script)
    // The space that the first part needs depends on the schema; with less, nothing happens.
    var outcome: RunningTool.Outcome?
    for limit in stride(from: 70, through: 1000, by: 20) where outcome == nil {
      let attempt = try await workspace.runFromShell(
        "ulimit -f \(limit); exec \"$0\" \"$@\"", "compact", "answers.sqlite", "--keep", "5", "--yes")
      if attempt.status == 1 { continue }
      outcome = attempt
    }
    #expect(outcome?.status == 3)
    #expect(
      outcome?.errors.hasPrefix(
        "Error: 295 entries were removed, but the file could not be rewritten to free the space (the disk")
        == true, "\(outcome?.errors ?? "")")
    let size = try Data(contentsOf: workspace.file("answers.sqlite")).count
    let again = try await workspace.formstate("compact", "answers.sqlite", "--keep", "5", "--yes")
    #expect(again.hasPrefix("Removed 0 entries, kept 5 entries.\n"))
    #expect(try Data(contentsOf: workspace.file("answers.sqlite")).count < size)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("An error shortens a key of ten megabytes")
  func aLongKey() async throws {
    let workspace = try await Workspace.withExample()
    let key = String(repeating: "k", count: 10_000_000)
    let errors = try await workspace.refused(
      "replay", "answers.sqlite", "-", input: "{\"action\":\"tap\",\"cell\":\"\(key)\"}\n")
    #expect(errors.hasPrefix("Error: standard input:1: there is no cell “kkkk"))
    #expect(errors.utf8.count < 500)
  }
}
