#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate import-answers`
struct ImportAnswersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-answers",
    abstract: "Take a submission in: the answers of one response as ODK sends them.",
    discussion: """
      The form is the one that the root of the submission names by its id; it has to be there already. The answers \
      become a response that is called as the submission itself (uuid:…), or as --response says; all of them are one \
      step that undo takes back. A repeat gets as many instances as the submission has, and a cell that is blank in it \
      is cleared.

        formstate import-answers survey.sqlite ada.xml
        formstate import-answers survey.sqlite ada.xml \\
          --response ada

      What has no place, such as a node that the form does not have or a value that the cell refuses, is told with its \
      line, and the rest is taken in; with --strict nothing is. A submission that is there already is left alone, unless \
      --response names its response: then it becomes again what the submission says.
      """)

  @OptionGroup var store: ActingStoreArguments
  @Argument(
    help: ArgumentHelp("The submission; - reads standard input.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var file: String
  @Flag(help: "Take nothing in where something of the submission has no place.")
  var strict = false
  @Flag(help: "Say what would be taken in, and write nothing.")
  var dryRun = false
  @Option(
    help: ArgumentHelp("The form; left out, the one that the submission names.", valueName: "key"),
    completion: Completions.forms)
  var form: String?
  @Option(
    help: ArgumentHelp("The response; left out, it is called as the submission.", valueName: "key"),
    completion: Completions.responses)
  var response: String?
  @OptionGroup var output: OutputArguments

  func run() throws {
    let submission = try Submission(
      try InputFile.contents(of: file, atMost: Submission.largestDocument, for: "submission"),
      sourceName: InputFile.name(of: file))
    let report = try store.withStore { store in
      let key = ResponseKey(form: try formKey(of: submission, in: store), response: try responseKey(of: submission))
      return try take(submission, as: key, in: store)
    }
    guard !dryRun, !report.actions.isEmpty else { return try tell(report) }
    try CommandFailure.afterDone("the submission was taken in (revision \(report.revision))") { try tell(report) }
  }

  private func tell(_ report: SubmissionReport) throws {
    try StandardStreams.print(output.json ? report.json.text : report.lines.joined(separator: "\n"))
  }

  private func formKey(of submission: Submission, in store: FormStore) throws -> String {
    if let form { return form }
    let keys = try store.formKeys()
    if let found = try keys.first(where: { submission.answers(try store.form($0)) }) { return found }
    let named = submission.formID.map { "answers the form “\($0.shortened)”, which is not there" }
    throw CommandFailure(
      "\(submission.sourceName) \(named ?? "does not say which form it answers"); "
        + (named == nil ? "say it with --form" : "take its XForm in first, or say with --form which form it answers"))
  }

  private func responseKey(of submission: Submission) throws -> String {
    guard let key = response ?? submission.instanceID else {
      throw CommandFailure(
        "\(submission.sourceName) has no instanceID to call its response by; name it with --response")
    }
    if let problem = FormDefinition.problem(withKey: key.canonicalKey) {
      throw StoreError.unusableKey(key: key, problem: problem)
    }
    return key
  }

  private func take(_ submission: Submission, as key: ResponseKey, in store: FormStore) throws -> SubmissionReport {
    let contents = try store.contents(of: key)
    var report = SubmissionReport(submission: submission, contents: contents, isDryRun: dryRun)
    if response == nil, contents.stream != nil {
      report.isThereAlready = true
      return report
    }
    let form = try contents.form.leavesOptions ? store.form(key.form, version: contents.version) : contents.form
    let plan = try submission.plan(for: contents, of: form)
    (report.actions, report.keepsName) = (plan.actions, plan.keepsInstanceID)
    (report.misfits, report.misfitCount) = (plan.misfits, plan.misfitCount)
    if strict, !plan.misfits.isEmpty { throw CommandFailure(report.refusal) }
    guard !dryRun else { return report }
    guard !plan.actions.isEmpty else {
      // One that answers nothing is a response all the same.
      if contents.stream == nil { _ = try store.create(key) }
      if contents.revision == 0 { report.revision = try store.apply(.recalculate, to: key) }
      return report
    }
    report.revision = try store.group("Submission", in: key) { group in
      for action in plan.actions { try group.apply(action) }
    }
    return report
  }
}

/// Tells what became of a submission.
struct SubmissionReport {
  /// How many misfits are told in words before the rest is only counted.
  private static let listedMisfits = 20

  let submission: Submission
  /// The response as it was before.
  let contents: ResponseContents
  let isDryRun: Bool
  var actions: [FormAction] = []
  /// The first misfits.
  var misfits: [Diagnostic] = []
  /// How many misfits there are.
  var misfitCount = 0
  /// Whether the response goes out again under the name of the submission.
  var keepsName = true
  var isThereAlready = false
  var revision: Int

  init(submission: Submission, contents: ResponseContents, isDryRun: Bool) {
    self.submission = submission
    self.contents = contents
    self.isDryRun = isDryRun
    revision = contents.revision
  }

  /// The report in words: a line, and one more for each misfit, as far as anybody would read them.
  var lines: [String] { [head] + [otherVersion, otherName].compactMap { $0 } + told }

  /// What is said where nothing is taken in for the misfits.
  var refusal: String {
    "\(submission.sourceName): \(Count.of(misfitCount, "node")) of the submission \(misfitCount == 1 ? "has" : "have") "
      + "no place in “\(contents.key.form.shortened)”; nothing was taken in\n" + told.joined(separator: "\n")
  }

  private var head: String {
    let source = submission.sourceName
    let name = "“\(TerminalText.plain(contents.key.response))”"
    let form = "“\(TerminalText.plain(contents.key.form))”"
    if isThereAlready { return "\(source): the response \(name) to \(form) is there already; nothing was changed" }
    let done = Count.of(actions.count, "action")
    if isDryRun {
      return "\(source): \(done) would be accepted in the response \(name) to \(form); nothing was written"
    }
    if actions.isEmpty, contents.stream == nil {
      return "\(source): took in the response \(name) to \(form), which answers nothing"
    }
    if actions.isEmpty { return "\(source): the response \(name) to \(form) holds all of it already" }
    return "\(source): took in the response \(name) to \(form): \(done); revision \(revision)"
  }

  /// What is said where the submission answers another version of the form; `nil` where it answers this one.
  private var otherVersion: String? {
    let ours = Submission.version(of: contents.form)
    guard ours != nil || submission.version != nil, let ours, ours != submission.version else { return nil }
    let theirs = submission.version.map { "version “\($0.shortened)”" } ?? "no version"
    return "  it answers \(theirs) of the form, and the response is in “\(ours.shortened)”"
  }

  /// What is said where the response goes out under another name than the submission came with; `nil` where it does not.
  private var otherName: String? {
    guard !keepsName else { return nil }
    return "  no cell of the form keeps its instanceID, so the response goes out under one of its own; "
      + "leave --response out to call it so"
  }

  private var told: [String] {
    let listed = misfits.prefix(Self.listedMisfits).map { "  \(TerminalText.plain($0.description))" }
    let left = misfitCount - listed.count
    return listed + (left > 0 ? ["  … and \(left) more"] : [])
  }

  /// The report as JSON.
  var json: OrderedJSON {
    .object([
      ("form", .string(contents.key.form)), ("response", .string(contents.key.response)),
      ("revision", .integer(revision)), ("actions", .integer(actions.count)),
      ("isThereAlready", .boolean(isThereAlready)), ("dryRun", .boolean(isDryRun)),
      ("misfitCount", .integer(misfitCount)),
      (
        "misfits",
        .array(
          misfits.map { misfit in
            .object([
              ("key", OrderedJSON(misfit.key)), ("problem", .string(misfit.problem)),
              ("action", .string(misfit.action)),
            ])
          })
      ),
    ])
  }
}
#endif
