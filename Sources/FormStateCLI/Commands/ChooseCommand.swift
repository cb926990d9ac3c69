#if CommandLine
import ArgumentParser
import FormState

/// `formstate choose`
struct ChooseCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "choose",
    abstract: "Choose an option.",
    discussion: """
      The cell above the option takes it as its value, shows its title, and collapses. By its key, an option can be \
      chosen whether it shows or not.

        formstate choose answers.sqlite basketball
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var cell: CellArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .choose(try cell.reference()) }

  var seenAt: Int? { cell.place.seenAt }
}
#endif
