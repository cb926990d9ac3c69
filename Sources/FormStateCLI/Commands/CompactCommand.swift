#if CommandLine
import ArgumentParser
import FormStateStore

/// `formstate compact`
struct CompactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Let the older part of a journal go.",
    discussion: """
      The state stays, and so do revisions and the last entries; what went can neither be undone nor shown any more. \
      A checkpoint takes its place, so that formstate check still proves the rest. The file gives back the room.

        formstate compact answers.sqlite --keep 1000
      """)

  @OptionGroup var store: StoreArguments
  @Option(help: ArgumentHelp("How many of the last entries to keep.", valueName: "number"))
  var keep: Int
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    guard keep >= 0 else { throw ValidationError("--keep is a number of entries, 0 or more.") }
  }

  func run() throws {
    let (compacted, before, after) = try store.withStore(.write) { store in
      let key = try response.key(in: store, path: self.store.database)
      try store.requireResponse(key)
      return try ProgressLine.during("Compacting") {
        let before = try store.journalSize()
        let compacted = try store.compact(key, keeping: keep)
        if compacted.removed > 0 { try store.reclaimSpace() }
        return (compacted, before, try store.journalSize())
      }
    }
    guard !output.json else {
      return try StandardStreams.print(
        OrderedJSON.object([
          ("removed", .integer(compacted.removed)), ("kept", .integer(compacted.kept)),
          ("journalBytesBefore", OrderedJSON(before?.bytes)), ("journalBytesAfter", OrderedJSON(after?.bytes)),
          ("bytesPerEntry", before.map { .integer(Int($0.bytesPerEntry.rounded())) } ?? .null),
        ]).text)
    }
    try StandardStreams.print(
      "Removed \(Count.of(compacted.removed, "entry", "entries")), kept \(Count.of(compacted.kept, "entry", "entries"))."
    )
    if let before, let after {
      try StandardStreams.print(
        "The journals of this file took \(before.bytes) bytes, \(Int(before.bytesPerEntry.rounded())) an entry; "
          + "they take \(after.bytes) now.")
    }
  }
}
#endif
