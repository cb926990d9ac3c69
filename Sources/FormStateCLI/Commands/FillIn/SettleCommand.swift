#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate settle`
struct SettleCommand: ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle",
    abstract: "Take one of the answers that persons gave at the same time.",
    usage: """
      formstate settle <db> [<cell>] --take <number> [--form <key>] [--response <key>] [--json]
      formstate settle <db> --all --take author=<name>|shown|latest [--form <key>] [--response <key>] [--dry-run] [--json]
      """,
    discussion: """
      Where copies of a response were joined and persons had answered a question differently, one answer shows and the \
      question stays open. formstate questions lists the answers with their numbers. Any other answer settles the question too. \
      Without a cell it settles whether the response is completed. What was taken of a cell can be undone.

        formstate settle answers.sqlite roof --take 2
        formstate settle answers.sqlite room:5 --take 1

      --all settles every open question, in each response as one step: with the answer by an author, the one that shows, \
      or the latest by the clocks of the devices. Questions without such an answer stay open and are listed, and so are those \
      whose answer is refused and lines that wait.

        formstate settle answers.sqlite --all --take author=Ada
        formstate settle answers.sqlite --all --take latest \\
          --dry-run
      """)

  static let outputSchema = OutputSchema.settle

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(
    help: ArgumentHelp(
      "The key or address of the cell, or of an instance; the completion of the response by default.",
      valueName: "cell"),
    completion: Completions.cells)
  var cell: String?
  @Option(
    help: ArgumentHelp(
      "The number of the answer to take, as formstate questions lists it; with --all author=<name>, shown or latest.",
      valueName: "answer"))
  var take: String
  @Flag(help: "Settle all open questions: of all responses, or of those that --form and --response name.")
  var all = false
  @OptionGroup var dryRun: DryRunOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: ReportArguments

  func validate() throws {
    guard !all else {
      _ = try choice()
      if cell != nil { throw ValidationError("--all settles every question; omit the cell, or --all.") }
      return
    }
    _ = try action()
    if dryRun.isOn { throw ValidationError("--dry-run is for --all.") }
  }

  private func action() throws -> FormAction {
    guard let number = Int(take) else {
      throw ValidationError(
        "--take must be the number of an answer, as formstate questions lists it, or go with --all.")
    }
    return .settle(cell.map(CellReference.key), taking: number)
  }

  private func choice() throws -> ResponseQuestion.Choice {
    let author = "author="
    switch take {
    case "shown": return .shown
    case "latest": return .latest
    case _ where take.hasPrefix(author) && take != author: return .author(String(take.dropFirst(author.count)))
    default: throw ValidationError("With --all, --take must be author=<name>, shown or latest.")
    }
  }

  func run() throws {
    guard all else { return try apply(try action()) }
    let choice = try choice()
    try withActingStore { store in
      let settled = try ProgressLine.during("Settling") {
        try store.settleQuestions(
          ofForm: response.form, response: response.response, taking: choice, isDryRun: dryRun.isOn)
      }
      try CommandFailure.afterDone(dryRun.isOn ? "nothing was changed" : "the questions were settled") {
        if store.logHoldsClearedAnswers, !dryRun.isOn { try store.emptyLog() }
        try tell(SettledQuestions(questions: settled, isDryRun: dryRun.isOn))
      }
    }
  }

  private func tell(_ report: SettledQuestions) throws {
    guard !output.quiet else { return }
    guard !output.json else { return try StandardStreams.print(report.text) }
    for line in report.lines { try StandardStreams.print(line) }
  }
}

/// What became of all open questions.
struct SettledQuestions: Shape {
  static let meaning = "What became of all open questions."

  let questions: [ResponseQuestion.Settled]
  let isDryRun: Bool

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("dryRun", \.isDryRun, Meaning.dryRun)
    m("settledCount", \.settledCount, "How many questions were settled, or would be.")
    m("openCount", \.openCount, "How many stay open.")
    m("questions", \.questions, "The questions by form and response, in the order of instances and cells.")
  }

  private var settledCount: Int { questions.count { $0.taken != nil } }
  private var openCount: Int { questions.count - settledCount }

  /// A line for each question, and one about all.
  var lines: [String] {
    guard !questions.isEmpty else { return ["no questions"] }
    let settled = Count.of(settledCount, "question")
    let rest = openCount == 0 ? "" : "; \(openCount) \(openCount == 1 ? "is" : "are") left open"
    return questions.map(line) + [(isDryRun ? "would settle \(settled)" : "settled \(settled)") + rest]
  }

  private func line(about settled: ResponseQuestion.Settled) -> String {
    let question = settled.question
    if let number = settled.taken, let said = question.alternatives.element(at: number - 1) {
      let source = QuestionsCommand.source(of: said)
      return "\(question.place): \(isDryRun ? "would take" : "took") \(number), \(question.words(of: said)) (\(source))"
    }
    if let waits = question.waits { return "\(question.place): another line waits: \(waits)" }
    if let refusal = settled.refusal { return "\(question.place): left open: \(refusal)" }
    return "\(question.place): left open: no such answer"
  }
}

extension ResponseQuestion.Settled: Shape {
  package static let meaning = "What became of a question."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.question)
    m("taken", \.taken, "The number of the alternative that was taken, from 1; null if the question stays open.")
    m("refused", \.reason, "Why the alternative was refused; null if it was not.")
  }

  private var reason: String? { refusal.map { "\($0)" } }
}
#endif
