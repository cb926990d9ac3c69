#if CommandLine
import ArgumentParser
import Foundation

/// The output of `formstate` by itself: all commands, by task, a line each.
enum RootHelp {
  /// Whether only this help is requested.
  static func isAskedFor(by words: [String]) -> Bool {
    [[], ["help"], ["--help"], ["-h"]].contains(words)
  }

  /// The help, without a line feed at its end.
  static var text: String {
    let groups = FormStateCommand.configuration.groupedSubcommands
    let nameWidth = groups.flatMap { CommandWords.names(of: $0.subcommands) }.map(\.count).max() ?? 0
    let lines = groups.flatMap { group in
      ["", group.name]
        + group.subcommands.map { command in
          let name = (command.configuration.commandName ?? "").padding(toLength: nameWidth, withPad: " ", startingAt: 0)
          return "  \(name)  \(command.configuration.abstract)"
        }
    }
    return ([opening] + lines + [ending]).joined(separator: "\n")
  }

  private static let opening = """
    \(FormStateCommand.configuration.abstract)

      formstate new visit.json                          begin a form
      formstate import answers.sqlite visit.json        import it
      formstate show answers.sqlite                     show it
      formstate set answers.sqlite name Tom             answer a question
      formstate undo answers.sqlite                     undo that
      formstate help set                                explain a command
      formstate help field required                     explain a field of a form
    """

  private static let ending = """

    Name a cell by its key, or with --at by the section and row that show it, both
    from 0. With several forms or responses, select one with --form or --response.
    FORMSTATE_DB is the default file, FORMSTATE_AUTHOR the default author,
    FORMSTATE_LANGUAGE the language to show if the form has it, and
    FORMSTATE_BUSY_TIMEOUT the seconds to wait for other writers.
    Exit status: 0 done, 1 refused (nothing changed, except as replay and
    answers import report), 3 done but not reported, 4 unknown whether it was done,
    64 wrong usage.
    """
}

/// The names of commands.
enum CommandWords {
  /// The names of commands.
  static func names(of commands: [any ParsableCommand.Type]) -> [String] {
    commands.compactMap { $0.configuration.commandName }
  }

  /// The command that words name, and the words after its name; a group that does something by default stands for that.
  static func named(by words: [String]) -> (command: any ParsableCommand.Type, arguments: [String])? {
    var command: any ParsableCommand.Type = FormStateCommand.self
    var rest = words[...]
    while !command.configuration.subcommands.isEmpty {
      let named = command.configuration.subcommands.first { $0.configuration.commandName == rest.first }
      if named != nil { rest = rest.dropFirst() }
      guard let next = named ?? command.configuration.defaultSubcommand else { return nil }
      command = next
    }
    return (command, Array(rest))
  }

  /// What replaces former commands, by their names, the words of which are joined by hyphens.
  private static let former = [
    "revert": "undo --only", "restore-to": "undo --to", "fold": "collapse", "unfold": "expand", "toggle-fold": "tap",
    "report": "fault add", "withdraw": "fault remove",
    "form-list": "list", "response-list": "list", "validate": "check", "import-answers": "answers import",
    "draft": "set --draft", "dump": "export dump", "recover": "restore --damaged",
    "preview": "serve", "push": "sync --with URL",
    "merge": "sync --with FILE --receive-only", "set-aside": "upgrade set-aside", "set-aside-list": "upgrade set-aside",
    "set-aside-map": "upgrade set-aside map", "set-aside-discard": "upgrade set-aside discard",
  ]

  /// The command that replaces a former one, whose words are joined by hyphens; `nil` if it never was one.
  static func replacement(of name: String) -> String? {
    former[name].map { $0.split(separator: " ").filter { !$0.hasPrefix("-") }.joined(separator: " ") }
  }

  /// What replaces former options, by the commands that had them before they had commands of their own.
  private static let formerOptions = [
    (command: "export", option: "--format", instead: "name the format first, as in formstate export csv"),
    (command: "answers", option: "--csv", instead: "use formstate export csv --long"),
    (
      command: "undo", option: "--count",
      instead: "write the number of steps alone, as in formstate undo answers.sqlite 3"
    ),
    (
      command: "redo", option: "--count",
      instead: "write the number of steps alone, as in formstate redo answers.sqlite 3"
    ),
    (command: "schema", option: "--format", instead: "write the name alone, as in formstate schema form"),
    (command: "schema", option: "--output", instead: "write the name alone, as in formstate schema set"),
    (command: "outbox", option: "--answers", instead: "use formstate outbox take, as in outbox take DB FILE --to NAME"),
    (command: "outbox", option: "--status", instead: "use formstate outbox status"),
    (command: "outbox", option: "--retry", instead: "use formstate outbox retry"),
    (command: "outbox", option: "--forget", instead: "use formstate outbox forget"),
    (command: "outbox", option: "--to", instead: "use formstate outbox write, or status, before the file"),
  ]

  /// Checks that the first words name a command, even after `help`; the parser would treat them as arguments.
  ///
  /// - Throws: a usage error that suggests the nearest command.
  static func check(_ words: [String]) throws {
    if let word = words.first, word == "-v" || word == "-V" {
      throw WrongUsage("unknown option \(word); formstate --version prints the version")
    }
    let options = Set(words.map { $0.prefix { $0 != "=" } })
    /// Refuses an option that the command of a path had.
    func checkOptions(of path: String) throws {
      let former = formerOptions.first { path == "formstate \($0.command)" && options.contains(Substring($0.option)) }
      guard let former else { return }
      throw WrongUsage("\(former.command) no longer takes \(former.option); \(former.instead)")
    }
    var words = words[...]
    let isHelp = words.first == "help"
    if isHelp { words = words.dropFirst() }
    var commands = FormStateCommand.configuration.subcommands
    var usual: (any ParsableCommand.Type)?
    var path = "formstate"
    while let word = words.first, !word.hasPrefix("-"), !commands.isEmpty {
      guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
        if word == "help" { return }
        let nearest = names(of: commands).nearest(to: word)
        // What the group does by default has a file as its argument.
        if usual != nil, isHelp || nearest == nil || FileManager.default.fileExists(atPath: word) { break }
        let named = path.split(separator: " ").dropFirst() + [Substring(word)]
        if let new = former[named.joined(separator: "-")] {
          throw WrongUsage(
            "there is no command “\(named.joined(separator: " "))” any more; use formstate \(new), and see formstate help "
              + new.prefix { $0 != " " })
        }
        try checkOptions(of: path)
        if path == "formstate outbox", nearest == nil {
          throw WrongUsage("outbox has commands of its own; use formstate outbox status")
        }
        let orFile = usual == nil ? "" : ", and no file of this name"
        throw WrongUsage(
          "there is no command “\(word.shortened)”\(orFile)\(nearest.asSuggestion); \(path)\(path == "formstate" ? "" : " --help") "
            + "lists them all")
      }
      path += " \(word)"
      (commands, usual) = (command.configuration.subcommands, command.configuration.defaultSubcommand)
      words = words.dropFirst()
    }
    try checkOptions(of: path)
    if isHelp, let word = words.first, !word.hasPrefix("-") {
      throw WrongUsage("help takes only the name of a command, without “\(word.shortened)”; try: \(path) --help")
    }
  }
}

/// The arguments are not a command of the tool.
struct WrongUsage: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
#endif
