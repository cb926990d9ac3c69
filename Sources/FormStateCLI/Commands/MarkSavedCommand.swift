#if CommandLine
import ArgumentParser
import FormState

/// `formstate mark-saved`
struct MarkSavedCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark-saved",
    abstract: "Mark the values as saved.",
    discussion: """
      From then on, formstate status tells which values differ from what was saved.

        formstate mark-saved answers.sqlite
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .markSaved }
}
#endif
