#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate dump`
struct DumpCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Write everything in a file as one JSON document.",
    discussion: """
      Writes all forms with all of their versions, and all responses with their whole journals: names, times, authors, and \
      the checkpoint of a compacted journal. formstate restore makes an equal file from it. The same content always has the \
      same bytes. What devices keep beside responses is left out: where people stood, and drafts, which the command counts.

        formstate dump answers.sqlite --output answers.json
        formstate dump answers.sqlite | gzip > answers.json.gz

      A file with answers to sensitive questions is dumped only with --reveal.

      --output writes the whole file or nothing. Users who may not read the database may not read the file either.
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var untrusted: UntrustedArguments
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; standard output by default or with -.", valueName: "file"),
    completion: .file())
  var output: String?

  func run() throws {
    guard let output, output != "-" else { return try write { try StandardStreams.write($0) } }
    try OutputFile.write(to: output, besides: DatabasePaths(store.database)) { sink in try write(to: sink) }
    StandardStreams.note("Wrote “\(output)”.")
  }

  private func write(to sink: @escaping (Data) throws -> Void) throws {
    var progress = ProgressLine.Counter("Writing responses")
    defer { progress.finish() }
    var count = 0
    try untrusted.withStore(store) { store in
      try revealing.permit("a dump", ofForm: nil, in: store)
      try EncryptionNote.write(ofForm: nil, in: store)
      var writer = StoreDumpWriter(to: sink)
      try store.forEachPart { part in
        try writer.write(part)
        if case .response = part { count += 1 }
        progress.reach(count)
      }
      try writer.finish()
      AnswersLeftOut.note(drafts: try store.draftCount())
    }
  }
}

/// `formstate restore`
struct RestoreCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Make a new file from a dump or a backup.",
    discussion: """
      The file is equal in everything to the dumped or backed up one. It is always a new file: first move an existing \
      one with its companions (-wal, -shm) away, while no process has it open. A backup that is copied over a file with \
      cp is silently ignored, or mixed with the contents of that file's log.

        formstate restore new.sqlite answers.json
        formstate restore new.sqlite answers-monday.sqlite
        gunzip < answers.json.gz | formstate restore new.sqlite -
      """)

  static let outputSchema = OutputSchema.restore

  @OptionGroup var store: StoreArguments
  @Argument(
    help: ArgumentHelp(
      "The dump, or an SQLite file made by formstate backup; - reads a dump from standard input."),
    completion: .file(), transform: DefaultDatabase.path)
  var file: String
  @OptionGroup var output: OutputArguments

  func run() throws {
    let file = DumpFile(path: file)
    let settings = FormStore.Settings(busyTimeout: store.busyTimeout, readsBesideWriter: false)
    let counts = try file.isDatabase() ? copy(settings) : restore(file, settings)
    try CommandFailure.afterDone("“\(store.database)” was restored") {
      guard !output.json else {
        return try StandardStreams.print(
          RestoredFile(database: store.database, counts: counts).text)
      }
      let words = [
        Count.of(counts.versions, "version of a form", "versions of forms"), Count.of(counts.responses, "response"),
        Count.of(counts.entries, "entry", "entries"),
      ]
      try StandardStreams.print("Restored “\(store.database)”: \(words.joined(separator: ", ")).")
    }
  }

  private func restore(_ file: DumpFile, _ settings: FormStore.Settings) throws -> FormStore.ContentCounts {
    // Before the dump is read, which may take a while.
    try FormStore.requireNothing(at: store.database)
    var progress = ProgressLine.Counter("Restoring responses")
    defer { progress.finish() }
    return try file.takingDump { parts in
      try CommandFailure.naming(store.database) {
        try FormStore.restore(
          parts: parts, intoNewFileAt: store.database, permissions: file.permissions, settings: settings
        ) { progress.reach($0) }
      }
    }
  }

  private func copy(_ settings: FormStore.Settings) throws -> FormStore.ContentCounts {
    try ProgressLine.during("Copying") { try FormStore.copyFile(at: file, to: store.database, settings: settings) }
    return try CommandFailure.afterDone("“\(file)” was copied to “\(store.database)”") {
      guard chmod(store.database, DumpFile(path: file).permissions) == 0 else {
        throw CommandFailure("it cannot be made writable (\(Descriptor.SystemError.last))")
      }
      // Migrates a backup of an older FormState.
      return try store.withStore(.write) { try $0.counts() }
    }
  }
}

/// `formstate backup`
struct BackupCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a file, even while others write to it.",
    discussion: """
      The copy is the file at one moment, including its log, with its permissions. It is always a new \
      file. A copy made with cp lacks the log, or mixes two states.

        formstate backup answers.sqlite answers-monday.sqlite

      formstate restore makes a file from it.
      """)

  static let outputSchema = OutputSchema.backup
  static let takesOtherFiles = true

  @OptionGroup var store: StoreArguments
  @Argument(help: ArgumentHelp("The new file.", valueName: "to"), completion: .file(), transform: DefaultDatabase.path)
  var to: String
  @OptionGroup var output: OutputArguments

  func run() throws {
    let settings = FormStore.Settings(busyTimeout: store.busyTimeout, readsBesideWriter: false)
    try CommandFailure.naming(store.database) {
      try ProgressLine.during("Copying") {
        try FormStore.copyFile(at: store.database, to: to, settings: settings)
      }
    }
    try CommandFailure.afterDone("“\(to)” was written") {
      try StandardStreams.print(
        output.json
          ? CopiedFile(database: store.database, backup: to).text
          : "Copied “\(store.database)” to “\(to)”.")
    }
  }
}

/// A file that was made of a dump or a backup.
struct RestoredFile: Shape {
  static let meaning = "A file that was made of a dump or a backup."

  let database: String
  let counts: FormStore.ContentCounts

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("database", \.database, "The path of the new file.")
    m("versionCount", \.counts.versions, "How many versions of forms it has.")
    m("responseCount", \.counts.responses, "How many responses it has.")
    m("entryCount", \.counts.entries, "How many entries their journals have.")
  }
}

/// A copy of a file.
struct CopiedFile: Shape {
  static let meaning = "A copy of a file."

  let database: String
  let backup: String

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("database", \.database, "The path of the file that was copied.")
    m("backup", \.backup, "The path of the copy.")
  }
}
#endif
