#if CommandLine
import ArgumentParser
import FormState

/// `formstate draft`
struct DraftCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "draft",
    abstract: "Keep what was typed into a cell and is no value yet.",
    usage: """
      formstate draft <db> <cell> <text> [--form <key>] [--response <key>] [--json]
      formstate draft <db> <cell> --discard [--form <key>] [--response <key>] [--json]
      """,
    discussion: """
      A draft is shown back instead of the value and never counts as an answer. It goes when the cell is given a value, \
      cleared or reset, or with --discard.

        formstate draft answers.sqlite date-of-birth-date 1835-13-
        formstate draft answers.sqlite date-of-birth-date --discard
      """)

  @OptionGroup var store: ActingStoreArguments
  @Argument(help: ArgumentHelp("The key of the cell.", valueName: "cell"))
  var cell: String
  @Argument(help: ArgumentHelp("The text.", valueName: "text"))
  var text: String?
  @Flag(help: "Discard the draft.")
  var discard = false
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    guard discard == (text == nil) else {
      throw ValidationError("Give the text to keep, or --discard to let it go.")
    }
    return .draft(.key(cell), text)
  }
}
#endif
