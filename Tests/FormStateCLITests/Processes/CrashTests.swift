import Foundation
import TestSupport
import Testing

/// A process is killed while it writes. Exactly the committed actions are in the file, and all of them can be undone.
@Suite("A killed process", .serialized)
struct CrashTests {
  // Long enough that even a busy machine kills the script before its end.
  private static let scriptLength = 5_000

  @Test(
    "After a kill, the committed actions are complete and can all be undone and redone",
    arguments: TestSeeds.seeds(1, full: 20))
  func aProcessIsKilled(seed: UInt64) async throws {
    let workspace = try await Workspace.withExample()
    let script = RandomScript(count: Self.scriptLength, seed: seed).lines
    try workspace.write(script.joined(), to: "script.jsonl")
    var random = SeededGenerator(seed: seed)
    let moment = Int.random(in: 1...200, using: &random)
    let seen = try await kill(after: moment, in: workspace)

    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    let last = try await workspace.shown().revision
    #expect(last >= seen)
    #expect(last < script.count, "the process was to be killed before its end")
    let journal = try await workspace.formstate("export", "actions", "answers.sqlite")
    #expect(journal == script.prefix(last).joined())
    try await expectReplay(of: script.prefix(last), isShownBy: workspace)

    let revisions = Self.revisions(upTo: last, &random)
    try await expectUndo(through: revisions.reversed(), in: workspace)
    try await expectRedo(through: revisions, in: workspace)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  /// Kills a replay as soon as it has reached a revision.
  ///
  /// A separate process polls: a test among many runs too rarely, and thousands of revisions would pass.
  ///
  /// - Returns: the last revision that was seen while it ran.
  private func kill(after revision: Int, in workspace: Workspace) async throws -> Int {
    let outcome = try await workspace.run(
      ["python3", "-c", Self.killer, try BuiltTool.url().path, String(revision)],
      of: URL(fileURLWithPath: "/usr/bin/env"))
    let numbers = outcome.output.split(separator: "\n").compactMap { Int($0) }
    try #require(numbers.count == 2, "\(outcome)")
    #expect(numbers[1] == -Int(SIGKILL), "\(outcome)")
    return numbers[0]
  }

  /// Prints the last revision that it saw, and how the replay ended.
  private static let killer = """
    import sqlite3, subprocess, sys
    replay = subprocess.Popen(
        [sys.argv[1], "replay", "answers.sqlite", "script.jsonl"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seen = 0
    while seen < int(sys.argv[2]) and replay.poll() is None:
        look = sqlite3.connect("file:answers.sqlite?mode=ro", uri=True, timeout=10)
        seen = look.execute("SELECT coalesce(max(revision), 0) FROM formstate_entry").fetchone()[0]
        look.close()
    replay.kill()
    print(seen, replay.wait(), sep="\\n")
    """

  /// Some revisions from 0 to the last, including each of the last few.
  private static func revisions(upTo last: Int, _ random: inout SeededGenerator) -> [Int] {
    let some = (0..<8).map { _ in Int.random(in: 0...last, using: &random) }
    return Set(some + [0, max(0, last - 3), max(0, last - 2), max(0, last - 1), last]).sorted()
  }

  /// The same actions in a new file lead to the same digest, whichever process applied them.
  private func expectReplay(of lines: ArraySlice<String>, isShownBy workspace: Workspace) async throws {
    let fresh = try await Workspace.withExample()
    try await fresh.formstate("replay", "answers.sqlite", "-", "--atomic", input: lines.joined())
    #expect(try await fresh.shown() == workspace.shown())
  }

  private func expectUndo(through revisions: [Int], in workspace: Workspace) async throws {
    for (before, after) in zip(revisions, revisions.dropFirst()) {
      try await workspace.formstate("undo", "answers.sqlite", String(before - after))
      try await expect(workspace, showsRevision: after)
    }
    #expect(try await workspace.refused("undo", "answers.sqlite") == "Error: there is nothing to undo\n")
  }

  private func expectRedo(through revisions: [Int], in workspace: Workspace) async throws {
    for (before, after) in zip(revisions, revisions.dropFirst()) {
      try await workspace.formstate("redo", "answers.sqlite", String(after - before))
      try await expect(workspace, showsRevision: after)
    }
    let errors = try await workspace.refused("redo", "answers.sqlite")
    #expect(errors.hasPrefix("Error: there is nothing to redo"))
  }

  private func expect(_ workspace: Workspace, showsRevision revision: Int) async throws {
    let (now, then) = (try await workspace.shown(), try await workspace.shown(at: revision))
    #expect(now.digest == then.digest, "revision \(revision)")
    #expect(now.sections == then.sections, "revision \(revision)")
  }
}
