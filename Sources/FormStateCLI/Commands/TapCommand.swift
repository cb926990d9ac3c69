#if CommandLine
import ArgumentParser
import FormState

/// `formstate tap`
struct TapCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap",
    abstract: "Tap a row, as a person would.",
    discussion: """
      An expandable cell expands or collapses, an option is chosen; a tap on anything else changes nothing.

        formstate tap answers.sqlite --at 0,0
        formstate tap answers.sqlite full-name
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var cell: CellArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .tap(try cell.reference()) }

  var seenAt: Int? { cell.place.seenAt }
}
#endif
