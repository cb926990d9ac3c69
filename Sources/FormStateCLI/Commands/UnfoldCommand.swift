#if CommandLine
import ArgumentParser
import FormState

/// `formstate unfold`
struct UnfoldCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "unfold",
    abstract: "Show the rows of a folded section again.",
    discussion: """
      Its cells are expanded and collapsed as they were when it was folded.

        formstate unfold answers.sqlite personal
      """)

  @OptionGroup var store: ActingStoreArguments
  @Argument(help: ArgumentHelp("The key of the section.", valueName: "section"))
  var section: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .unfold(section: section) }
}
#endif
