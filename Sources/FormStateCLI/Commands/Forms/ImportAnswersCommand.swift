#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate answers import`
struct ImportAnswersCommand: AuthoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import answers: an ODK submission, a table or JSON.",
    discussion: """
      The contents determine the format: XML is a submission, a brace or bracket begins JSON, and everything else is a \
      table (CSV).

        formstate answers import survey.sqlite ada.xml
        formstate answers import survey.sqlite answers.csv \\
          --dry-run

      CSV and JSON have the shape of export csv and answers (--json, --ndjson), whether exported or \
      hand-written: a line or object for each response and a column or member for each question, named by its key or its title; or a line \
      for each answer with response, cell and value. Commas, semicolons or tabs separate the columns; the text is UTF-8. A \
      first line sep=; names the separator. Values are those of set. A value is an answer even if it equals the default, \
      which another version of the form may change; only lines of answers with the source default or calculated state \
      none. An empty field leaves the answer alone; with --clear-empty it clears it. The apostrophe that \
      export adds to texts that a spreadsheet would run as formulas is removed, except with --raw.

      The column response names the response of a line; an unknown one is begun. A line without a key begins \
      response-1, or the first such name that is free. The answers of a line are one undo step, and either all lines are \
      imported or none. An instance of a repeat has its number in instance, or in the name of its cell, as in name:1.

      The id of a submission's root names its form, which must already be imported. The answers become a \
      response with the submission's name (uuid:…), or the one of --response. A repeat gets as many instances as \
      the submission has, and a blank cell is cleared. A submission that was already imported is left alone, unless \
      --response names its response: then the response is changed to match the submission again.

      Misfits, such as a column without a question or a value that the cell refuses, are reported with their line, and \
      the rest is imported; with --strict nothing is. If anything is left out, the exit status is 1, with --lenient 0. A \
      column whose name differs from a known one in case, blanks or one letter, or something that is answered twice, \
      refuses the whole file.

      A folder with the tables of export --tables is imported as a whole; what they say of a response is one step.

        formstate answers import trip.sqlite trip
      """)

  /// The formats of answers.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv, json, submission
  }

  static let outputSchema = OutputSchema.importAnswers
  static let takesOtherFiles = true

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(
    help: ArgumentHelp("The answers, or a folder of tables; - reads standard input.", valueName: "file"),
    completion: .file(extensions: ["csv", "json", "xml"]))
  var file: String
  @Option(help: "The format: csv, json or submission; detected by default.")
  var format: Format?
  @Flag(help: "Import nothing if there is a misfit.")
  var strict = false
  @Flag(help: "Exit with 0 although misfits are left out, also columns with nearly the name of a question.")
  var lenient = false
  @OptionGroup var dryRun: DryRunOption
  @Flag(help: "In csv and json, clear the answers of empty fields.")
  var clearEmpty = false
  @Flag(help: "In csv, keep apostrophes before texts that look like formulas.")
  var raw = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The form; by default the one that the answers name, or the only one.", valueName: "key"),
    completion: Completions.forms)
  var form: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The key of a single response; by default the answers name it.", valueName: "key"),
    completion: Completions.responses)
  var response: String?
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if strict && lenient {
      throw ValidationError("--strict refuses misfits, --lenient leaves them out; use one of them.")
    }
    if raw, let format, format != .csv { throw ValidationError("--raw requires --format csv.") }
    if clearEmpty && format == .submission {
      throw ValidationError("--clear-empty requires csv or json; a submission always clears blank answers.")
    }
  }

  func run() throws {
    let (limit, kind, name) = (AnswerSheet.largestDocument, "table of answers", InputFile.name(of: file))
    if let tables = try InputFile.tables(inFolder: file, atMost: limit, for: kind) {
      return try take(try AnswerSheet(tables: tables, sourceName: name, isRaw: raw))
    }
    let data = try InputFile.contents(of: file, atMost: limit, for: kind)
    guard format == .submission || format == nil && AnswerSheet.isXML(data) else {
      let sheet = try AnswerSheet(
        data, sourceName: name, format: format.flatMap { AnswerSheet.Format(rawValue: $0.rawValue) }, isRaw: raw)
      return try take(sheet)
    }
    guard data.count <= Submission.largestDocument else {
      throw CommandFailure(
        "“\(file)” has more than \(Submission.largestDocument >> 20) MB, the limit for a submission; is it the right file?"
      )
    }
    try take(try Submission(data, sourceName: name))
  }

  // MARK: - Tables and JSON

  private func take(_ sheet: AnswerSheet) throws {
    let report = try withActingStore(dryRun.isOn ? .read : .write) { store in
      let form = try formKey(of: sheet, in: store)
      return try ProgressLine.during(dryRun.isOn ? "Reading" : "Importing") {
        try store.changeResponses(isDryRun: dryRun.isOn) { responses in
          var taking = AnswerSheetTaking(
            sheet, form: form, response: response, clearsEmpty: clearEmpty, isDryRun: dryRun.isOn)
          return try taking.run(in: responses, isStrict: strict, isLenient: lenient || strict)
        }
      }
    }
    try CommandFailure.afterDone(dryRun.isOn ? "nothing was written" : "the answers were imported") {
      try StandardStreams.print(output.json ? report.printed.text : report.lines.joined(separator: "\n"))
    }
    try endAfter(report.misfits)
  }

  /// Ends with the status of a refusal if something of the file was left out.
  private func endAfter(_ misfits: MisfitReport) throws {
    if misfits.refusedCount > 0, !lenient { throw ExitCode(ExitStatus.refused.rawValue) }
  }

  private func formKey(of sheet: AnswerSheet, in store: FormStore) throws -> String {
    let named = sheet.formKeys
    guard form == nil, let first = named.first else {
      var arguments = FormArguments()
      arguments.form = form
      return try store.form(try arguments.key(in: store, path: self.store.database)).key
    }
    guard named.count == 1 else {
      throw CommandFailure(
        "\(sheet.sourceName) answers \(named.count) forms; select one with --form: \(ResponseArguments.listed(named))")
    }
    return try store.form(first).key
  }

  // MARK: - Submissions

  private func take(_ submission: Submission) throws {
    let report = try withActingStore { store in
      let key = ResponseKey(form: try formKey(of: submission, in: store), response: try responseKey(of: submission))
      return try store.changeResponses(isDryRun: dryRun.isOn) { try take(submission, as: key, in: $0) }
    }
    if dryRun.isOn || report.actions.isEmpty {
      try tell(report)
    } else {
      try CommandFailure.afterDone("the submission was imported (revision \(report.revision))") { try tell(report) }
    }
    try endAfter(report.misfits)
  }

  private func tell(_ report: SubmissionReport) throws {
    try StandardStreams.print(output.json ? report.printed.text : report.lines.joined(separator: "\n"))
  }

  private func formKey(of submission: Submission, in store: FormStore) throws -> String {
    if let form { return form }
    let keys = try store.formKeys()
    if let found = try keys.first(where: { submission.answers(try store.form($0)) }) { return found }
    let named = submission.formID.map { "answers the form “\($0.shortened)”, which is unknown" }
    throw CommandFailure(
      "\(submission.sourceName) \(named ?? "does not name its form"); "
        + (named == nil ? "name it with --form" : "import its XForm first, or name the form with --form"))
  }

  private func responseKey(of submission: Submission) throws -> String {
    guard let key = response ?? submission.instanceID else {
      throw CommandFailure(
        "\(submission.sourceName) has no instanceID to name its response; name it with --response")
    }
    if let problem = FormDefinition.problem(withKey: key.canonicalKey) {
      throw StoreError.unusableKey(key: key, problem: problem)
    }
    return key
  }

  /// Imports a submission.
  private func take(
    _ submission: Submission, as key: ResponseKey, in responses: ResponseChanges
  ) throws -> SubmissionReport {
    let (contents, form) = try responses.contents(of: key)
    var report = SubmissionReport(submission: submission, contents: contents, isDryRun: dryRun.isOn)
    if response == nil, contents.stream != nil {
      report.isThereAlready = true
      return report
    }
    let plan = try submission.plan(for: contents, of: form)
    (report.actions, report.keepsName) = (plan.actions, plan.keepsInstanceID)
    report.misfits = MisfitReport(first: plan.misfits, count: plan.misfitCount, keptCount: plan.keptCount)
    if strict, !plan.misfits.isEmpty { throw report.misfits.refusal(of: submission.sourceName, form: key.form) }
    // A submission without answers is a response all the same.
    if !dryRun.isOn { report.revision = try responses.write(plan.decisions, as: "Submission", to: key) }
    return report
  }
}
#endif
