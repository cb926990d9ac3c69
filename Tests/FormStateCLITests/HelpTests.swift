import Foundation
import Testing

@Suite struct HelpTests {
  private static let commands = [
    "import", "list", "show", "tap", "set", "clear", "choose", "expand", "collapse", "fold", "unfold", "toggle-fold",
    "reveal", "explain", "reset", "draft", "undo", "redo", "log", "diff", "watch", "status", "mark-saved", "complete",
    "reopen", "replay", "upgrade", "export", "check", "compact", "schema", "response", "form",
  ]

  @Test(arguments: commands)
  func everyCommandTeachesByExample(command: String) async throws {
    let workspace = try Workspace()
    let help = try await workspace.formstate("help", command)
    #expect(help.contains("OVERVIEW: "))
    #expect(help.contains("  formstate \(command)"))
  }

  @Test func theHelpListsEveryCommand() async throws {
    let workspace = try Workspace()
    let help = try await workspace.formstate("--help")
    for command in Self.commands { #expect(help.contains("  \(command) "), "\(command)") }
    #expect(help.contains("Exit status: 0 done, 1 refused"))
  }

  @Test func theVersionIsTold() async throws {
    let workspace = try Workspace()
    let version = try await workspace.formstate("--version")
    #expect(version.split(separator: ".").count == 3)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsCanBeMade(shell: String) async throws {
    let workspace = try Workspace()
    let script = try await workspace.formstate("--generate-completion-script", shell)
    #expect(script.contains("replay"))
  }

  @Test func anUnknownCommandIsWrongUsage() async throws {
    let workspace = try Workspace()
    let errors = try await workspace.refused("shwo", "answers.sqlite", status: 64)
    #expect(errors.contains("shwo"))
  }
}
