#if CommandLine
import ArgumentParser
import FormState

/// `formstate fold`
struct FoldCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fold",
    abstract: "Put the rows of a section away.",
    discussion: """
      The section's header stays, and its cells keep their disclosure.

        formstate fold answers.sqlite personal
      """)

  @OptionGroup var store: ActingStoreArguments
  @Argument(help: ArgumentHelp("The key of the section.", valueName: "section"))
  var section: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .fold(section: section) }
}
#endif
