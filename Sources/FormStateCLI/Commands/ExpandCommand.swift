#if CommandLine
import ArgumentParser
import FormState

/// `formstate expand`
struct ExpandCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Show the cells below a cell.",
    discussion: """
      Nested cells come back as they were when the cell was collapsed.

        formstate expand answers.sqlite full-name
        formstate expand answers.sqlite --all
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var cell: CellArguments
  @Flag(help: "Expand every expandable cell of the form.")
  var all = false
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    guard all else { return .expand(try cell.reference()) }
    guard cell.optionalReference == nil else {
      throw ValidationError("Name one cell or say --all, not both.")
    }
    return .expandAll
  }

  var seenAt: Int? { cell.place.seenAt }
}
#endif
