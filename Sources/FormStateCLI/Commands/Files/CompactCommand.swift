#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate compact`
struct CompactCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Remove the older part of a journal.",
    discussion: """
      The state, the revision numbers and the last entries stay; removed entries can no longer be undone or shown. \
      A checkpoint replaces them, so formstate check still verifies the rest. What a collector lacks is kept, see \
      formstate outbox. The file is rewritten to free the space. On a terminal the command asks first; scripts use --yes.

        formstate compact answers.sqlite --keep 1000
        formstate compact answers.sqlite --keep 1000 --dry-run
        formstate compact answers.sqlite --keep 1000 --yes
      """)

  static let outputSchema = OutputSchema.compact

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @Option(help: ArgumentHelp("The number of entries to keep.", valueName: "number"))
  var keep: Int
  @Flag(help: "Also remove entries that a collector lacks; it gets the checkpoint in their place.")
  var dropUnsent = false
  @OptionGroup var confirmation: ConfirmationArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    guard keep >= 0 else { throw ValidationError("--keep must be a number of entries, 0 or more.") }
  }

  func run() throws {
    try store.withStore(.write, backup: confirmation.dryRun ? nil : backup) { store in
      let key = try response.key(in: store, path: self.store.database)
      try store.requireResponse(key)
      // The journal may be the last copy of answers that cannot be read.
      try ProgressLine.during("Reading") { try store.requireReadable() }
      if !confirmation.yes {
        let planned = try ProgressLine.during("Measuring") { try compact(key, in: store, isDryRun: true) }
        if confirmation.dryRun { return try tell(planned, of: key) }
        if planned.removed > 0 {
          let entries = Count.of(planned.removed, "entry", "entries")
          try confirmation.confirm(
            "remove", "\(entries) of \(ResponseReport.name(of: key))", isOne: planned.removed == 1)
        }
      }
      let before = try ProgressLine.during("Measuring") { try store.journalSize() }
      let compacted = try ProgressLine.during("Compacting") { try compact(key, in: store) }
      // This also frees what an earlier attempt left.
      guard compacted.removed > 0 else { return try giveBackRoom(in: store, key, compacted, before) }
      let words =
        "\(Count.of(compacted.removed, "entry", "entries")) \(compacted.removed == 1 ? "was" : "were") removed"
      try CommandFailure.afterDone(words) { try giveBackRoom(in: store, key, compacted, before) }
    }
  }

  private func compact(
    _ key: ResponseKey, in store: FormStore, isDryRun: Bool = false
  ) throws -> FormStore.CompactedResponse {
    try store.compact(key, keeping: keep, keepsUnsent: !dropUnsent, isDryRun: isDryRun)
  }

  /// Reports what would be removed.
  private func tell(_ planned: FormStore.CompactedResponse, of key: ResponseKey) throws {
    try StandardStreams.print(
      output.json
        ? CompactionReport(key: key, isDryRun: confirmation.dryRun, compacted: planned, sizes: nil).text
        : "Would remove \(Count.of(planned.removed, "entry", "entries")) and keep "
          + "\(Self.kept(planned)); nothing was changed.")
  }

  private static func kept(_ compacted: FormStore.CompactedResponse) -> String {
    let entries = Count.of(compacted.kept, "entry", "entries")
    return compacted.unsent == 0 ? entries : "\(entries), \(compacted.unsent) of them for a collector that lacks them"
  }

  private func giveBackRoom(
    in store: FormStore, _ key: ResponseKey, _ compacted: FormStore.CompactedResponse, _ before: FormStore.JournalSize?
  ) throws {
    do {
      try ProgressLine.during("Freeing the space") { try store.reclaimSpace() }
    } catch {
      throw CommandFailure("the file could not be rewritten to free the space (\(error))")
    }
    try report(key, compacted, before, try store.journalSize())
  }

  private func report(
    _ key: ResponseKey, _ compacted: FormStore.CompactedResponse, _ before: FormStore.JournalSize?,
    _ after: FormStore.JournalSize?
  ) throws {
    guard !output.json else {
      let sizes = CompactionReport.Sizes(before: before, after: after)
      return try StandardStreams.print(
        CompactionReport(key: key, isDryRun: confirmation.dryRun, compacted: compacted, sizes: sizes).text)
    }
    try StandardStreams.print(
      "Removed \(Count.of(compacted.removed, "entry", "entries")), kept \(Self.kept(compacted))."
    )
    if let before, let after {
      try StandardStreams.print(
        "The journals of this file took \(before.bytes) bytes, \(Int(before.bytesPerEntry.rounded())) per entry; "
          + "they take \(after.bytes) now.")
    }
  }
}

/// What a compaction removed, or would remove.
struct CompactionReport: Shape {
  static let meaning = "What a compaction removed."

  let key: ResponseKey
  let isDryRun: Bool
  let compacted: FormStore.CompactedResponse
  /// The sizes of the journals; `nil` in a dry run.
  let sizes: Sizes?

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m("dryRun", \.isDryRun, Meaning.dryRun)
    m("removedEntryCount", \.compacted.removed, "How many entries were removed.")
    m("keptEntryCount", \.compacted.kept, "How many entries the journal still has.")
    m("unsentEntryCount", \.compacted.unsent, "How many of them remain only because a collector lacks them.")
    m.includeIfAny(\.sizes)
  }

  /// The sizes of the file's journals; `nil` where SQLite does not say.
  struct Sizes: Shape {
    static let meaning = "The sizes of the file's journals."

    let before: FormStore.JournalSize?
    let after: FormStore.JournalSize?

    static func list<M: PrintedMembers<Self>>(_ m: inout M) {
      m(
        "journalBytesBefore", \.before?.bytes,
        "How many bytes the journals of the file took before; null if SQLite does not report it. Left out in a dry run."
      )
      m("journalBytesAfter", \.after?.bytes, "How many they take now.")
      m("bytesPerEntry", \.bytesPerEntry, "How many an entry took before.")
    }

    private var bytesPerEntry: Int? { before.map { Int($0.bytesPerEntry.rounded()) } }
  }
}
#endif
