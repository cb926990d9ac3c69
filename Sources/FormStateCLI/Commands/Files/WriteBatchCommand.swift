#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate outbox write`
struct WriteBatchCommand: OutboxReporting {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Write the entries that a collector has not acknowledged.",
    discussion: """
      A collector that is new has acknowledged none. If nothing waits, no file is written.

        formstate outbox write answers.sqlite --to hq -o batches
        formstate outbox write answers.sqlite --to hq > hq.jsonl
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var collector: CollectorArguments
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The folder for a file with the batch; standard output by default or with -.", valueName: "folder"),
    completion: .directory)
  var folder: String?
  @Option(help: ArgumentHelp("The name of this device for the collector. (default: the host name)", valueName: "name"))
  var device: String?
  @OptionGroup var output: OutputArguments

  private var isToFolder: Bool { folder ?? "-" != "-" }

  func validate() throws {
    if output.json, !isToFolder {
      throw ValidationError("The batch goes to standard output; name a folder with --output to get --json as well.")
    }
  }

  func run() throws {
    let collector = collector.name
    let (isNew, isEmpty) = try store.withStore(.write) { store in
      let isNew = try !store.destinations().contains(collector.canonicalKey)
      // Refused before a byte of the batch is out: standard output takes nothing back.
      if isNew { try store.requireWritable() }
      return (isNew, try isToFolder && !isNew && store.outboxStatus(of: collector).entryCount == 0)
    }
    // Nothing waits, so there is no file to write.
    if isEmpty {
      let report = OutboxReport(destinations: try destinations(collector))
      return try print(report, report.lines)
    }
    var batch = Batch()
    var path: String?
    // A new collector begins once its batch is complete, so a failure leaves nothing that compact would wait for.
    if let folder, isToFolder {
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
        file: path, partCount: batch.parts, entryCount: batch.entries, destinations: try destinations(collector))
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
}
#endif
