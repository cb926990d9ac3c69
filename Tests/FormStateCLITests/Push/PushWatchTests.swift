import Foundation
import TestSupport
import Testing

/// `formstate sync --watch`, and signals.
@Suite("formstate sync --watch")
struct PushWatchTests {
  @Test("An answer that is set meanwhile arrives, and an interrupt ends it with 0")
  func follows() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let tool = try workspace.startOpenToSignals(Workspace.pushing(to: collector.url, ["--watch"]))
    let first = "Sent 2 entries of 1 response to “\(collector.url)”.\n"
    try await tool.wait { try tool.output() == first }
    let start = ContinuousClock.now
    try await workspace.formstate("clear", "answers.sqlite", "last-name")
    let second = "Sent 1 entry of 1 response to “\(collector.url)”.\n"
    try await tool.wait { try tool.output() == first + second }
    // After five minutes it would look in any case.
    #expect(ContinuousClock.now - start < .seconds(200))
    #expect(collector.entryCount == 3 && collector.requests.count == 2)
    tool.interrupt()
    let outcome = try await tool.outcome()
    #expect(outcome.status == 0 && !tool.wasKilled && outcome.errors == newNote(collector))
    #expect(workspace.leftovers().isEmpty)
  }

  @Test("It does not give up on a collector that fails more than 5 times, and says it once")
  func patient() async throws {
    let workspace = try await Workspace.withTwoAnswers()
    let collector = try ScriptedCollector(Array(repeating: .status(500), count: 5))
    let tool = try workspace.startOpenToSignals(Workspace.pushing(to: collector.url, ["--watch"]))
    try await tool.wait { try !tool.output().isEmpty }
    tool.terminate()
    let outcome = try await tool.outcome()
    #expect(outcome.status == 0 && !tool.wasKilled && collector.requests.count == 6)
    #expect(
      outcome.errors == newNote(collector) + "“\(collector.url)” answered 500; trying again.\n"
        + "“\(collector.url)” answers again.\n")
  }

  @Test("A response that the collector refuses meanwhile is named")
  func setAside() async throws {
    let workspace = try await Workspace.withTwoAnswers()
    let collector = try ScriptedCollector(.take, .refused)
    let tool = try workspace.startOpenToSignals(Workspace.pushing(to: collector.url, ["--watch"]))
    let first = "Sent 2 entries of 1 response to “\(collector.url)”.\n"
    try await tool.wait { try tool.output() == first }
    try await workspace.formstate("clear", "answers.sqlite", "last-name")
    let second = "profile default: not sent, Closed.\n"
    try await tool.wait { try tool.output() == first + second }
    tool.interrupt()
    #expect(try await tool.outcome().status == 0)
  }

  @Test("A final refusal ends it")
  func refused() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(.status(401)))
    let outcome = try await workspace.push(to: collector, "--watch")
    #expect(
      outcome.errors == newNote(collector)
        + "Error: “\(collector.url)” refuses the token (401), so 2 entries of 1 response wait; "
        + "write a valid one into “token”\n")
    #expect(outcome.status == 1)
  }

  #if os(Linux)
  @Test("While a request runs, no file has a batch, which a killed process would leave behind")
  func unnamed() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(.hold))
    let tool = try workspace.startOpenToSignals(Workspace.pushing(to: collector.url))
    try await tool.wait { collector.requests.count == 1 }
    let folder = workspace.file("temporary/\(try #require(workspace.leftovers().first))")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains("batch"))
    #expect(try workspace.permissions(of: "temporary/\(folder.lastPathComponent)") == 0o700)
    collector.release()
    #expect(try await tool.outcome().status == 0)
  }

  @Test("A signal during a request leaves no child and no file", arguments: [[], ["--watch"]])
  func interrupted(words: [String]) async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(.hold))
    let tool = try workspace.startOpenToSignals(Workspace.pushing(to: collector.url, words))
    try await tool.wait { collector.requests.count == 1 }
    let children = RunningPrograms.started(by: tool.identifier).map(\.identifier)
    #expect(children.count == 1 && workspace.leftovers().count == 1)
    tool.interrupt()
    let outcome = try await tool.outcome()
    #expect(outcome.errors == newNote(collector) && outcome.output.isEmpty)
    // Without --watch it ends by the signal, as other commands do.
    #expect(tool.wasKilled == words.isEmpty && outcome.status == (words.isEmpty ? SIGINT : 0))
    #expect(!RunningPrograms.all.contains { children.contains($0.identifier) } && workspace.leftovers().isEmpty)
    #expect(try await workspace.outbox().hasPrefix("2 entries of 1 response wait for “\(collector.url)”"))
  }
  #endif
}
