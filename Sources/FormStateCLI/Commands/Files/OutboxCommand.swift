#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate outbox`
struct OutboxCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "Write what a collector lacks, and take its answers.",
    discussion: """
      A collector gathers the journals of many files. The command writes the entries that a collector (--to) has not \
      acknowledged, as JSON Lines. Send the batch any way you like, and give the collector's answers to --answers: only \
      then does the file count the entries as sent. A batch may be sent twice, since a collector takes an entry once. \
      A response that a collector refuses is set aside, and the others go on.

        formstate outbox answers.sqlite --to hq --output batches
        formstate outbox answers.sqlite --to hq --answers hq.jsonl
        formstate outbox answers.sqlite

      From the first batch on, formstate compact keeps what the collector lacks. --forget ends that.
      """)

  static let outputSchema = OutputSchema.outbox

  @OptionGroup var store: StoreArguments
  @Option(help: ArgumentHelp("The name of the collector; without it, all are reported.", valueName: "name"))
  var to: String?
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The folder for a file with the batch; standard output by default or with -.", valueName: "folder"),
    completion: .directory)
  var folder: String?
  @Option(
    help: ArgumentHelp("Take the answers in this file; - reads standard input.", valueName: "file"),
    completion: .file())
  var answers: String?
  @Flag(help: "Report what waits without writing anything.")
  var status = false
  @Flag(help: "Send refused responses again, after the cause was remedied.")
  var retry = false
  @Flag(help: "Forget the collector, so nothing is kept for it.")
  var forget = false
  @Option(help: ArgumentHelp("The name of this device for the collector. (default: the host name)", valueName: "name"))
  var device: String?
  @OptionGroup var output: OutputArguments

  func validate() throws {
    let modes = [answers != nil, status, retry, forget, folder != nil].count { $0 }
    guard modes <= 1 else {
      throw ValidationError("Use only one of --output, --answers, --status, --retry and --forget.")
    }
    if to == nil, modes > 0, !status { throw ValidationError("Name the collector with --to.") }
    if device != nil, isReporting || answers != nil || retry || forget {
      throw ValidationError("--device is for a batch; omit it.")
    }
    if output.json, !isReporting, answers == nil, !retry, !forget, folder ?? "-" == "-" {
      throw ValidationError("The batch goes to standard output; name a folder with --output to get --json as well.")
    }
  }

  private var isReporting: Bool { status || to == nil }

  func run() throws {
    if isReporting { return try reportStatus() }
    guard let to else { return }
    if let answers {
      try take(PushAnswerDocument.read(try contents(of: answers), source: InputFile.name(of: answers)), of: to)
    } else if retry {
      let count = try store.withStore(.write) { try $0.retryRefused(of: to) }
      try CommandFailure.afterDone("\(Count.of(count, "response")) will be sent again") {
        try print(OutboxReport(destinations: try statuses()), ["\(Count.of(count, "response")) will be sent again."])
      }
    } else if forget {
      try store.withStore(.write) { try $0.removeDestination(to) }
      try CommandFailure.afterDone("“\(to)” was forgotten") {
        try print(OutboxReport(destinations: try statuses()), ["Forgot “\(TerminalText.plain(to))”."])
      }
    } else {
      try writeBatch(to: to)
    }
  }

  private func contents(of path: String) throws -> Data {
    try InputFile.contents(of: path, for: "file of answers")
  }

  // MARK: - Status

  private func reportStatus() throws {
    let destinations = try statuses()
    let report = OutboxReport(destinations: destinations)
    try print(report, destinations.isEmpty ? ["“\(store.database)” has no collectors."] : report.lines)
  }

  private func statuses() throws -> [OutboxReport.Destination] {
    try store.withStore(.read) { store in
      let names = try to.map { forget ? [] : [$0] } ?? store.destinations()
      return try names.map { OutboxReport.Destination(name: $0, status: try store.outboxStatus(of: $0)) }
    }
  }

  // MARK: - Answers

  private func take(_ answers: [PushAnswer], of collector: String) throws {
    let taken = try store.withStore(.write) { try $0.take(answers, from: collector) }
    try CommandFailure.afterDone("\(Count.of(taken.count, "answer")) of “\(collector)” were taken") {
      let report = OutboxReport(answers: taken, destinations: try statuses())
      try print(report, report.answerLines + report.lines)
    }
  }

  // MARK: - Batches

  private func writeBatch(to collector: String) throws {
    let toFolder = folder ?? "-" != "-"
    let (isNew, isEmpty) = try store.withStore(.write) { store in
      let isNew = try !store.destinations().contains(collector.canonicalKey)
      // Refused before a byte of the batch is out: standard output takes nothing back.
      if isNew { try store.requireWritable() }
      return (isNew, try toFolder && !isNew && store.outboxStatus(of: collector).entryCount == 0)
    }
    // Nothing waits, so there is no file to write.
    if isEmpty { return try reportStatus() }
    var batch = Batch()
    var path: String?
    // A new collector begins once its batch is complete, so a failure leaves nothing that compact would wait for.
    if let folder, toFolder {
      let database = DatabasePaths(store.database)
      let name = try fileName(for: collector)
      path = try OutputFolder.write(into: folder, besides: database) { output in
        try output.write(name) { batch = try write(to: collector, $0) }
        try begin(collector, with: batch)
      }.first
    } else {
      batch = try write(to: collector) { try StandardStreams.write($0) }
      try CommandFailure.afterDone("the batch was written") { try begin(collector, with: batch) }
    }
    if isNew {
      StandardStreams.note(
        "“\(TerminalText.plain(collector))” is new; formstate compact keeps what it lacks from now on.")
    }
    guard let path else { return }
    let words = "\(Count.of(batch.entries, "entry", "entries")) in \(Count.of(batch.parts, "part"))"
    try CommandFailure.afterDone("“\(path)” was written") {
      let report = OutboxReport(
        file: path, partCount: batch.parts, entryCount: batch.entries, destinations: try statuses())
      try print(report, ["Wrote “\(path)”: \(words)."])
    }
  }

  /// What was written.
  private struct Batch {
    var parts = 0
    var entries = 0
    var unsendable: [FormStore.Unsendable] = []
  }

  private func begin(_ collector: String, with batch: Batch) throws {
    try store.withStore(.write) { try $0.begin(collector, setting: batch.unsendable) }
  }

  /// Writes the batch, a part at a time.
  private func write(to collector: String, _ sink: @escaping (Data) throws -> Void) throws -> Batch {
    var progress = ProgressLine.Counter("Writing entries")
    defer { progress.finish() }
    var batch = Batch()
    try store.withStore(.write) { store in
      try EncryptionNote.write(ofForm: nil, in: store)
      var writer = PushBatchWriter(to: sink)
      try writer.begin(device: device ?? DeviceName.ofHost)
      batch.unsendable = try store.forEachPart(for: collector, limitOfPart: Self.entriesOfPart) { part, definitions in
        try writer.write(part, definitions: definitions)
        batch.parts += 1
        batch.entries += part.lines.count
        progress.reach(batch.entries)
      }
      try writer.finish()
    }
    return batch
  }

  /// How many entries a part has at most, since a collector takes a part at once.
  private static let entriesOfPart = 5000

  /// A name that no batch before had: the collector, and the time to the millisecond.
  private func fileName(for collector: String) throws -> String {
    let safe = collector.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" }
    let time = Timestamp.now.isoText.filter { $0.isNumber || $0 == "T" || $0 == "Z" }
    return "\(String(safe))-\(time).jsonl"
  }

  private func print(_ report: OutboxReport, _ lines: [String]) throws {
    if output.json { return try StandardStreams.print(report.text) }
    for line in lines { try StandardStreams.print(line) }
  }
}
#endif
