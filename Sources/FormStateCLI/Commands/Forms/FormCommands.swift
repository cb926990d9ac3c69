#if CommandLine
import ArgumentParser
import FormStateInterchange
import FormStateStore

/// `formstate form`
struct FormCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "form",
    abstract: "List and delete forms.",
    discussion: """
        formstate form list answers.sqlite
        formstate form delete answers.sqlite profile
      """,
    subcommands: [ListFormsCommand.self, DeleteFormCommand.self])
}

/// `formstate form list`
struct ListFormsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the forms in a file.",
    discussion: """
        formstate form list answers.sqlite
        formstate form list answers.sqlite --json
      """)

  static let outputSchema = OutputSchema.formList

  @OptionGroup var store: StoreArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let forms = try store.withStore(.read) { store in
      try store.overview().map { (overview: $0, counts: try store.counts(ofForm: $0.key)) }
    }
    if output.json {
      let list = forms.map { FormWithCounts(form: $0.overview, counts: $0.counts) }
      return try StandardStreams.print(ListedForms(forms: list).text)
    }
    if forms.isEmpty { StandardStreams.note("“\(store.database)” holds no form yet; import one with formstate import") }
    for (form, counts) in forms {
      let title = form.title.isEmpty ? "" : " “\(TerminalText.plain(form.title))”"
      let versions = counts.versions == 1 ? "" : " of \(counts.versions)"
      let size = [
        Count.of(form.sections, "section"), Count.of(form.cells, "cell"), Count.of(counts.responses, "response"),
      ]
      try StandardStreams.print(
        "\(TerminalText.plain(form.key))\(title), version \(form.version)\(versions): \(size.joined(separator: ", "))\(form.languagesText)"
      )
    }
  }
}
#endif
