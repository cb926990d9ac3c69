#if CommandLine
import ArgumentParser
import FormState

/// `formstate tap`
enum Tap: Verb {
  static let configuration = CommandConfiguration(
    commandName: "tap",
    abstract: "Tap a row, as a person would.",
    discussion: """
      An expandable cell expands or collapses, an option is chosen; a tap on any other row changes nothing. A key that belongs \
      to no cell is taken as a section's: a tap on its header shows or hides its rows.

        formstate tap answers.sqlite --at 0,0
        formstate tap answers.sqlite full-name
        formstate tap answers.sqlite personal
      """)

  static func action(_ row: RowArguments) throws -> FormAction { .tap(try row.cell.reference()) }
  static func action(onSection key: String) -> FormAction? { .toggleFold(section: key) }
}

/// `formstate choose`
enum Choose: Verb {
  static let configuration = CommandConfiguration(
    commandName: "choose",
    abstract: "Choose an option.",
    discussion: """
      The question above the option takes its value, shows its title, and collapses. A question with several choices stays \
      open: the option is added to the chosen ones, or removed from them. An option can be chosen while it is hidden, by its \
      key or as QUESTION=VALUE.

        formstate choose answers.sqlite basketball
        formstate choose answers.sqlite hobbies=chess
      """)

  static func action(_ cell: CellArguments) throws -> FormAction { .choose(try cell.reference()) }
}

/// `formstate clear`
enum Clear: Verb {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Clear a cell.",
    discussion: """
      The cell has no value afterwards, not even its default; reset restores the default. What a sensitive cell \
      contained leaves the file for good, and with it the response's older history: it cannot be undone.

        formstate clear answers.sqlite first-name

      --draft discards the draft that set --draft keeps; the value stays.

        formstate clear answers.sqlite first-name --draft
      """)

  struct Arguments: VerbArguments {
    @OptionGroup var cell: CellArguments
    @Flag(help: "Discard the draft and leave the value unchanged.")
    var draft = false

    var seenAt: Int? { cell.seenAt }
  }

  static func action(_ cleared: Arguments) throws -> FormAction {
    let cell = try cleared.cell.reference()
    return cleared.draft ? .draft(cell, nil) : .clear(cell)
  }
}

/// `formstate reset`
enum Reset: Verb {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Reset a cell, or the whole response, to the definition.",
    discussion: """
      Restores the defined values, titles and disclosure of the cell and of those below it. Without a cell, \
      it resets everything. The journal keeps the previous state.

        formstate reset answers.sqlite full-name
        formstate reset answers.sqlite
      """)

  static func action(_ cell: CellArguments) throws -> FormAction { .reset(try cell.optionalReference()) }
}
#endif
