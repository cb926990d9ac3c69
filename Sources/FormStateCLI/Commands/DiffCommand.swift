#if CommandLine
import ArgumentParser
import FormStateStore

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
