#if CommandLine
import ArgumentParser
import FormState
import FormStateStore

/// `formstate show`
struct ShowCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the visible rows as an outline.",
    discussion: """
      ▸ marks a collapsed cell and ▾ an expanded one; ⊞ and ⊟ a cell that grows in place; ● the chosen option and ○ \
      the others. A row shows its title, its value and subtitle, and at the end the key of the cell for other commands. \
      Default values are in (parentheses); ↵ is a line end. On a terminal, lines are truncated at \
      its width.

        formstate show answers.sqlite
        formstate show answers.sqlite --json | less
        formstate show answers.sqlite --indices
        formstate show answers.sqlite --zero-height
        formstate show answers.sqlite --revision 3
        formstate show answers.sqlite --rows 1..50
        formstate show answers.sqlite --language fr

      --indices prints, section by section, the positions of the visible cells among all cells of the section, \
      such as [[0,3,5],[0,5],[0]]. --rows FROM..TO shows only those rows, counted from 1 across all sections; in a form of \
      a million cells it reads only those. --zero-height keeps every cell: a hidden one has a row without height, marked with ·.
      """)

  static let outputSchema = OutputSchema.show

  @OptionGroup var store: StoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var untrusted: UntrustedArguments
  @OptionGroup var output: OutputArguments
  @Flag(help: "Print only the positions of the visible cells.")
  var indices = false
  @OptionGroup var past: RevisionOption
  @Option(help: ArgumentHelp("Show only these rows, counted from 1.", valueName: "from..to"))
  var rows: RowNumbers?
  @Flag(help: "Keep hidden rows, without height.")
  var zeroHeight = false

  func validate() throws {
    if indices && zeroHeight { throw ValidationError("--indices prints only visible cells; omit --zero-height.") }
    if untrusted.untrusted && language.language != nil {
      throw ValidationError("--language calculates titles, which --untrusted does not allow; omit one of them.")
    }
    if indices && rows != nil { throw ValidationError("--indices prints all visible cells; omit --rows.") }
    if indices && output.json { throw ValidationError("--indices already prints JSON; omit --json.") }
  }

  func run() throws {
    let outline = try response.reading(store, untrusted: untrusted) { store, key in
      try ProgressLine.during("Reading") {
        try store.lookAt(key, at: past.revision) { contents in
          Outline(
            of: contents, in: try language.view(of: contents), hiddenRows: zeroHeight ? .zeroHeight : .removed,
            rows: rows?.positions)
        }
      }
    }
    if indices { return try StandardStreams.print(outline.indicesText) }
    if output.json { return try StandardStreams.print(outline.text) }
    let text = OutlineText(
      outline: outline, isStyled: TerminalText.isStyled, terminal: StandardStreams.terminalWidth)
    let lines = text.lines()
    try StandardStreams.print(lines.joined(separator: "\n"))
  }
}
#endif
