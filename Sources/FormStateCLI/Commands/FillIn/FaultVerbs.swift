#if CommandLine
import ArgumentParser
import FormState

/// The option for the reporter of a fault.
struct ReporterOption: ParsableArguments {
  @Option(
    name: .customLong("reporter"),
    help: ArgumentHelp("The reporter, such as server; the fault is withdrawn under this name.", valueName: "name"))
  var name: String?

  func validate() throws {
    if name?.isEmpty == true {
      throw ValidationError("--reporter must not be empty; omit it for a report without a name.")
    }
  }
}

/// `formstate fault`
struct FaultCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault",
    abstract: "Report a fault in an answer, or withdraw one.",
    discussion: """
      A server, a colleague or another program may find a fault that the form does not. formstate faults lists all.

        formstate fault add answers.sqlite email Taken. \\
          --reporter server
        formstate fault remove answers.sqlite --reporter server
      """,
    subcommands: [VerbCommand<AddFault>.self, VerbCommand<RemoveFault>.self])
}

/// `formstate fault add`
enum AddFault: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Report a fault in an answer, such as a refusal by a server.",
    usage: """
      formstate fault add <db> <cell> <message> [--reporter <name>] [--form <key>] [--response <key>] [--json]
      formstate fault add <db> <message> [--reporter <name>] [--form <key>] [--response <key>] [--json]
      """,
    discussion: """
      The fault is listed with those that the form finds itself, and keeps the response from being completed. It is removed \
      when the cell gets another value, or with formstate fault remove. Without a cell it is a fault of the whole response and \
      stays until it is withdrawn. A completed response accepts it too.

        formstate fault add answers.sqlite email Taken. \\
          --reporter server
        formstate fault add answers.sqlite 'We are closed today.'
      """)

  struct Arguments: VerbArguments {
    @Argument(
      help: ArgumentHelp("The key of the cell; the whole response by default.", valueName: "cell"),
      completion: Completions.cells)
    var first: String
    @Argument(help: ArgumentHelp("The fault, in a sentence.", valueName: "message"))
    var second: String?
    @OptionGroup var reporter: ReporterOption
  }

  static func action(_ fault: Arguments) -> FormAction {
    .reportFault(
      fault.second ?? fault.first, on: fault.second == nil ? nil : .key(fault.first), from: fault.reporter.name)
  }
}

/// `formstate fault remove`
enum RemoveFault: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Withdraw the faults reported on a cell, or on the whole response.",
    discussion: """
      Removes all faults reported under that name, or without --reporter those without a name; without a cell, on the \
      response and on all of its cells.

        formstate fault remove answers.sqlite email --reporter server
        formstate fault remove answers.sqlite --reporter server
      """)

  struct Arguments: VerbArguments {
    @Argument(
      help: ArgumentHelp("The key of the cell; all cells and the response by default.", valueName: "cell"),
      completion: Completions.cells)
    var cell: String?
    @OptionGroup var reporter: ReporterOption
  }

  static func action(_ faults: Arguments) -> FormAction {
    .withdrawFaults(from: faults.reporter.name, on: faults.cell.map(CellReference.key))
  }
}
#endif
