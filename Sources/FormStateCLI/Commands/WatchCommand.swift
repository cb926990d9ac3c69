#if CommandLine
import ArgumentParser
import FormStateStore
import Foundation

/// `formstate watch`
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow a response and print what others change, as it happens.",
    discussion: """
      Prints a line of JSON with the visible rows, and then one for every change: its revision, the one before, and the \
      batch update that a table view would animate. With --until it ends when that revision is reached, and prints the \
      visible rows that it has arrived at; otherwise it goes on until it is interrupted.

        formstate watch answers.sqlite
        formstate watch answers.sqlite --until 100
      """)

  @OptionGroup var store: StoreArguments
  @Option(help: ArgumentHelp("The revision to end with.", valueName: "revision"))
  var until: Int?
  @Option(help: ArgumentHelp("How often to look, in seconds.", valueName: "seconds"))
  var every: Double = 0.1
  @OptionGroup var response: ResponseArguments

  func validate() throws {
    guard every.isFinite, every > 0 else { throw ValidationError("--every is a number of seconds above 0.") }
  }

  func run() throws {
    let session = try store.withStore(.read) { store in
      try store.session(for: try response.keyForReading(in: store, path: self.store.database))
    }
    try StandardStreams.print(Self.json(of: session).line)
    let start = session.revision
    var revision = start
    while revision < until ?? .max {
      let change = try CommandFailure.naming(store.database) { try session.refresh() }
      // A file that was put back may show other rows at the same revision.
      if change.revision == revision && change.batch.isEmpty {
        Thread.sleep(forTimeInterval: every)
      } else {
        try StandardStreams.print(ScreenChangeReport.json(of: change, since: revision).line)
        revision = change.revision
      }
    }
    if revision > start { try StandardStreams.print(Self.json(of: session).line) }
  }

  /// What the session shows, from its memory.
  private static func json(of session: FormSession) -> OrderedJSON {
    .object([
      ("revision", .integer(session.revision)), ("digest", .string(session.digest)),
      ("visibleRows", .array(session.visibleRowsPerSection.map { .array($0.map(OrderedJSON.integer)) })),
    ])
  }
}
#endif
