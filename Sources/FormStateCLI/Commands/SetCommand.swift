#if CommandLine
import ArgumentParser
import FormState

/// `formstate set`
struct SetCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Give a cell a value.",
    usage: """
      formstate set <db> <cell> <value> [--form <key>] [--response <key>] [--json]
      formstate set <db> --at <section,row> <value> [--form <key>] [--response <key>] [--json]
      """,
    discussion: """
      A text field takes any text, a date picker a date as YYYY-MM-DD, a switch on or off, a slider a number in its \
      range. A cell that refuses the value says what it would accept.

        formstate set answers.sqlite first-name Tom
        formstate set answers.sqlite --at 0,4 1835-11-30
        formstate set answers.sqlite married on

      A value that begins with a hyphen, unless it is a number, goes after --:

        formstate set answers.sqlite remarks -- --none--
      """)

  @OptionGroup var store: ActingStoreArguments
  @Argument(help: ArgumentHelp("The key of the cell; left out with --at.", valueName: "cell"))
  var first: String?
  @Argument(help: ArgumentHelp("The value.", valueName: "value"))
  var second: String?
  @OptionGroup var place: RowPathOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    switch (place.at, first, second) {
    case (let at?, let value?, nil): return .set(.rowPath(at.path), .text(value))
    case (nil, let cell?, let value?): return .set(.key(cell), .text(value))
    case (_?, _?, _?): throw ValidationError("Name the cell by its key or by --at, not by both.")
    default: throw ValidationError("Name a cell, by its key or by --at, and then its value.")
    }
  }

  var seenAt: Int? { place.seenAt }
}
#endif
