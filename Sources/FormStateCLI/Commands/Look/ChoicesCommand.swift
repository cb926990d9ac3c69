#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate choices`
struct ChoicesCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "choices",
    abstract: "List the choices of a question.",
    discussion: """
      If the choices come from a list, prints the items that the current answers allow, otherwise the options below the question. The \
      first column is the value for set; a dot marks the chosen ones.

        formstate choices answers.sqlite town
        formstate choices answers.sqlite town --containing saint --limit 20
      """)

  static let outputSchema = OutputSchema.choices

  @OptionGroup var store: StoreArguments
  @Argument(help: ArgumentHelp("The key of the question.", valueName: "cell"), completion: Completions.cells)
  var cell: String
  @Option(help: ArgumentHelp("Only choices whose title or value contains this.", valueName: "text"))
  var containing: String?
  @Option(help: ArgumentHelp("The maximum number of choices.", valueName: "number"))
  var limit = 100
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be a number, 1 or more.") }
  }

  func run() throws {
    let (key, question, found) = try response.reading(store) { store, key in
      let found = try store.choices(of: .key(cell), in: key, containing: containing, limit: limit)
      return (key, try store.status(of: .key(cell), in: key), found)
    }
    guard !output.json else {
      return try StandardStreams.print(ChoicesReport(key: key, question: question, found: found).text)
    }
    guard !found.choices.isEmpty else { return try StandardStreams.print("no choices") }
    let rows = found.choices.map { choice in
      [choice.value, choice.title, choice.isChosen ? "●" : ""].map(TerminalText.plain)
    }
    let table = TerminalTable(rows, columns: 3, terminal: StandardStreams.terminalWidth)
    for row in rows { try StandardStreams.print(table.cells(of: row).joined()) }
    let left = found.count - found.choices.count
    if left > 0 { StandardStreams.note("\(left) more; use --limit to list more, --containing to search.") }
  }
}

/// What a question offers.
struct ChoicesReport: Shape {
  static let meaning = "What a question offers."

  let key: ResponseKey
  let question: CellStatus
  let found: OfferedChoices

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m.include(\.question.printedAddress)
    m("choiceCount", \.found.count, "How many there are, listed or not.")
    m("choices", \.found.choices, "Those that are listed, in order.")
  }
}

extension CellStatus {
  /// Which cell it is about.
  var printedAddress: PrintedAddress { PrintedAddress(key, in: instance, called: address) }
}
#endif
