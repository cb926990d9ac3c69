import Foundation
import Testing

@Suite struct HelpTests {
  private static let commands = [
    "import", "list", "show", "tap", "set", "clear", "choose", "expand", "collapse", "reveal", "explain", "reset",
    "undo", "redo", "log", "diff", "watch", "status", "mark-saved", "complete",
    "reopen", "replay", "upgrade", "export", "check", "compact", "schema", "get", "answers", "views",
    "response",
    "form",
    "restore", "sync", "outbox", "backup", "serve", "fault",
    "new", "settle", "questions",
  ]

  @Test(arguments: commands)
  func everyCommandTeachesByExample(command: String) async throws {
    let workspace = try Workspace()
    let help = try await workspace.formstate("help", command)
    #expect(help.contains("OVERVIEW: "))
    #expect(help.contains("  formstate \(command)"))
  }

  @Test("The help lists every command on a line of its own", arguments: [[], ["--help"], ["help"]])
  func overview(words: [String]) async throws {
    let workspace = try Workspace()
    let help = try await workspace.run(words).output
    let names = help.matches(of: /\n  ([a-z-]+) +[A-Z][^\n]*\.(?=\n)/).map { String($0.1) }
    let others = ["choices", "faults", "recalculate", "add", "remove", "move"]
    #expect(names.sorted() == (Self.commands + others).sorted())
    #expect(help.contains("Exit status: 0 done, 1 refused"))
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 79 })
    for variable in ["FORMSTATE_DB", "FORMSTATE_AUTHOR", "FORMSTATE_LANGUAGE", "FORMSTATE_BUSY_TIMEOUT"] {
      #expect(help.contains(variable))
    }
  }

  @Test(
    "A former command names the one that does its work, which exists",
    arguments: [
      ("revert", "undo --only"), ("restore-to", "undo --to"), ("fold", "collapse"), ("unfold", "expand"),
      ("toggle-fold", "tap"), ("report", "fault add"), ("withdraw", "fault remove"),
      ("form list", "list"), ("response list", "list"), ("validate", "check"),
      ("import-answers", "answers import"), ("draft", "set --draft"), ("dump", "export dump"),
      ("recover", "restore --damaged"), ("preview", "serve"), ("set-aside", "upgrade set-aside"),
    ])
  func former(name: String, new: String) async throws {
    let workspace = try Workspace()
    let command = String(new.prefix { $0 != " " })
    let names = name.split(separator: " ").map(String.init)
    for words in [names + ["answers.sqlite", "12"], ["help"] + names] {
      let outcome = try await workspace.run(words)
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(
        outcome.errors
          == "Error: there is no command “\(name)” any more; use formstate \(new), and see formstate help \(command)\n")
    }
    let help = try await workspace.formstate("help", command)
    #expect(help.contains(new.split(separator: " ").last ?? "?"))
    // The schema of a dump is that of a document.
    guard name != "dump" else { return }
    let words = new.split(separator: " ").filter { !$0.hasPrefix("-") }.joined(separator: " ")
    let schema = try await workspace.run(["schema", name.replacing(" ", with: "-")])
    let message = "Error: There is no command “\(name.replacing(" ", with: "-"))” any more; name \(words).\n"
    #expect(schema.status == 64 && schema.errors.hasPrefix(message))
  }

  @Test(
    "A former option names the way there is now",
    arguments: [
      (
        ["export", "answers.sqlite", "--format", "csv"],
        "export no longer takes --format; name the format first, as in formstate export csv"
      ),
      (
        ["schema", "--format", "form"],
        "schema no longer takes --format; write the name alone, as in formstate schema form"
      ),
      (
        ["schema", "--output=set"], "schema no longer takes --output; write the name alone, as in formstate schema set"
      ),
      (["answers", "answers.sqlite", "--csv"], "answers no longer takes --csv; use formstate export csv --long"),
      (
        ["undo", "answers.sqlite", "--count", "3"],
        "undo no longer takes --count; write the number of steps alone, as in formstate undo answers.sqlite 3"
      ),
      (
        ["redo", "--count=3"],
        "redo no longer takes --count; write the number of steps alone, as in formstate redo answers.sqlite 3"
      ),
    ])
  func formerOptions(words: [String], problem: String) async throws {
    let outcome = try await Workspace().run(words)
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors == "Error: \(problem)\n")
  }

  /// A command as the parser describes it.
  private struct DeclaredCommand: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }
      let names: [Name]?
      let shouldDisplay: Bool

      func names(_ kind: String) -> [String] { (names ?? []).filter { $0.kind == kind }.map(\.name) }
    }
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [DeclaredCommand]?

    /// The options of this command and of all below it, with the names of their commands.
    func options(after words: [String] = []) -> [(command: String, option: Argument)] {
      let words = words + [commandName]
      return (arguments ?? []).filter { $0.names != nil }.map { (words.joined(separator: " "), $0) }
        + (subcommands ?? []).flatMap { $0.options(after: words) }
    }
  }

  @Test("A letter means one option in all commands, and every command that has the option has the letter")
  func letters() async throws {
    struct Dump: Decodable { let command: DeclaredCommand }
    let text = try await Workspace().formstate("--experimental-dump-help")
    let options = try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command.options()
    var letters: [String: String] = ["help": "h"]
    for (command, option) in options {
      for letter in option.names("short") {
        let name = try #require(option.names("long").first, "-\(letter) of \(command)")
        #expect(letters[name, default: letter] == letter, "--\(name) of \(command)")
        letters[name] = letter
      }
    }
    let all = ["dry-run": "n", "form": "f", "help": "h", "output": "o", "quiet": "q", "response": "r", "yes": "y"]
    #expect(letters == all)
    for (command, option) in options {
      let known = option.names("long").compactMap { letters[$0] }
      #expect(option.names("short") == known, "\(command): \(option.names("long"))")
      #expect(!option.names("long").contains("busy-timeout") || !option.shouldDisplay, "\(command)")
    }
    #expect(Set(options.map(\.command)).count > 60)
  }

  @Test("answers lists by default and imports on request; each has its help, and any file a name")
  func answers() async throws {
    let workspace = try await Workspace.withExample()
    for words in [["help", "answers"], ["answers", "--help"]] {
      let help = try await workspace.run(words).output
      #expect(
        help.contains(
          "USAGE: formstate answers <db> [<options>]\n       formstate answers import <db> <file> [<options>]"))
      #expect(help.contains("\n  --unanswered  ") && help.contains("\n  formstate answers answers.sqlite --ndjson |\n"))
      #expect(help.contains("\n  list (default)          List section, question and answer.\n"))
      #expect(help.contains("\n  import                  Import answers: an ODK submission, a table or JSON.\n"))
      #expect(help.hasSuffix("See 'formstate help answers <subcommand>' for detailed help.\n"))
    }
    for (group, option) in [("upgrade", "-n, --dry-run"), ("upgrade set-aside", "--json")] {
      let words = group.split(separator: " ").map(String.init)
      let help = try await workspace.run(["help"] + words).output
      #expect(help.hasPrefix("OVERVIEW: ") && help.contains("\n  \(option)  "), "\(help)")
      #expect(help.contains("  -h, --help              Show help information.\n\nSUBCOMMANDS:\n"), "\(help)")
      #expect(help.hasSuffix("\n\n  See 'formstate help \(group) <subcommand>' for detailed help.\n"), "\(help)")
      #expect(try await workspace.run(words + ["-h"]).output == help)
    }
    for words in [["help", "answers", "list"], ["answers", "answers.sqlite", "--help"]] {
      let help = try await workspace.run(words).output
      #expect(help.contains("USAGE: formstate answers <db> [<options>]\n") && help.contains("\n  --unanswered  "))
    }
    let help = try await workspace.formstate("answers", "import", "--help")
    #expect(
      help.contains("USAGE: formstate answers import [<options>] <db> <file>") && help.contains("\n  --clear-empty  "))
    let list = try await workspace.formstate("answers", "answers.sqlite")
    #expect(list.hasPrefix("Section          Question"), "\(list)")
    #expect(try await workspace.formstate("answers", "list", "answers.sqlite") == list)
    #expect(try await workspace.formstate("answers", "--json", "answers.sqlite").hasPrefix("{"))
    try await workspace.formstate("backup", "answers.sqlite", "import")
    #expect(try await workspace.formstate("answers", "./import") == list)
    for (words, file) in [(["answers", "imprt"], "imprt"), (["answers", "imprt", "x.csv"], "imprt")] {
      #expect(
        try await workspace.run(words).errors
          == "Error: there is no command “\(file)”, and no file of this name; did you mean “import”?; formstate answers --help "
          + "lists them all\n")
    }
    try await workspace.formstate("backup", "answers.sqlite", "imprt")
    #expect(try await workspace.formstate("answers", "imprt") == list)
    let missing = try await workspace.refused("answers", "import", status: 64)
    #expect(missing.hasPrefix("Error: Missing expected argument '<db>'\n"))
    let extra = try await workspace.refused("answers", "answers.sqlite", "more", status: 64)
    #expect(extra.hasPrefix("Error: Unexpected argument 'more'\n"))
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
      (
        ["upgrade", "set-asid", "answers.sqlite"],
        "there is no command “set-asid”, and no file of this name; did you mean “set-aside”?; formstate upgrade --help lists them "
          + "all"
      ),
      (
        ["upgrade", "set-aside", "mapp", "a=b"],
        "there is no command “mapp”, and no file of this name; did you mean “map”?; formstate upgrade set-aside --help lists "
          + "them all"
      ),
      (
        ["help", "answers", "imprt"],
        "help takes only the name of a command, without “imprt”; try: formstate answers --help"
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
