#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate log`
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Print the journal of a response: actions and their changes.",
    discussion: """
      Each action is a line with its revision and its time in UTC, followed by every change of the state, \
      before → after. “as defined” is the state of an untouched cell.

        formstate log answers.sqlite
        formstate log answers.sqlite --cell first-name --limit 5
        formstate log answers.sqlite --since 2026-11-21
        formstate log answers.sqlite --author Becky
        formstate log answers.sqlite --words

      formstate export --format actions writes only the actions, ready for replay.
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var filter: JournalFilter
  @Option(help: ArgumentHelp("Only what somebody of this name did.", valueName: "name"))
  var author: String?
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments
  @Flag(help: "Print an entry a line as JSON.")
  var ndjson = false
  @Flag(help: "Say it in the words of the form, as undo and the page do.")
  var words = false

  func validate() throws {
    if ndjson && output.json {
      throw ValidationError("--ndjson prints lines of JSON, --json one document; choose one.")
    }
    if words && (ndjson || output.json) { throw ValidationError("--words prints text; leave --json and --ndjson out.") }
  }

  func run() throws {
    let (key, entries, told) = try store.withStore(.read) { store in
      let key = try response.keyForReading(in: store, path: self.store.database)
      return try ProgressLine.during("Reading") {
        let entries = try filter.entries(of: key, by: author, in: store)
        return (key, entries, words ? try store.history(of: key, at: entries.map(\.revision)) : [])
      }
    }
    if ndjson { return try Self.printInPortions(entries) { [JournalReport.json(of: $0).line] } }
    if output.json {
      return try StandardStreams.print(
        OrderedJSON.object([
          ("form", .string(key.form)),
          ("response", .string(key.response)),
          ("entries", .array(entries.map(JournalReport.json))),
        ]).text)
    }
    if entries.isEmpty {
      let words =
        filter.isEmpty && author == nil
        ? "has been done to the response “\(key.response.shortened)” yet" : "of that sort was done"
      StandardStreams.note("Nothing \(words).")
    }
    if words { return try Self.printInPortions(told, JournalReport.lines) }
    try Self.printInPortions(entries, JournalReport.lines)
  }

  /// Prints in portions, so that head has its lines at once and a long journal is not held twice.
  private static func printInPortions<Entry>(_ entries: [Entry], _ lines: (Entry) -> [String]) throws {
    for start in stride(from: 0, to: entries.count, by: 1000) {
      let portion = entries[start..<min(start + 1000, entries.count)]
      try StandardStreams.print(portion.flatMap(lines).joined(separator: "\n"))
    }
  }
}
#endif
