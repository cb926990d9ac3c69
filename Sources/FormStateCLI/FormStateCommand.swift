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
          SetCommand.self, VerbCommand<Choose>.self, VerbCommand<Clear>.self, VerbCommand<Tap>.self,
          VerbCommand<Reset>.self, UndoCommand.self, RedoCommand.self, VerbCommand<Add>.self, VerbCommand<Remove>.self,
          VerbCommand<Move>.self, VerbCommand<Complete>.self, VerbCommand<Reopen>.self, VerbCommand<MarkSaved>.self,
          VerbCommand<Recalculate>.self, SettleCommand.self, FaultCommand.self, ReplayCommand.self,
        ]),
      CommandGroup(
        name: "Expand",
        subcommands: [VerbCommand<Expand>.self, VerbCommand<Collapse>.self, VerbCommand<Reveal>.self]),
      CommandGroup(
        name: "Show",
        subcommands: [
          ShowCommand.self, ServeCommand.self, AnswersCommand.self, GetCommand.self, StatusCommand.self,
          FaultsCommand.self, QuestionsCommand.self, ChoicesCommand.self, ExplainCommand.self, ListCommand.self,
          WatchCommand.self,
        ]),
      CommandGroup(name: "History", subcommands: [LogCommand.self, DiffCommand.self]),
      CommandGroup(
        name: "Forms",
        subcommands: [
          NewCommand.self, ImportCommand.self, ExportCommand.self, UpgradeCommand.self, FormCommand.self,
        ]),
      CommandGroup(name: "Responses", subcommands: [ResponseCommand.self]),
      CommandGroup(
        name: "Files",
        subcommands: [
          BackupCommand.self, RestoreCommand.self, SyncCommand.self, OutboxCommand.self,
          CheckCommand.self, CompactCommand.self, ViewsCommand.self, SchemaCommand.self,
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
      if let text = try FieldHelp.text(askedForBy: words) ?? GroupHelp.text(askedForBy: words) {
        return try StandardStreams.print(text)
      }
      try CommandWords.check(words)
      var command = try CommandReading(words: words).command()
      try command.run()
    } catch let error as ImportError {
      end(with: FieldHint.explained(error))
    } catch {
      end(with: error)
    }
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
#endif
