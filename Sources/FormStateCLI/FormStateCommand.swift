#if CommandLine
import ArgumentParser
import FormStateInterchange
import Foundation

/// The command line tool `formstate`.
@main
struct FormStateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formstate",
    abstract: "Keep a form and its answers in an SQLite file.",
    version: "1.0.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Fill in",
        subcommands: [
          SetCommand.self, ChooseCommand.self, ClearCommand.self, DraftCommand.self, TapCommand.self,
          ResetCommand.self, UndoCommand.self, RedoCommand.self, AddCommand.self, RemoveCommand.self,
          MoveCommand.self, CompleteCommand.self, ReopenCommand.self, MarkSavedCommand.self,
          RecalculateCommand.self, FaultCommand.self, ReplayCommand.self,
        ]),
      CommandGroup(
        name: "Expand",
        subcommands: [
          ExpandCommand.self, CollapseCommand.self, RevealCommand.self,
        ]),
      CommandGroup(
        name: "Show",
        subcommands: [
          ShowCommand.self, ServeCommand.self, AnswersCommand.self, GetCommand.self, StatusCommand.self,
          FaultsCommand.self, ChoicesCommand.self, ExplainCommand.self, ListCommand.self, WatchCommand.self,
        ]),
      CommandGroup(name: "History", subcommands: [LogCommand.self, DiffCommand.self]),
      CommandGroup(
        name: "Forms",
        subcommands: [
          NewCommand.self, ImportCommand.self, PreviewCommand.self, ExportCommand.self, UpgradeCommand.self,
          SetAsideCommand.self, FormCommand.self,
        ]),
      CommandGroup(name: "Responses", subcommands: [ResponseCommand.self]),
      CommandGroup(
        name: "Files",
        subcommands: [
          BackupCommand.self, RestoreCommand.self, RecoverCommand.self, DumpCommand.self, MergeCommand.self,
          PushCommand.self, OutboxCommand.self, CheckCommand.self, CompactCommand.self, ViewsCommand.self,
          SchemaCommand.self,
        ]),
    ])

  static func main() {
    // A reader that has read enough, such as head, then causes a write error instead of ending the process; so does a
    // file at its size limit.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    do {
      try ForeignBytes.check()
      let words = Array(CommandLine.arguments.dropFirst())
      if RootHelp.isAskedFor(by: words) { return try StandardStreams.print(RootHelp.text) }
      if let text = try FieldHelp.text(askedForBy: words) { return try StandardStreams.print(text) }
      try CommandWords.check(words)
      var command = try command(ProtectedArguments.protecting(DefaultDatabase.filling(words)))
      try command.run()
    } catch let error as ImportError {
      end(with: FieldHint.explained(error))
    } catch {
      end(with: error)
    }
  }

  /// The command with its arguments.
  ///
  /// The parser prepares the arguments of all commands, a quarter of the instructions of `formstate tap`, so the named
  /// command reads its own first. Whatever it does not take is left to the parser of all, which explains it.
  private static func command(_ words: [String]) throws -> any ParsableCommand {
    if let (named, arguments) = CommandWords.named(by: words),
      let command = try? named.parseAsRoot(arguments), type(of: command) == named
    {
      return command
    }
    return try parseAsRoot(words)
  }

  private static func end(with error: any Error) -> Never {
    let status = ExitStatus(error)
    if status != .refused {
      StandardStreams.note(fullMessage(for: error))
      exit(withError: ExitCode(status.rawValue))
    }
    guard exitCode(for: error) == .success else { exit(withError: error) }
    // Help, which the parser would print without checking the result.
    let text = fullMessage(for: error)
    do {
      if !text.isEmpty { try StandardStreams.print(text) }
    } catch {
      exit(withError: error)
    }
    exit(withError: ExitCode.success)
  }
}

/// Refuses arguments that are not text: decoding would replace their bytes, and store others than were given.
enum ForeignBytes {
  /// The environment's variables that may become part of a file.
  private static let variables = ["FORMSTATE_AUTHOR", "FORMSTATE_DB", "FORMSTATE_LANGUAGE"]

  /// - Throws: a usage error that names the first such argument.
  static func check() throws {
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[number], String(validatingCString: word) == nil else { continue }
      throw refusal(of: "argument \(number)", String(cString: word))
    }
    for name in variables {
      guard let text = getenv(name), String(validatingCString: text) == nil else { continue }
      throw refusal(of: name, String(cString: text))
    }
  }

  private static func refusal(of place: String, _ decoded: String) -> WrongUsage {
    WrongUsage(
      "\(place), “\(decoded.shortened)”, is not UTF-8 text, so its characters are unknown; "
        + "convert it, or set the terminal to UTF-8")
  }
}

/// Lets `formstate set` and `formstate draft` accept a negative number as a value.
///
/// The parser treats every word that begins with a hyphen as an option unless it follows `--`, and would report
/// `formstate set answers.sqlite level -3` as wrong usage instead of letting the slider refuse it.
enum ProtectedArguments {
  private static let optionsWithValue: Set<String> = [
    "--form", "-f", "--response", "-r", "--at", "--seen-at", "--busy-timeout", "--author", "--backup",
  ]

  /// The arguments with a negative number in the position of a value moved after `--`.
  static func protecting(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, command == "set" || command == "draft", !arguments.contains("--"),
      let index = arguments.indices.last(where: { isValue(at: $0, in: arguments) })
    else { return arguments }
    var result = arguments
    let value = result.remove(at: index)
    return result + ["--", value]
  }

  private static func isValue(at index: Int, in arguments: [String]) -> Bool {
    guard index > 0, !optionsWithValue.contains(arguments[index - 1]) else { return false }
    let word = arguments[index]
    return word.hasPrefix("-") && Double(word) != nil
  }
}
#endif
