#if CommandLine
import ArgumentParser
import FormState

/// `formstate expand`
struct ExpandCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Show the cells below a cell.",
    discussion: """
      Nested cells are as they were when the cell was collapsed.

        formstate expand answers.sqlite full-name
        formstate expand answers.sqlite --all
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var cell: CellArguments
  @Flag(help: "Expand every expandable cell of the form.")
  var all = false
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    guard all else { return .expand(try cell.reference()) }
    guard try cell.optionalReference() == nil else {
      throw ValidationError("Name one cell or use --all, not both.")
    }
    return .expandAll
  }

  var seenAt: Int? { cell.seenAt }
}

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

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var cell: CellArguments
  @Flag(help: "Collapse every expandable cell of the form.")
  var all = false
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    guard all else { return .collapse(try cell.reference()) }
    guard try cell.optionalReference() == nil else {
      throw ValidationError("Name one cell or use --all, not both.")
    }
    return .collapseAll
  }

  var seenAt: Int? { cell.seenAt }
}

/// `formstate reveal`
struct RevealCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reveal",
    abstract: "Make a cell visible: unfold its section and expand every cell above it.",
    discussion: """
      This is one action. formstate explain shows what hides a cell.

        formstate reveal answers.sqlite first-name
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: ArgumentHelp("The key of the cell.", valueName: "cell"), completion: Completions.cells)
  var cell: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .reveal(.key(cell)) }
}

/// `formstate fold`
struct FoldCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fold",
    abstract: "Hide the rows of a section.",
    discussion: """
      The section's header stays, and its cells keep their disclosure.

        formstate fold answers.sqlite personal
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: ArgumentHelp("The key of the section.", valueName: "section"), completion: Completions.sections)
  var section: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .fold(section: section) }
}

/// `formstate unfold`
struct UnfoldCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "unfold",
    abstract: "Show the rows of a folded section again.",
    discussion: """
      Its cells are as they were when it was folded.

        formstate unfold answers.sqlite personal
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: ArgumentHelp("The key of the section.", valueName: "section"), completion: Completions.sections)
  var section: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .unfold(section: section) }
}

/// `formstate toggle-fold`
struct ToggleFoldCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle-fold",
    abstract: "Fold an unfolded section, or unfold a folded one.",
    discussion: """
      Does what a tap on a section's header does.

        formstate toggle-fold answers.sqlite personal
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: ArgumentHelp("The key of the section.", valueName: "section"), completion: Completions.sections)
  var section: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .toggleFold(section: section) }
}
#endif
