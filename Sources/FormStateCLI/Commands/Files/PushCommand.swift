#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate push`
struct PushCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Send a collector what it lacks, until nothing waits.",
    discussion: """
      Sends the entries that the collector at a URL has not acknowledged, and takes its answers, as formstate outbox does \
      with files. The URL is the collector's name there. The token in a file, which only you may read, names this device. \
      The program curl sends the batches.

        formstate push answers.sqlite --token-file token \\
          --to https://collect.example.org/batches
        formstate push answers.sqlite --token-file token --watch \\
          --to https://collect.example.org/batches

      If the collector does not answer, the command tries again after some 1, 2, 4 and 8 seconds, and then gives up. With \
      --watch it never gives up, and sends new entries as they are made, until it is interrupted. A final refusal, as of \
      the token, always ends it. Nothing is lost: a collector takes an entry once, however often it is sent, and if its \
      database was put back to an earlier day, it gets what it lacks again.

      From the first push on, formstate compact keeps what the collector lacks. formstate outbox forget ends that.
      """)

  static let outputSchema = OutputSchema.push

  @OptionGroup var store: StoreArguments
  @Option(help: ArgumentHelp("The address of the collector.", valueName: "url"))
  var to: String
  @Option(
    help: ArgumentHelp("The file with the token of this device in its first line.", valueName: "file"),
    completion: .file())
  var tokenFile: String
  @Flag(help: "Go on, and send entries as they are made.")
  var watch = false
  @OptionGroup var output: OutputArguments

  /// The longest time in seconds before it looks at the outbox again, whatever the attributes of the files say.
  private static let longestRest = 300.0

  func validate() throws { _ = try CollectorURL(to) }

  func run() throws {
    let isNew = try store.withStore(.write) { store in
      try EncryptionNote.write(ofForm: nil, in: store)
      return try !store.destinations().contains(to.canonicalKey)
    }
    let connection = try CollectorConnection(
      to: try CollectorURL(to), token: try CollectorToken(inFile: tokenFile), tokenFile: tokenFile)
    let ending = DelayedEnding()
    // The end of a watch is no failure.
    defer { if !watch { ending.finish() } }
    if isNew {
      StandardStreams.note("“\(TerminalText.plain(to))” is new; formstate compact keeps what it lacks from now on.")
    }
    let push = PushRun(store: store, connection: connection, ending: ending, givesUp: !watch)
    var last: PushReport?
    repeat {
      let trace = FileTrace(ofDatabase: store.database)
      guard let report = try push() else { return }
      if report.isNews(after: last) { try tell(report) }
      last = report
      if watch { push.wait(seconds: Self.longestRest) { FileTrace(ofDatabase: store.database) != trace } }
    } while watch && !ending.isAskedFor
  }

  private func tell(_ report: PushReport) throws {
    guard report.sent.count > 0 else { return try print(report) }
    try CommandFailure.afterDone("what waited was sent to “\(TerminalText.plain(report.collector))”") {
      try print(report)
    }
  }

  private func print(_ report: PushReport) throws {
    if output.json { return try StandardStreams.print(watch ? report.line : report.text) }
    for line in report.lines { try StandardStreams.print(line) }
  }
}
#endif
