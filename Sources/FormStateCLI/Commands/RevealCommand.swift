#if CommandLine
import ArgumentParser
import FormState

/// `formstate reveal`
struct RevealCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reveal",
    abstract: "Make a cell show: unfold its section and expand every cell above it.",
    discussion: """
      All of it is one action. What hides a cell, formstate explain says.

        formstate reveal answers.sqlite first-name
      """)

  @OptionGroup var store: ActingStoreArguments
  @Argument(help: ArgumentHelp("The key of the cell.", valueName: "cell"))
  var cell: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .reveal(.key(cell)) }
}
#endif
