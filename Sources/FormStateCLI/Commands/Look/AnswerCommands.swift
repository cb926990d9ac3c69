#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate get`
struct GetCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the value of one cell.",
    discussion: """
      Prints the stored value and a line end: text as typed, a number, true or false, a date as \
      YYYY-MM-DD, the value of the chosen option. --readable prints the readable form: the title of the option, the \
      position of the switch, the date in long style. Without an answer, the default is printed.

        formstate get answers.sqlite first-name
        formstate get answers.sqlite date-of-birth-date --readable
        formstate get answers.sqlite first-name --revision 12
        formstate get trip.sqlite 'passenger[2]/name'
        name="$(formstate get answers.sqlite first-name)" || echo 'no answer'

      Without a value, get exits with 1 and prints only a message on standard error; an empty text is a value. \
      --json always prints, with null for no value, and the source of the value: set by a person, default, or none.
      """)

  static let outputSchema = OutputSchema.get

  @OptionGroup var store: StoreArguments
  @Argument(help: ArgumentHelp("The key of the cell.", valueName: "cell"), completion: Completions.cells)
  var cell: String
  @Flag(help: "Print the readable value.")
  var readable = false
  @OptionGroup var past: RevisionOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if readable && output.json { throw ValidationError("--json prints both; omit --readable.") }
  }

  func run() throws {
    let (key, found) = try response.reading(store) { store, key in
      // In the form's own language, one cell is read by its key, whatever the size of the form.
      (
        key,
        try past.revision == nil && !language.isWanted
          ? store.answer(in: .key(cell), of: key) : answer(of: key, in: store)
      )
    }
    guard let (answer, isAsked) = found else {
      throw CommandFailure(
        "the cell “\(cell.shortened)” cannot have a value; formstate answers lists the cells that can")
    }
    guard isAsked else {
      throw CommandFailure("the cell “\(cell.shortened)” is irrelevant; formstate explain shows why")
    }
    if output.json {
      return try StandardStreams.print(RowOfResponse(key: key, row: PrintedRow(answer)).text)
    }
    guard let value = answer.value else { throw CommandFailure("the cell “\(cell.shortened)” has no value") }
    let text = readable ? answer.readableText : value.plainText
    try StandardStreams.print(StandardStreams.outputIsTerminal ? TerminalText.harmless(text) : text)
  }

  /// The same in the past, or in another language.
  private func answer(of key: ResponseKey, in store: FormStore) throws -> (answer: Answer, isAsked: Bool)? {
    let contents = try ProgressLine.during("Reading") { try past.contents(of: key, in: store) }
    // Names the nearest cell if the key is unknown.
    let status = try past.revision == nil ? store.status(of: .key(cell), in: key) : contents.status(of: .key(cell))
    let questions = try language.view(of: contents)?.questions() ?? contents.form.questions
    guard let question = questions.first(where: { $0.cell.key == status.key }) else { return nil }
    let subject = StateSubject(status.key, instance: status.instance)
    return (
      Answer(to: question, in: contents.state, instance: status.instance, of: contents.form),
      !contents.form.subjectsNotAsked(in: contents.state).contains(subject)
    )
  }
}

/// `formstate answers`
struct AnswersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answers",
    abstract: "List section, question and answer, or import answers.",
    subcommands: [ListAnswersCommand.self, ImportAnswersCommand.self],
    defaultSubcommand: ListAnswersCommand.self)
}

/// `formstate answers`, which is also `formstate answers list`
struct ListAnswersCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List section, question and answer.",
    usage: """
      formstate answers <db> [<options>]
      formstate answers import <db> <file> [<options>]
      """,
    discussion: """
      Answers are in readable form. Default values are in (parentheses), and – means no \
      value. Name a file called import or list as ./import or ./list.

        formstate answers answers.sqlite
        formstate answers answers.sqlite --unanswered
        formstate answers answers.sqlite --revision 12
        formstate answers answers.sqlite --ndjson |
          jq -r 'select(.source == "set") | .cell'

      On a terminal, lines are truncated at its width; nothing is truncated elsewhere. For a table, see formstate export csv.

      The answers to sensitive questions are “•••”, except with --reveal; answers import leaves these unchanged.
      """)

  static let outputSchema = OutputSchema.answers

  @OptionGroup var store: StoreArguments
  @Flag(help: "List the answers of every response of the form.")
  var allResponses = false
  @Flag(help: "List only unanswered questions, with their cells, kinds and choices, for set.")
  var unanswered = false
  @Flag(help: "Print JSON Lines, one answer per line.")
  var ndjson = false
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var past: RevisionOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if allResponses && past.revision != nil {
      throw ValidationError("--revision requires a single response; omit --all-responses.")
    }
    if ndjson && output.json { throw ValidationError("Use only one of --json and --ndjson.") }
    if allResponses && response.response != nil {
      throw ValidationError("--all-responses includes every response; omit --response.")
    }
  }

  func run() throws {
    try CommandFailure.naming(store.database) {
      if ndjson { return try writeLines() }
      output.json ? try writeDocument() : try printTable()
    }
  }

  /// Writes the answers of each response as soon as it is read, to hold only one in memory.
  private func writeLines() throws {
    var asked = Asked()
    try reading { _, readEach in
      try readEach { contents in
        let lines = try report(of: contents, &asked).jsonLines
        if !lines.isEmpty { try StandardStreams.print(lines.joined(separator: "\n")) }
      }
    }
  }

  /// The same as one document.
  private func writeDocument() throws {
    try reading { form, readEach in
      try withoutActuallyEscaping(readEach) { readEach in
        var failure: (any Error)?
        let responses = StreamedList<AnswerReport> { document in
          var asked = Asked()
          do {
            try readEach { contents in
              try report(of: contents, &asked).write(to: &document)
              if document.byteCount >= Self.portion { try StandardStreams.write(document.takeBytes()) }
            }
          } catch {
            failure = error
          }
        }
        var document = JSONWriter(isPretty: true)
        AnswersOfForm(form: form, responses: responses).write(to: &document)
        if let failure { throw failure }
        document.endLine()
        try StandardStreams.write(document.takeBytes())
      }
    }
  }

  private func printTable() throws {
    var asked = Asked()
    var table = AnswerLines(
      namesResponses: allResponses, showsHow: unanswered, terminal: StandardStreams.terminalWidth)
    let isStyled = TerminalText.isStyled
    // Read twice, at one point in time, to hold only one response in memory.
    try reading { _, readEach in
      try readEach { table.measure(try report(of: $0, &asked)) }
      try StandardStreams.print(table.title(isStyled: isStyled))
      try readEach { contents in
        let lines = table.lines(of: try report(of: contents, &asked), isStyled: isStyled)
        // In portions: head has its lines at once, and a long text is not held twice.
        for start in stride(from: 0, to: lines.count, by: 1000) {
          try StandardStreams.print(lines[start..<min(start + 1000, lines.count)].joined(separator: "\n"))
        }
      }
    }
  }

  /// The maximum number of buffered bytes of a document.
  private static let portion = 1 << 16

  /// Reads the responses one after another, at one point in time.
  private func reading(
    _ work: (_ form: String, _ readEach: ((ResponseContents) throws -> Void) throws -> Void) throws -> Void
  ) throws {
    guard allResponses else {
      return try response.reading(store) { store, key in
        let concealed = try revealing.concealed(ofForm: key.form, in: store)
        let contents = try ProgressLine.during("Reading") { try past.contents(of: key, in: store) }
        try work(key.form) { try $0(concealed.concealing(contents)) }
      }
    }
    try store.withStore(.read) { store in
      let form = try response.key(in: store, path: self.store.database).form
      try ProgressLine.during("Reading") {
        let concealed = try revealing.concealed(ofForm: form, in: store)
        try store.withResponses(to: form) { responses in
          try work(form) { body in try responses.readEach { try body(concealed.concealing($0)) } }
        }
      }
    }
  }

  /// The questions of the most recent form: most responses belong to the same one.
  private struct Asked {
    var form: FormDefinition?
    var questions: [Question] = []
  }

  private func report(of contents: ResponseContents, _ asked: inout Asked) throws -> AnswerReport {
    if asked.form != contents.form {
      let questions = try language.view(of: contents)?.questions() ?? contents.form.questions
      asked = Asked(form: contents.form, questions: questions)
    }
    let answers = contents.answers(to: asked.questions).filter { !unanswered || $0.source != .set }
    return AnswerReport(
      response: contents, answers: unanswered ? answers.filter { !$0.question.isHidden } : answers)
  }
}
#endif
