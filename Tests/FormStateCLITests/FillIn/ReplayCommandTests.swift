import Foundation
import Testing

@Suite struct ReplayCommandTests {
  private static let brokenThirdLine = """
    {"action":"tap","at":[0,0]}
    {"action":"set","cell":"first-name","value":"Tom"}
    {"action":"set","cell":
    {"action":"collapseAll"}

    """

  private static let refusedThirdLine = """
    {"action":"tap","at":[0,0]}
    {"action":"set","cell":"first-name","value":"Tom"}
    {"action":"set","cell":"frst-name","value":"Huck"}
    {"action":"collapseAll"}

    """

  private static let refusal = "actions.jsonl:3: there is no cell “frst-name”; did you mean “first-name”?"

  @Test(arguments: [[], ["--atomic"], ["--dry-run"]])
  func aBrokenLineIsNoticedBeforeAnythingIsApplied(flags: [String]) async throws {
    let workspace = try await Workspace.withExample()
    try workspace.write(Self.brokenThirdLine, to: "actions.jsonl")
    let before = try await workspace.everything()
    let outcome = try await workspace.run(["replay", "answers.sqlite", "actions.jsonl"] + flags)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: actions.jsonl:3: "))
    #expect(try await workspace.everything() == before)
  }

  @Test func aBrokenLineOnStandardInputStopsThere() async throws {
    let workspace = try await Workspace.withExample()
    let errors = try await workspace.refused("replay", "answers.sqlite", "-", input: Self.brokenThirdLine)
    #expect(errors.hasPrefix("Error: standard input:3: "))
    #expect(errors.hasSuffix("\nThe 2 actions before it were applied. To continue from there: --from-line 3.\n"))
    #expect(try await workspace.json(ShownForm.self, "show", "answers.sqlite").revision == 2)
  }

  @Test func aRefusedLineStopsThere() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.write(Self.refusedThirdLine, to: "actions.jsonl")
    let errors = try await workspace.refused("replay", "answers.sqlite", "actions.jsonl")
    #expect(
      errors == "Error: \(Self.refusal)\nThe 2 actions before it were applied. To continue from there: --from-line 3.\n"
    )
    #expect(try await workspace.json(ShownForm.self, "show", "answers.sqlite").revision == 2)
    let mended = Self.refusedThirdLine.replacingOccurrences(of: "frst-name", with: "first-name")
    try workspace.write(mended, to: "actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "actions.jsonl", "--from-line", "3")
    #expect(try await workspace.shown().revision == 4)
  }

  @Test(arguments: ["--atomic", "--dry-run"])
  func aRefusedLineUndoesEverythingWhenAskedFor(flag: String) async throws {
    let workspace = try await Workspace.withExample()
    try workspace.write(Self.refusedThirdLine, to: "actions.jsonl")
    try await workspace.expectRefusal(
      "replay", "answers.sqlite", "actions.jsonl", flag, message: "\(Self.refusal)\nNothing was applied.")
  }

  @Test func aDryRunWritesNothing() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    let before = try await workspace.everything()
    let tried = try await workspace.json(
      ShownReplay.self, "replay", "answers.sqlite", "profile-actions.jsonl", "--dry-run")
    #expect(tried.dryRun)
    #expect(try await workspace.everything() == before)
    let done = try await workspace.json(ShownReplay.self, "replay", "answers.sqlite", "profile-actions.jsonl")
    #expect(done == ShownReplay(actionCount: tried.actionCount, revision: tried.revision, dryRun: false))
  }

  @Test func anEmptyScriptLeavesTheRevision() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "--at", "0,0")
    try workspace.write("\n", to: "actions.jsonl")
    for flags in [[], ["--atomic"]] {
      let outcome = try await workspace.run(["replay", "answers.sqlite", "actions.jsonl"] + flags)
      #expect(outcome.output == "Applied 0 actions; revision 1.\n")
    }
  }

  @Test("Without standard input, as in a job of the system, there are no actions")
  func noStandardInput() async throws {
    let workspace = try await Workspace.withExample()
    let command = "exec '\(try BuiltTool.url().path)' replay answers.sqlite - </dev/null"
    let outcome = try await workspace.run(["sh", "-c", command], of: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(outcome.output == "Applied 0 actions; revision 0.\n", "\(outcome.errors)")
  }

  @Test func aLineThatIsNoText() async throws {
    let workspace = try await Workspace.withExample()
    try Data([0x7B, 0xFF, 0xFE, 0x0A]).write(to: workspace.file("actions.jsonl"))
    try await workspace.expectRefusal(
      "replay", "answers.sqlite", "actions.jsonl", message: "actions.jsonl:1: the line is not UTF-8 text")
  }

  @Test func aMissingScript() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.expectRefusal(
      "replay", "answers.sqlite", "actions.jsonl", message: "there is no file “actions.jsonl”")
  }
}
