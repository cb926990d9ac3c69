#if CommandLine
import ArgumentParser
import FormState

/// `formstate reset`
struct ResetCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Take a cell, or the whole response, back to the definition.",
    discussion: """
      Values, titles and disclosure of the cell and of those below it become as the form defines them. Without a cell, \
      everything does. The journal keeps what was there before.

        formstate reset answers.sqlite full-name
        formstate reset answers.sqlite
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var cell: CellArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .reset(cell.optionalReference) }

  var seenAt: Int? { cell.place.seenAt }
}
#endif
