#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate outbox`
struct OutboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "Write what a collector lacks to a file, and take its answers.",
    discussion: """
      A collector gathers the journals of many files; formstate sync exchanges them with one over the network. Without a network, \
      write the entries that the collector has not acknowledged as JSON Lines, send this batch any way you like, and take \
      the collector's answers: only then does the file count the entries as sent. A batch may be sent twice, since a \
      collector takes an entry once. A response that a collector refuses is set aside, and the others go on.

        formstate outbox write answers.sqlite --to hq -o batches
        formstate outbox take answers.sqlite hq.jsonl --to hq
        formstate outbox status answers.sqlite

      From the first batch on, formstate compact keeps what the collector lacks. formstate outbox forget ends that.
      """,
    subcommands: [
      OutboxStatusCommand.self, WriteBatchCommand.self, TakeAnswersCommand.self, RetryRefusedCommand.self,
      ForgetCollectorCommand.self,
    ])
}

/// The collector of a command.
struct CollectorArguments: ParsableArguments {
  @Option(name: .customLong("to"), help: ArgumentHelp("The name of the collector.", valueName: "name"))
  var name: String
}

/// A command that reports what waits for collectors.
protocol OutboxReporting: ReportingCommand, StoreCommand {}

extension OutboxReporting {
  static var outputSchema: OutputSchema { .outbox }

  /// What waits for a collector, or for all of them.
  func destinations(_ collector: String? = nil) throws -> [OutboxReport.Destination] {
    try store.withStore(.read) { store in
      let names = try collector.map { [$0] } ?? store.destinations()
      return try names.map { OutboxReport.Destination(name: $0, status: try store.outboxStatus(of: $0)) }
    }
  }

  func print(_ report: OutboxReport, _ lines: [String]) throws {
    if output.json { return try StandardStreams.print(report.text) }
    for line in lines { try StandardStreams.print(line) }
  }
}

/// `formstate outbox status`
struct OutboxStatusCommand: OutboxReporting {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Report what waits for each collector, and what it refuses.",
    discussion: """
        formstate outbox status answers.sqlite
        formstate outbox status answers.sqlite --to hq --json
      """)

  @OptionGroup var store: StoreArguments
  @Option(help: ArgumentHelp("The name of the collector; all of them by default.", valueName: "name"))
  var to: String?
  @OptionGroup var output: OutputArguments

  func run() throws {
    let destinations = try destinations(to)
    let report = OutboxReport(destinations: destinations)
    try print(report, destinations.isEmpty ? ["“\(store.database)” has no collectors."] : report.lines)
  }
}

/// `formstate outbox take`
struct TakeAnswersCommand: OutboxReporting {
  static let configuration = CommandConfiguration(
    commandName: "take",
    abstract: "Take the answers of a collector to a batch.",
    discussion: """
        formstate outbox take answers.sqlite hq.jsonl --to hq
      """)

  static let takesOtherFiles = true

  @OptionGroup var store: StoreArguments
  @Argument(
    help: ArgumentHelp("The file with the answers; - reads standard input.", valueName: "file"), completion: .file())
  var file: String
  @OptionGroup var collector: CollectorArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let contents = try InputFile.contents(of: file, for: "file of answers")
    let answers = try PushAnswerDocument.read(contents, source: InputFile.name(of: file))
    let taken = try store.withStore(.write) { try $0.take(answers, from: collector.name) }
    try CommandFailure.afterDone("\(Count.of(taken.count, "answer")) of “\(collector.name)” were taken") {
      let report = OutboxReport(answers: taken, destinations: try destinations(collector.name))
      try print(report, report.answerLines + report.lines)
    }
  }
}

/// `formstate outbox retry`
struct RetryRefusedCommand: OutboxReporting {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Send refused responses again, after the cause was remedied.",
    discussion: """
      The next batch or push has them.

        formstate outbox retry answers.sqlite --to hq
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var collector: CollectorArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let count = Count.of(try store.withStore(.write) { try $0.retryRefused(of: collector.name) }, "response")
    try CommandFailure.afterDone("\(count) will be sent again") {
      try print(OutboxReport(destinations: try destinations(collector.name)), ["\(count) will be sent again."])
    }
  }
}

/// `formstate outbox forget`
struct ForgetCollectorCommand: OutboxReporting {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Forget a collector, so nothing is kept for it.",
    discussion: """
        formstate outbox forget answers.sqlite --to hq
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var collector: CollectorArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    try store.withStore(.write) { try $0.removeDestination(collector.name) }
    try CommandFailure.afterDone("“\(collector.name)” was forgotten") {
      try print(OutboxReport(destinations: []), ["Forgot “\(TerminalText.plain(collector.name))”."])
    }
  }
}
#endif
