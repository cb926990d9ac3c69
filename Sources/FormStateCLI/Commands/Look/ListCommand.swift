#if CommandLine
import ArgumentParser
import FormStateInterchange
import FormStateStore

/// `formstate list`
struct ListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the forms in a file and their responses.",
    discussion: """
      Two responses with the same digest have the same definition and the same state, in whatever files they are. The digest \
      covers the whole response, so it is calculated only on request.

        formstate list answers.sqlite
        formstate list answers.sqlite --digests
        formstate list answers.sqlite --digests --json
      """)

  static let outputSchema = OutputSchema.list

  @OptionGroup var store: StoreArguments
  @OptionGroup var digests: DigestArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let forms = try store.withStore(.read) { store in
      try ProgressLine.during("Reading") { try store.overview(includingDigests: digests.digests) }
    }
    if output.json {
      return try StandardStreams.print(ListedForms(forms: forms.map(FormWithResponses.init)).text)
    }
    if forms.isEmpty { StandardStreams.note("“\(store.database)” holds no form yet; import one with formstate import") }
    for form in forms {
      for line in Self.lines(of: form) { try StandardStreams.print(line) }
    }
  }

  private static func lines(of form: FormStore.FormOverview) -> [String] {
    let title = form.title.isEmpty ? "" : " “\(TerminalText.plain(form.title))”"
    let size = "\(Count.of(form.sections, "section")), \(Count.of(form.cells, "cell"))\(form.languagesText)"
    var lines = ["\(TerminalText.plain(form.key))\(title), version \(form.version): \(size)"]
    lines += ResponseListing.lines(of: form).map { "  \($0)" }
    if form.responses.isEmpty { lines.append("  no responses yet") }
    return lines
  }
}

/// Whether a list includes the digests of responses.
struct DigestArguments: ParsableArguments {
  @Flag(help: "Print the digest of each response.")
  var digests = false
}

extension FormStore.FormOverview {
  /// The languages of the form as the end of a line; empty if it has one without a name.
  var languagesText: String {
    languages.isEmpty ? "" : ", in " + languages.map(TerminalText.plain).joined(separator: ", ")
  }
}
#endif
