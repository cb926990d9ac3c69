import FormState
import Foundation
import Testing

/// Several processes that fill in the same response at the same time.
@Suite("Many processes", .serialized)
struct ManyProcessesTests {
  private static let processes = 4

  private static var actionsEach: Int {
    ProcessInfo.processInfo.environment["FORMSTATE_FULL_TESTS"] == nil ? 150 : 5000
  }

  @Test("Four processes write one response: each action is applied once, and a watcher sees all")
  func fourProcessesWriteOneResponse() async throws {
    let workspace = try Workspace()
    try workspace.write(SharedForm.document(writers: Self.processes), to: "shared.json")
    try await workspace.formstate("import", "answers.sqlite", "shared.json")
    let total = Self.processes * Self.actionsEach
    let watcher = try workspace.start(["watch", "answers.sqlite", "--json", "--until", String(total)])
    try await watcher.wait { try watcher.output().contains("\n") }

    let scripts = (1...Self.processes).map { SharedForm.script(ofWriter: $0, count: Self.actionsEach) }
    for (script, writer) in zip(scripts, 1...) { try workspace.write(script.joined(), to: "\(writer).jsonl") }
    let writers = try (1...Self.processes).map { writer in
      try workspace.start(["replay", "--busy-timeout", "120", "answers.sqlite", "\(writer).jsonl"])
    }
    for writer in writers {
      let outcome = try await writer.outcome()
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.hasPrefix("Applied \(Self.actionsEach) actions; revision "))
    }

    try await expectJournal(of: scripts, in: workspace)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    let watched = try await watcher.outcome()
    #expect(watched.status == 0, "\(watched.errors)")
    try await expect(try WatchedScreen(following: watched.output), isShownBy: workspace, at: total)
  }

  /// Every line of every script is in the journal once, in its script's order, and the revisions have no gap.
  private func expectJournal(of scripts: [[String]], in workspace: Workspace) async throws {
    let total = scripts.map(\.count).reduce(0, +)
    let log = try await workspace.json(ShownLog.self, "log", "answers.sqlite")
    #expect(log.entries.map(\.revision) == Array(1...total))
    let journal = try await workspace.formstate("export", "actions", "answers.sqlite")
    let lines = journal.split(separator: "\n").map { "\($0)\n" }
    let writers = lines.map(SharedForm.writer(ofLine:))
    for (script, writer) in zip(scripts, 1...) {
      let own = zip(lines, writers).filter { $0.1 == writer }.map(\.0)
      #expect(own == script, "the actions of process \(writer)")
    }
    let turns = zip(writers, writers.dropFirst()).filter { $0.0 != $0.1 }.count
    #expect(turns >= scripts.count, "the processes were to write at the same time")
  }

  private func expect(_ screen: WatchedScreen, isShownBy workspace: Workspace, at revision: Int) async throws {
    let shown = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
    let indices = try await workspace.formstate("show", "answers.sqlite", "--indices")
    let visibleRows = try JSONDecoder().decode([[Int]].self, from: Data(indices.utf8))
    #expect(shown.revision == revision)
    #expect(screen.last == WatchedScreen.Rows(revision: revision, digest: shown.digest, visibleRows: visibleRows))
    #expect(screen.first.revision == 0)
    #expect(screen.updates.count > 1)
    #expect(screen.faults() == [])
    #expect(screen.updates.last?.revision == revision)
  }

  @Test("A writer that waits too long for the lock is refused, while readers continue")
  func aLockThatLastsTooLong() async throws {
    let workspace = try await Workspace.withExample()
    let before = try await workspace.everything()
    try await workspace.whileLocked {
      let errors = try await workspace.refused(
        "set", "answers.sqlite", "first-name", "Tom", "--busy-timeout", "0.2")
      #expect(
        errors == "Error: “answers.sqlite”: another process kept the database locked for too long; try again\n")
      #expect(try await workspace.everything() == before)
    }
    #expect(try await workspace.everything() == before)
  }

  @Test("A writer waits for a lock that is released in time")
  func aLockThatIsGivenUp() async throws {
    let workspace = try await Workspace.withExample()
    let script = "{\"action\":\"tap\",\"cell\":\"full-name\"}\n"
    var writer: RunningTool?
    try await workspace.whileLocked {
      let started = try workspace.start(["replay", "answers.sqlite", "-"], input: script)
      try await started.wait { started.hasOpened(workspace.file("answers.sqlite")) }
      #expect(started.isRunning)
      writer = started
    }
    let outcome = try await #require(writer).outcome()
    #expect(outcome.output == "Applied 1 action; revision 1.\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }
}
