#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate log`
struct LogCommand: ReportingCommand, StoreCommand {
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

      The contents of sensitive cells are “•••”, except with --reveal.

      formstate export actions writes only the actions, ready for replay.
      """)

  static let outputSchema = OutputSchema.log

  @OptionGroup var store: StoreArguments
  @OptionGroup var filter: JournalFilter
  @Option(help: ArgumentHelp("Only actions by this author.", valueName: "name"))
  var author: String?
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments
  @OptionGroup var revealing: RevealArguments
  @Flag(help: "Print JSON Lines, one entry per line.")
  var ndjson = false
  @Flag(help: "Describe the changes in the form's words, as undo and the page do.")
  var words = false

  func validate() throws {
    if ndjson && output.json {
      throw ValidationError("Use only one of --json and --ndjson.")
    }
  }

  func run() throws {
    let (key, entries, changes, sentences) = try store.withStore(.read) { store in
      let key = try response.keyForReading(in: store, path: self.store.database)
      return try ProgressLine.during("Reading") {
        let concealed = try revealing.concealed(ofForm: key.form, in: store)
        let found = try filter.entries(of: key, by: author, in: store)
        let names = try store.lookAt(key) { InstanceNames(found, and: $0.state) }
        let entries = found.map { concealed.concealing($0).naming(names) }
        let changes =
          isData
          ? try RecordedChanges.all(of: found, to: key, in: store, naming: names, revealing: revealing.reveal) : []
        let sentences =
          words ? try store.history(of: key, at: entries.map(\.revision), revealing: revealing.reveal) : []
        return (key, entries, changes, sentences)
      }
    }
    if isData {
      let told = Dictionary(uniqueKeysWithValues: sentences.map { ($0.revision, $0) })
      let printed = zip(entries, changes).map { PrintedEntry($0, changes: $1, words: told[$0.revision]) }
      if ndjson { return try Self.printInPortions(printed) { [$0.line] } }
      return try StandardStreams.print(ReportedJournal(key: key, entries: printed).text)
    }
    if entries.isEmpty {
      let words =
        filter.isEmpty && author == nil
        ? "Nothing has been done to the response “\(key.response.shortened)” yet." : "No entry matches."
      StandardStreams.note(words)
    }
    if words { return try Self.printInPortions(sentences, JournalReport.lines) }
    try Self.printInPortions(entries, JournalReport.lines)
  }

  private var isData: Bool { ndjson || output.json }

  /// Prints in portions: head has its lines at once, and a long journal is not held twice.
  private static func printInPortions<Entry>(_ entries: [Entry], _ lines: (Entry) -> [String]) throws {
    for start in stride(from: 0, to: entries.count, by: 1000) {
      let portion = entries[start..<min(start + 1000, entries.count)]
      try StandardStreams.print(portion.flatMap(lines).joined(separator: "\n"))
    }
  }
}

/// A journal, or some of its entries.
struct ReportedJournal: Shape {
  static let meaning = "The journal of a response."

  let key: ResponseKey
  let entries: [PrintedEntry]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m("entries", \.entries, "The entries, oldest first.")
  }
}
#endif
