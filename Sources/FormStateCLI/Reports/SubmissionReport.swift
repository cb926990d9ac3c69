#if CommandLine
import FormState
import FormStateInterchange

/// Reports the import of a submission.
struct SubmissionReport {
  let submission: Submission
  /// The response before the import.
  let contents: ResponseContents
  let isDryRun: Bool
  var actions: [FormAction] = []
  var misfits = MisfitReport()
  /// Whether the response will be exported under the name of the submission.
  var keepsName = true
  var isThereAlready = false
  var revision: Int

  init(submission: Submission, contents: ResponseContents, isDryRun: Bool) {
    self.submission = submission
    self.contents = contents
    self.isDryRun = isDryRun
    revision = contents.revision
  }

  /// The report in words: a line, and one more for each misfit, up to a readable number.
  var lines: [String] { [head] + [otherVersion, otherName].compactMap { $0 } + misfits.lines }

  private var head: String {
    let source = submission.sourceName
    let name = "“\(TerminalText.plain(contents.key.response))”"
    let form = "“\(TerminalText.plain(contents.key.form))”"
    if isThereAlready { return "\(source): the response \(name) to \(form) already exists; nothing was changed" }
    let done = Count.of(actions.count, "action")
    if isDryRun {
      return "\(source): \(done) would be accepted in the response \(name) to \(form); nothing was written"
    }
    if actions.isEmpty, contents.stream == nil {
      return "\(source): imported the response \(name) to \(form), which has no answers"
    }
    if actions.isEmpty { return "\(source): the response \(name) to \(form) already contains all of it" }
    return "\(source): imported the response \(name) to \(form): \(done); revision \(revision)"
  }

  /// The note if the submission answers another version of the form; `nil` if it answers this one.
  private var otherVersion: String? {
    let ours = Submission.version(of: contents.form)
    guard ours != nil || submission.version != nil, let ours, ours != submission.version else { return nil }
    let theirs = submission.version.map { "version “\($0.shortened)”" } ?? "no version"
    return "  it answers \(theirs) of the form, and the response is in “\(ours.shortened)”"
  }

  /// The note if the response will be exported under another name than the submission's; `nil` if not.
  private var otherName: String? {
    guard !keepsName else { return nil }
    return "  no cell of the form stores its instanceID, so the response is exported under a different one; "
      + "omit --response to use this name"
  }

  /// The report as data.
  var printed: ImportedAnswers {
    ImportedAnswers(
      form: contents.key.form, isDryRun: isDryRun,
      responses: [
        ImportedAnswers.Response(
          key: contents.key.response, isNew: contents.stream == nil, actionCount: actions.count, revision: revision,
          isThereAlready: isThereAlready)
      ],
      misfitCount: misfits.count, misfits: misfits.first)
  }
}
#endif
