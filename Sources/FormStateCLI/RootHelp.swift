#if CommandLine
import ArgumentParser

/// The output of `formstate` by itself: all commands, by task, on one screen.
enum RootHelp {
  private static let width = 79

  /// Whether only this help is requested.
  static func isAskedFor(by words: [String]) -> Bool {
    [[], ["help"], ["--help"], ["-h"]].contains(words)
  }

  /// The help, without a line feed at its end.
  static var text: String {
    let groups = FormStateCommand.configuration.groupedSubcommands
    let nameWidth = groups.map(\.name.count).max() ?? 0
    let lines = groups.flatMap { group in
      wrapped(CommandWords.names(of: group.subcommands), after: nameWidth).enumerated().map { index, line in
        let name = index == 0 ? group.name : ""
        return "  " + name + String(repeating: " ", count: nameWidth - name.count) + "  " + line
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
    FORMSTATE_DB is the default file and FORMSTATE_AUTHOR the default author.
    Exit status: 0 done, 1 refused (nothing changed, except as replay and
    import-answers report), 3 done but not reported, 4 unknown whether it was done,
    64 wrong usage.
    """

  /// Names in lines that fit beside the name of their group.
  private static func wrapped(_ names: [String], after nameWidth: Int) -> [String] {
    var lines: [String] = []
    for name in names {
      if let last = lines.last, last.count + name.count + 2 <= width - nameWidth - 4 {
        lines[lines.count - 1] = "\(last)  \(name)"
      } else {
        lines.append(name)
      }
    }
    return lines
  }
}

/// The names of commands.
enum CommandWords {
  /// The names of commands.
  static func names(of commands: [any ParsableCommand.Type]) -> [String] {
    commands.compactMap { $0.configuration.commandName }
  }

  /// Checks that the first words name a command, even after `help`; the parser would treat them as arguments.
  ///
  /// - Throws: a usage error that suggests the nearest command.
  static func check(_ words: [String]) throws {
    if let word = words.first, word == "-v" || word == "-V" {
      throw WrongUsage("unknown option \(word); formstate --version prints the version")
    }
    var words = words[...]
    let isHelp = words.first == "help"
    if isHelp { words = words.dropFirst() }
    var commands = FormStateCommand.configuration.subcommands
    var path = "formstate"
    while let word = words.first, !word.hasPrefix("-"), !commands.isEmpty {
      guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
        if word == "help" { return }
        let nearest = names(of: commands).nearest(to: word)
        throw WrongUsage(
          "there is no command “\(word.shortened)”\(nearest.asSuggestion); \(path)\(path == "formstate" ? "" : " --help") "
            + "lists them all")
      }
      path += " \(word)"
      commands = command.configuration.subcommands
      words = words.dropFirst()
    }
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
