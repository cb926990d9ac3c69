#if CommandLine
import ArgumentParser
import FormState
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

      formstate export --format actions writes the actions alone, ready for replay.
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let (key, entries) = try store.withStore(.read) { store in
      let key = try response.keyForReading(in: store, path: self.store.database)
      return (key, try ProgressLine.during("Reading") { try store.journal(of: key) })
    }
    if output.json {
      return try StandardStreams.print(
        OrderedJSON.object([
          ("form", .string(key.form)),
          ("response", .string(key.response)),
          ("entries", .array(entries.map(JournalReport.json))),
        ]).text)
    }
    if entries.isEmpty {
      StandardStreams.note("Nothing has been done to the response “\(key.response.shortened)” yet.")
    }
    // In portions, so that head has its lines at once and a long journal is not held twice.
    for start in stride(from: 0, to: entries.count, by: 1000) {
      let lines = entries[start..<min(start + 1000, entries.count)].flatMap(JournalReport.lines)
      try StandardStreams.print(lines.joined(separator: "\n"))
    }
  }
}

/// `formstate diff`
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Print what takes the screen from one revision to another.",
    discussion: """
      Any two revisions, in either direction; the batch update is the one that a table view would animate.

        formstate diff answers.sqlite --from 2 --to 5
        formstate diff answers.sqlite --from 5 --to 0 --json
      """)

  @OptionGroup var store: StoreArguments
  @Option(help: ArgumentHelp("The revision to begin with.", valueName: "revision"))
  var from: Int
  @Option(help: ArgumentHelp("The revision to end with.", valueName: "revision"))
  var to: Int
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let report = try store.withStore(.read) { store in
      let key = try response.keyForReading(in: store, path: self.store.database)
      let change = try ProgressLine.during("Comparing") { try store.diff(of: key, from: from, to: to) }
      if output.json { return ScreenChangeReport.json(of: change).text }
      let outline = Outline(of: try store.contents(of: key, at: to))
      return ScreenChangeReport.text(of: change, titles: outline.titles)
    }
    try StandardStreams.print(report)
  }
}
#endif
