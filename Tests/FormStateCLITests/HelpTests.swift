import Foundation
import Testing

@Suite struct HelpTests {
  private static let commands = [
    "import", "list", "show", "tap", "set", "clear", "choose", "expand", "collapse", "fold", "unfold", "toggle-fold",
    "reveal", "explain", "reset", "draft", "undo", "redo", "log", "diff", "watch", "status", "mark-saved", "complete",
    "reopen", "replay", "upgrade", "set-aside", "export", "check", "compact", "schema", "get", "answers", "views",
    "response",
    "form",
    "dump", "restore", "recover", "merge", "outbox", "push", "backup", "validate", "serve", "preview", "report",
    "withdraw", "new",
  ]

  @Test(arguments: commands)
  func everyCommandTeachesByExample(command: String) async throws {
    let workspace = try Workspace()
    let help = try await workspace.formstate("help", command)
    #expect(help.contains("OVERVIEW: "))
    #expect(help.contains("  formstate \(command)"))
  }

  @Test("The help lists every command and fits on a screen", arguments: [[], ["--help"], ["help"]])
  func overview(words: [String]) async throws {
    let workspace = try Workspace()
    let help = try await workspace.run(words).output
    let names = Set(help.split { $0 == " " || $0.isNewline }.map(String.init))
    for command in Self.commands { #expect(names.contains(command), "\(command)") }
    #expect(help.contains("Exit status: 0 done, 1 refused"))
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 32 && lines.allSatisfy { $0.count <= 80 }, "\(lines.count)")
  }

  @Test("An unknown command is a usage error with the nearest name")
  func unknownCommands() async throws {
    let workspace = try Workspace()
    for (words, message) in [
      (["shwo", "answers.sqlite"], "there is no command “shwo”; did you mean “show”?; formstate lists them all"),
      (["help", "nope"], "there is no command “nope”; formstate lists them all"),
      (
        ["response", "coppy"],
        "there is no command “coppy”; did you mean “copy”?; formstate response --help lists them all"
      ),
      (
        ["help", "response", "coppy"],
        "there is no command “coppy”; did you mean “copy”?; formstate response --help lists them all"
      ),
      (["help", "show", "me"], "help takes only the name of a command, without “me”; try: formstate show --help"),
    ] {
      let outcome = try await workspace.run(words)
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(outcome.errors == "Error: \(message)\n")
    }
  }

  @Test("Every example in a help text fits in 60 columns", arguments: commands)
  func narrow(command: String) async throws {
    let workspace = try Workspace()
    let help = try await workspace.formstate("help", command)
    let examples = help.split(separator: "\n").filter { $0.hasPrefix("  formstate ") }
    #expect(examples.allSatisfy { $0.count <= 60 }, "\(examples.filter { $0.count > 60 })")
  }

  @Test func printsItsVersion() async throws {
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
}
