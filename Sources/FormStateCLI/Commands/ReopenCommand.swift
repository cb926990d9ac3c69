#if CommandLine
import ArgumentParser
import FormState

/// `formstate reopen`
struct ReopenCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Take a completed response up again.",
    discussion: """
        formstate reopen answers.sqlite
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .reopen }
}
#endif
