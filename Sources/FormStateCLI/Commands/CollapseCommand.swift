#if CommandLine
import ArgumentParser
import FormState

/// `formstate collapse`
struct CollapseCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "collapse",
    abstract: "Hide the cells below a cell.",
    discussion: """
      Nested cells keep their own disclosure until the cell is expanded again.

        formstate collapse answers.sqlite full-name
        formstate collapse answers.sqlite --all
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var cell: CellArguments
  @Flag(help: "Collapse every expandable cell of the form.")
  var all = false
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    guard all else { return .collapse(try cell.reference()) }
    guard cell.optionalReference == nil else {
      throw ValidationError("Name one cell or say --all, not both.")
    }
    return .collapseAll
  }

  var seenAt: Int? { cell.place.seenAt }
}
#endif
