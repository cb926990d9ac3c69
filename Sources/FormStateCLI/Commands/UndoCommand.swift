#if CommandLine
import ArgumentParser
import FormStateStore

/// `formstate undo`
struct UndoCommand: RevertingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take the last steps back.",
    discussion: """
      Whatever an action did is taken back, also what opened, closed or folded, and also after a restart. Undo is an \
      entry of the journal itself, so nothing is lost: redo does the steps again, until something new is done.

        formstate undo answers.sqlite
        formstate undo answers.sqlite --count 3
        formstate undo answers.sqlite --values-only

      --values-only takes values and drafts back and leaves open and closed what is; steps that did nothing else are \
      passed over.
      """)

  static let isDoneAgain = false

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var steps: StepArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments
}
#endif
