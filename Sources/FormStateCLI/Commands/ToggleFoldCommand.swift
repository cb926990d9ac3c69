#if CommandLine
import ArgumentParser
import FormState

/// `formstate toggle-fold`
struct ToggleFoldCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle-fold",
    abstract: "Fold a section, or unfold it when it is folded.",
    discussion: """
      What a tap on a section's header means.

        formstate toggle-fold answers.sqlite personal
      """)

  @OptionGroup var store: ActingStoreArguments
  @Argument(help: ArgumentHelp("The key of the section.", valueName: "section"))
  var section: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .toggleFold(section: section) }
}
#endif
