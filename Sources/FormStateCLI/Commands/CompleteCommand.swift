#if CommandLine
import ArgumentParser
import FormState

/// `formstate complete`
struct CompleteCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Declare a response finished.",
    discussion: """
      A completed response refuses edits until it is reopened; it can still be looked through.

        formstate complete answers.sqlite
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .complete }
}
#endif
