#if CommandLine
import ArgumentParser
import FormState

/// `formstate add`
struct AddCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an instance to a repeat.",
    discussion: """
      The new instance is added after the others, or before one of them. Its number is never reused; cells in it are named by \
      that number, or by its position.

        formstate add trip.sqlite passenger
        formstate add trip.sqlite passenger --before 'passenger[1]'
        formstate add trip.sqlite 'passenger[2]/bag'
        formstate set trip.sqlite 'passenger[2]/name' Ada
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var cell: CellArguments
  @Option(help: ArgumentHelp("The instance to insert the new one before.", valueName: "instance"))
  var before: String?
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .add(try cell.reference(), before: before.map(CellReference.key)) }

  var seenAt: Int? { cell.seenAt }
}

/// `formstate remove`
struct RemoveCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an instance of a repeat with everything in it.",
    discussion: """
      Name the instance, or a cell in it. Undo restores all of it.

        formstate remove trip.sqlite 'passenger[2]'
        formstate remove trip.sqlite name:7
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var cell: CellArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .remove(try cell.reference()) }

  var seenAt: Int? { cell.seenAt }
}

/// `formstate move`
struct MoveCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move an instance of a repeat among the others.",
    discussion: """
      Without --before it becomes the last one.

        formstate move trip.sqlite 'passenger[3]' --before 'passenger[1]'
        formstate move trip.sqlite passenger:7
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var cell: CellArguments
  @Option(help: ArgumentHelp("The instance to move it before.", valueName: "instance"))
  var before: String?
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .move(try cell.reference(), before: before.map(CellReference.key)) }

  var seenAt: Int? { cell.seenAt }
}
#endif
