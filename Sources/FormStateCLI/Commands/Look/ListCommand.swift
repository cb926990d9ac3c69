#if CommandLine
import ArgumentParser
import FormStateInterchange
import FormStateStore

/// `formstate list`
struct ListCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the forms in a file and their responses.",
    discussion: """
      Two responses with the same digest have the same definition and the same state, in whatever files they are. The digest \
      covers the whole response, so it is calculated only on request.

        formstate list answers.sqlite
        formstate list answers.sqlite --form profile
        formstate list answers.sqlite --digests --json
      """)

  static let outputSchema = OutputSchema.list

  @OptionGroup var store: StoreArguments
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The form; all forms by default.", valueName: "key"),
    completion: Completions.forms)
  var form: String?
  @Flag(help: "Print the digest of each response.")
  var digests = false
  @OptionGroup var output: OutputArguments

  func run() throws {
    let forms = try store.withStore(.read) { store in
      // An unknown form is refused with the nearest one.
      let key = try form.map { try store.form($0).key }
      return try ProgressLine.during("Reading") { try store.overview(includingDigests: digests) }
        .filter { key == nil || $0.key == key }
    }
    if output.json { return try StandardStreams.print(ListedForms(forms: forms).text) }
    if forms.isEmpty { StandardStreams.note(ResponseArguments.noForm(in: store.database)) }
    for form in forms {
      for line in Self.lines(of: form) { try StandardStreams.print(line) }
    }
  }

  private static func lines(of form: FormStore.FormOverview) -> [String] {
    let title = form.title.isEmpty ? "" : " “\(TerminalText.plain(form.title))”"
    let versions = form.versions == 1 ? "" : " of \(form.versions)"
    let size = [Count.of(form.sections, "section"), Count.of(form.cells, "cell")] + form.responseCountText
    let name = "\(TerminalText.plain(form.key))\(title), version \(form.version)\(versions)"
    var lines = ["\(name): \(size.joined(separator: ", "))\(form.languagesText)"]
    lines += ResponseListing.lines(of: form).map { "  \($0)" }
    if form.responses.isEmpty { lines.append("  no responses yet") }
    return lines
  }
}

extension FormStore.FormOverview {
  /// How many responses there are, if there are any.
  fileprivate var responseCountText: [String] { responses.isEmpty ? [] : [Count.of(responses.count, "response")] }

  /// The languages of the form as the end of a line; empty if it has one without a name.
  fileprivate var languagesText: String {
    languages.isEmpty ? "" : ", in " + languages.map(TerminalText.plain).joined(separator: ", ")
  }
}
#endif
