#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate log`
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Print the journal of a response: what was done, and what it changed.",
    discussion: """
      Each action stands in a line with its revision and its time in UTC; under it, every change of the state \
      before → after. “as defined” is what a cell is as long as nobody has touched it.

        formstate log answers.sqlite
        formstate log answers.sqlite --cell first-name --limit 5
        formstate log answers.sqlite --since 2026-11-21
        formstate log answers.sqlite --author Becky

      formstate export --format actions writes the actions alone, ready for replay.
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var filter: JournalFilter
  @Option(help: ArgumentHelp("Only what somebody of this name did.", valueName: "name"))
  var author: String?
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments
  @Flag(help: "Print an entry a line as JSON.")
  var ndjson = false

  func validate() throws {
    if ndjson && output.json {
      throw ValidationError("--ndjson prints lines of JSON, --json one document; choose one.")
    }
  }

  func run() throws {
    let (key, entries) = try store.withStore(.read) { store in
      let key = try response.keyForReading(in: store, path: self.store.database)
      return (key, try ProgressLine.during("Reading") { try filter.entries(of: key, by: author, in: store) })
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
    try Self.printInPortions(entries, JournalReport.lines)
  }

  /// Prints in portions, so that head has its lines at once and a long journal is not held twice.
  private static func printInPortions(_ entries: [JournalEntry], _ lines: (JournalEntry) -> [String]) throws {
    for start in stride(from: 0, to: entries.count, by: 1000) {
      let portion = entries[start..<min(start + 1000, entries.count)]
      try StandardStreams.print(portion.flatMap(lines).joined(separator: "\n"))
    }
  }
}
#endif
