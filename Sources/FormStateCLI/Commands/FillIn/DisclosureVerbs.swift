#if CommandLine
import ArgumentParser
import FormState

/// `formstate expand`
enum Expand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Show the cells below a cell, or the rows of a section.",
    discussion: """
      Nested cells are as they were when it was collapsed. A key that belongs to no cell is taken as a section's.

        formstate expand answers.sqlite full-name
        formstate expand answers.sqlite personal
        formstate expand answers.sqlite --all
      """)

  static func action(_ rows: RowsArguments) throws -> FormAction {
    rows.all ? .expandAll : .expand(try rows.cell.reference())
  }
  static func action(onSection key: String) -> FormAction? { .unfold(section: key) }
}

/// `formstate collapse`
enum Collapse: Verb {
  static let configuration = CommandConfiguration(
    commandName: "collapse",
    abstract: "Hide the cells below a cell, or the rows of a section.",
    discussion: """
      Nested cells keep their own disclosure, and a section its header. A key that belongs to no cell is taken as a section's.

        formstate collapse answers.sqlite full-name
        formstate collapse answers.sqlite personal
        formstate collapse answers.sqlite --all
      """)

  static func action(_ rows: RowsArguments) throws -> FormAction {
    rows.all ? .collapseAll : .collapse(try rows.cell.reference())
  }
  static func action(onSection key: String) -> FormAction? { .fold(section: key) }
}

/// `formstate reveal`
enum Reveal: Verb {
  static let configuration = CommandConfiguration(
    commandName: "reveal",
    abstract: "Make a cell visible: expand whatever hides it.",
    discussion: """
      This is one action. formstate explain shows what hides a cell.

        formstate reveal answers.sqlite first-name
      """)

  struct Arguments: VerbArguments {
    @Argument(help: ArgumentHelp("The key of the cell.", valueName: "cell"), completion: Completions.cells)
    var cell: String
  }

  static func action(_ hidden: Arguments) -> FormAction { .reveal(.key(hidden.cell)) }
}

/// A cell, a section, or every expandable cell.
struct RowsArguments: SectionArguments {
  @OptionGroup var cell: CellArguments
  @OptionGroup var section: SectionFlag
  @Flag(help: "All expandable cells of the form.")
  var all = false

  func validate() throws {
    if all && (cell.key != nil || cell.at != nil || section.isMeant) {
      throw ValidationError("Name a cell or section, or use --all, not both.")
    }
  }
}
#endif
