#if CommandLine
import ArgumentParser

/// What `formstate` says by itself: all that one can do, by what one wants to do, on one screen.
enum RootHelp {
  private static let width = 79

  /// Whether nothing but this help is asked for.
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

      formstate import answers.sqlite profile.plist     take a form in
      formstate show answers.sqlite                     look at it
      formstate set answers.sqlite first-name Tom       fill it in
      formstate undo answers.sqlite                     take that back
      formstate help set                                what a command takes

    """

  private static let ending = """

    A cell is named by its key, or with --at by section and row as they show, both
    from 0. --form and --response say which are meant where there are several.
    FORMSTATE_DB names the file and FORMSTATE_AUTHOR who acts, where left out.
    Exit status: 0 done, 1 refused (nothing changed, but for what replay says),
    3 done but not told, 4 not known whether it was done, 64 wrong usage.
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
  /// What commands are called.
  static func names(of commands: [any ParsableCommand.Type]) -> [String] {
    commands.compactMap { $0.configuration.commandName }
  }

  /// Makes sure that the first words name a command, also behind `help`; the parser would take them for arguments.
  ///
  /// - Throws: a usage error that suggests the nearest command.
  static func check(_ words: [String]) throws {
    if let word = words.first, word == "-v" || word == "-V" {
      throw WrongUsage("there is no option \(word); formstate --version says which version this is")
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
      throw WrongUsage("help takes the name of a command alone, not “\(word.shortened)” too; try: \(path) --help")
    }
  }
}

/// What was typed is no command of the tool's.
struct WrongUsage: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
#endif
