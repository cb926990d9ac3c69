#if CommandLine
import ArgumentParser
import Foundation

/// The command line tool `formstate`.
@main
struct FormStateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formstate",
    abstract: "Keep a form, and what a person has filled in, in an SQLite file.",
    discussion: """
      Every command names an SQLite file first. `import` makes it:

        formstate import answers.sqlite profile.plist
        formstate show answers.sqlite
        formstate tap answers.sqlite --at 0,0
        formstate set answers.sqlite first-name Tom
        formstate undo answers.sqlite
        formstate export answers.sqlite --format plist --output filled-in.plist

      A cell is named by its key, or with --at by its row path: its section and its row among the rows that show, \
      both counted from 0. With several forms in the file, say which with --form. A form can be filled in several \
      times; --response names the filling-in that is meant.

      Exit status: 0 done, 1 refused (nothing was changed, but for the actions that replay says it has applied), \
      3 done, but what was done could not be told, or something after it failed, 4 not known whether it was done, \
      64 wrong usage.
      """,
    version: "0.1.0",
    subcommands: [
      ImportCommand.self, ListCommand.self, ShowCommand.self,
      TapCommand.self, SetCommand.self, ClearCommand.self, ChooseCommand.self,
      ExpandCommand.self, CollapseCommand.self, FoldCommand.self, UnfoldCommand.self, ToggleFoldCommand.self,
      RevealCommand.self, ExplainCommand.self, ResetCommand.self, DraftCommand.self,
      UndoCommand.self, RedoCommand.self, LogCommand.self, DiffCommand.self, WatchCommand.self,
      StatusCommand.self, MarkSavedCommand.self, CompleteCommand.self, ReopenCommand.self,
      ReplayCommand.self, UpgradeCommand.self, ExportCommand.self, CheckCommand.self, CompactCommand.self,
      SchemaCommand.self, ResponseCommand.self, FormCommand.self,
    ])

  static func main() {
    // A reader that has seen enough, such as head, is then met as an error of writing instead of ending the process; and
    // so is a file that may grow no more.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot(ProtectedArguments.protecting(Array(CommandLine.arguments.dropFirst())))
      try command.run()
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
    // Help, which the parser would print without looking whether that works.
    let text = fullMessage(for: error)
    do {
      if !text.isEmpty { try StandardStreams.print(text) }
    } catch {
      exit(withError: error)
    }
    exit(withError: ExitCode.success)
  }
}

/// Lets `formstate set` and `formstate draft` take a negative number for a value.
///
/// The parser takes every word that begins with a hyphen for an option unless it follows `--`, and would call
/// `formstate set answers.sqlite level -3` wrong usage instead of letting the slider refuse it.
enum ProtectedArguments {
  private static let optionsWithValue: Set<String> = [
    "--form", "--response", "--at", "--seen-at", "--busy-timeout", "--author", "--backup",
  ]

  /// The arguments with a negative number that stands where a value may stand moved behind `--`.
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
