#if CommandLine
import ArgumentParser
import FormStateStore

/// `formstate redo`
struct RedoCommand: RevertingCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Do the steps again that were taken back last.",
    discussion: """
      A new action after an undo puts the steps that were taken back out of use; the journal keeps them, marked as \
      abandoned.

        formstate redo answers.sqlite
        formstate redo answers.sqlite --count 3
      """)

  static let isDoneAgain = true

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var steps: StepArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments
}
#endif
