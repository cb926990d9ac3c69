#if CommandLine
import ArgumentParser
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate watch`
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow a response and print changes by others as they happen.",
    discussion: """
      Prints what every change did and the changed rows, as acting commands do. With --until it ends \
      at that revision; otherwise it continues until it is interrupted.

        formstate watch answers.sqlite
        formstate watch answers.sqlite --json --until 100

      With --json it prints a line with the visible rows, and then one for every change: its revision, the previous one, and \
      the batch update that a table view would animate; with --until it ends with a line of the final visible rows.
      """)

  @OptionGroup var store: StoreArguments
  @Option(help: ArgumentHelp("The revision to end with.", valueName: "revision"))
  var until: Int?
  @Option(help: ArgumentHelp("The polling interval, in seconds.", valueName: "seconds"))
  var every: Double = 0.1
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    guard every.isFinite, every > 0 else { throw ValidationError("--every must be a number of seconds above 0.") }
  }

  func run() throws {
    let (store, key) = try self.store.withStore(.read) { store in
      (store, try response.keyForReading(in: store, path: self.store.database))
    }
    let name = try CommandFailure.naming(self.store.database) {
      try language.languageName(for: try store.contents(of: key).form)
    }
    let session = try CommandFailure.naming(self.store.database) { try store.session(for: key, language: name) }
    let start = session.revision
    try StandardStreams.print(
      output.json
        ? Self.json(of: session).line : "\(TerminalText.plain(key.response)): following from revision \(start)")
    var revision = start
    while revision < until ?? .max {
      let change = try CommandFailure.naming(self.store.database) { try session.refresh() }
      // A restored file may show other rows at the same revision.
      if change.revision == revision && change.batch.isEmpty {
        Thread.sleep(forTimeInterval: every)
      } else {
        try StandardStreams.print(
          output.json
            ? ScreenChangeReport.json(of: change).line
            : try ScreenChangeReport.text(
              of: change, in: store, key: key, name == nil ? nil : session, told: try language.told(of: key, in: store))
        )
        revision = change.revision
      }
    }
    if revision > start, output.json { try StandardStreams.print(Self.json(of: session).line) }
  }

  /// The session's screen, from memory.
  private static func json(of session: FormSession) -> OrderedJSON {
    .object([
      ("revision", .integer(session.revision)), ("digest", .string(session.digest)),
      ("visibleRows", .array(session.visibleRowsPerSection.map { .array($0.map(OrderedJSON.integer)) })),
    ])
  }
}
#endif
