#if CommandLine
import ArgumentParser
import FormState

/// `formstate expand`
struct ExpandCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Show the cells below a cell, or the rows of a section.",
    discussion: """
      Nested cells are as they were when it was collapsed. A key that belongs to no cell is taken as a section's.

        formstate expand answers.sqlite full-name
        formstate expand answers.sqlite personal
        formstate expand answers.sqlite --all
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var cell: CellArguments
  @OptionGroup var section: SectionFlag
  @Flag(help: "Expand every expandable cell of the form.")
  var all = false
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    if section.isMeant { return .unfold(section: try cell.sectionKey()) }
    guard all else { return .expand(try cell.reference()) }
    guard try cell.optionalReference() == nil else {
      throw ValidationError("Name a cell or section, or use --all, not both.")
    }
    return .expandAll
  }

  var actionOnSection: FormAction? { cell.key.map { .unfold(section: $0) } }
  var seenAt: Int? { cell.seenAt }
}

/// `formstate collapse`
struct CollapseCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "collapse",
    abstract: "Hide the cells below a cell, or the rows of a section.",
    discussion: """
      Nested cells keep their own disclosure, and a section its header. A key that belongs to no cell is taken as a section's.

        formstate collapse answers.sqlite full-name
        formstate collapse answers.sqlite personal
        formstate collapse answers.sqlite --all
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var cell: CellArguments
  @OptionGroup var section: SectionFlag
  @Flag(help: "Collapse every expandable cell of the form.")
  var all = false
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    if section.isMeant { return .fold(section: try cell.sectionKey()) }
    guard all else { return .collapse(try cell.reference()) }
    guard try cell.optionalReference() == nil else {
      throw ValidationError("Name a cell or section, or use --all, not both.")
    }
    return .collapseAll
  }

  var actionOnSection: FormAction? { cell.key.map { .fold(section: $0) } }
  var seenAt: Int? { cell.seenAt }
}

/// `formstate reveal`
struct RevealCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reveal",
    abstract: "Make a cell visible: expand whatever hides it.",
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
#endif
