#if CommandLine
import ArgumentParser
import FormState

/// `formstate clear`
struct ClearCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Empty a cell.",
    discussion: """
      The cell holds nothing afterwards, not even its default; reset brings the default back.

        formstate clear answers.sqlite first-name
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var cell: CellArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .clear(try cell.reference()) }

  var seenAt: Int? { cell.place.seenAt }
}
#endif
