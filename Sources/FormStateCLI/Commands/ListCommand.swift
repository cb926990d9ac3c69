#if CommandLine
import ArgumentParser
import FormStateStore

/// `formstate list`
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the forms in a file and their responses.",
    discussion: """
      The digest of a response proves what it is: two responses with the same digest have the same definition and \
      the same state, in whatever files they are.

        formstate list answers.sqlite
        formstate list answers.sqlite --json
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let forms = try store.withStore(.read) { try $0.overview() }
    if output.json {
      return try StandardStreams.print(OrderedJSON.object([("forms", .array(forms.map(Self.json)))]).text)
    }
    if forms.isEmpty { StandardStreams.note("“\(store.database)” holds no form yet; formstate import takes one in") }
    for form in forms {
      for line in Self.lines(of: form) { try StandardStreams.print(line) }
    }
  }

  private static func lines(of form: FormStore.FormOverview) -> [String] {
    let title = form.title.isEmpty ? "" : " “\(TerminalText.plain(form.title))”"
    let size = "\(Count.of(form.sections, "section")), \(Count.of(form.cells, "cell"))"
    var lines = ["\(TerminalText.plain(form.key))\(title), version \(form.version): \(size)"]
    let width = form.responses.map { TerminalText.width(of: TerminalText.plain($0.key)) }.max() ?? 0
    for response in form.responses {
      let key = TerminalText.padded(TerminalText.plain(response.key), to: width)
      let version = response.version == form.version ? "" : ", version \(response.version)"
      let completed = response.isCompleted ? ", completed" : ""
      let updated = response.updated.map { "  \($0.isoText)" } ?? ""
      lines.append(
        "  \(key)  revision \(response.revision)\(version)\(completed)\(updated)  \(response.digest.prefix(16))…")
    }
    if form.responses.isEmpty { lines.append("  no responses yet") }
    return lines
  }

  private static func json(of form: FormStore.FormOverview) -> OrderedJSON {
    .object([
      ("key", .string(form.key)),
      ("title", .string(form.title)),
      ("version", .integer(form.version)),
      ("sections", .integer(form.sections)),
      ("cells", .integer(form.cells)),
      (
        "responses",
        .array(
          form.responses.map { response in
            .object([
              ("key", .string(response.key)),
              ("version", .integer(response.version)),
              ("stream", OrderedJSON(response.stream?.description)),
              ("revision", .integer(response.revision)),
              ("digest", .string(response.digest)),
              ("completed", .boolean(response.isCompleted)),
              ("updated", OrderedJSON(response.updated?.isoText)),
            ])
          })
      ),
    ])
  }
}
#endif
