import Foundation
import Testing

/// `Examples/state-digest.sh`, which follows the documentation of the digest with no code of the library.
@Suite("The digest without FormState")
struct DigestScriptTests {
  private func expectEqualDigests(in workspace: Workspace) async throws {
    let script = BuiltTool.packageFolder.appendingPathComponent("Examples/state-digest.sh").path
    let outcome = try await workspace.run(
      [script, "answers.sqlite", "profile", "default"], of: URL(fileURLWithPath: "/bin/bash"))
    let list = try await workspace.json(ShownList.self, "list", "answers.sqlite")
    #expect(outcome.errors == "")
    #expect(outcome.output.tidied == list.forms.first?.responses.first?.digest)
  }

  @Test("A query and sha256sum give the digest that the tool prints, whatever the state")
  func sameDigest() async throws {
    let workspace = try await Workspace.withExample()
    let steps: [[String]] = [
      ["tap", "answers.sqlite", "full-name"], ["set", "answers.sqlite", "first-name", "ü, 日本 “'\"\n:3,"],
      ["set", "answers.sqlite", "level-slider", "7.5"], ["set", "answers.sqlite", "date-of-birth-date", "1835-11-30"],
      ["set", "answers.sqlite", "marital-status-switch", "on"], ["choose", "answers.sqlite", "basketball"],
      ["clear", "answers.sqlite", "first-name"], ["fold", "answers.sqlite", "personal"],
      ["draft", "answers.sqlite", "level-slider", "about 8"], ["mark-saved", "answers.sqlite"],
      ["set", "answers.sqlite", "level-slider", "8"], ["complete", "answers.sqlite"],
    ]
    for step in steps {
      let outcome = try await workspace.run(step)
      #expect(outcome.status == 0, "\(step): \(outcome.errors)")
      try await expectEqualDigests(in: workspace)
    }
  }
}
