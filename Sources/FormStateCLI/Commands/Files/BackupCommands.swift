#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate restore`
struct RestoreCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Make a new file from a backup, a dump or a damaged file.",
    discussion: """
      The file is equal in everything to the one that was backed up or dumped. It is always a new file: first move an \
      existing one with its companions (-wal, -shm) away, while no process has it open. A backup that is copied over a file \
      with cp is silently ignored, or mixed with the contents of that file's log.

        formstate restore new.sqlite answers-monday.sqlite
        formstate restore new.sqlite answers.json
        gunzip < answers.json.gz | formstate restore new.sqlite -

      --damaged restores what can be read of a file with pages that cannot be read, a file that was cut short, or one that \
      lost its log. A response is in its file twice: as its journal and as its answers. If one of them can be read, the \
      response is restored. Each response that is not whole is listed. An earlier backup may have more: compare both.

        formstate restore new.sqlite broken.sqlite --damaged

      A form that cannot be read whole is taken from its document with --definition: the one that was imported, with \
      the same options. The damaged file and its log stay unchanged. Exit status 0: everything is in the new file; 3: it was \
      made, but something is missing.
      """)

  static let outputSchema = OutputSchema.restore

  @Argument(help: ArgumentHelp("The new file.", valueName: "new"), completion: .file(), transform: DefaultDatabase.path)
  var new: String
  @Argument(
    help: ArgumentHelp(
      "The backup or the damaged SQLite file, or a dump; - reads a dump from standard input."),
    completion: .file(), transform: DefaultDatabase.path)
  var file: String
  @Flag(help: "Take what can be read of a damaged SQLite file, and list what is missing.")
  var damaged = false
  @Option(
    help: ArgumentHelp(
      "With --damaged: the document of a form that cannot be read whole; repeat it for others.", valueName: "document"),
    completion: .file(extensions: ["plist", "json", "xml", "xlsx", "xls", "xlsm"]))
  var definition: [String] = []
  @OptionGroup var reading: DefinitionArguments
  @Option(name: .customLong("busy-timeout"), help: StoreArguments.busyTimeoutHelp)
  var givenBusyTimeout: Double?
  @OptionGroup var output: OutputArguments

  private func store() throws -> StoreArguments { try StoreArguments(file: new, busyTimeout: givenBusyTimeout) }

  func validate() throws {
    _ = try store()
    if !damaged, !definition.isEmpty || !reading.isEmpty {
      throw ValidationError("--definition and the options of a document require --damaged.")
    }
  }

  func run() throws {
    guard !damaged else { return try recover() }
    let file = DumpFile(path: file)
    let counts = try file.isDatabase() ? copy() : restore(file)
    try CommandFailure.afterDone("“\(new)” was restored") {
      guard !output.json else {
        return try StandardStreams.print(
          RestoredFile(database: new, counts: counts).text)
      }
      let words = [
        Count.of(counts.versions, "version of a form", "versions of forms"), Count.of(counts.responses, "response"),
        Count.of(counts.entries, "entry", "entries"),
      ]
      try StandardStreams.print("Restored “\(new)”: \(words.joined(separator: ", ")).")
    }
  }

  private func restore(_ file: DumpFile) throws -> FormStore.ContentCounts {
    // Before the dump is read, which may take a while.
    try FormStore.requireNothing(at: new)
    var progress = ProgressLine.Counter("Restoring responses")
    defer { progress.finish() }
    return try file.takingDump { parts in
      try CommandFailure.naming(new) {
        try FormStore.restore(
          parts: parts, intoNewFileAt: new, permissions: file.permissions, settings: try store().settings
        ) { progress.reach($0) }
      }
    }
  }

  private func copy() throws -> FormStore.ContentCounts {
    try ProgressLine.during("Copying") { try FormStore.copyFile(at: file, to: new, settings: try store().settings) }
    return try CommandFailure.afterDone("“\(file)” was copied to “\(new)”") {
      guard chmod(new, DumpFile(path: file).permissions) == 0 else {
        throw CommandFailure("it cannot be made writable (\(Descriptor.SystemError.last))")
      }
      // Migrates a backup of an older FormState.
      return try store().withStore(.write) { try $0.counts() }
    }
  }
}

extension RestoreCommand {
  /// Writes what can be read of a damaged file into the new one.
  private func recover() throws {
    let layout = try reading.layout.map(FormFile.layout(at:))
    let given = try definition.map { try reading.file(at: $0, formKey: nil).read(by: layout).form }
    let report = try CommandFailure.naming(file) {
      try ProgressLine.during("Restoring") {
        try FormStore.recover(
          fileAt: file, into: new, permissions: DumpFile(path: file).permissions, settings: try store().settings,
          given: given)
      }
    }
    for (path, form) in zip(definition, given) where !report.takenDefinitions.contains(form) {
      StandardStreams.note(
        "Note: “\(path)” was not needed: no version of the form “\(form.key.shortened)” that cannot be read whole is this one"
      )
    }
    let recovered = RecoveredFile(database: new, damaged: file, report: report)
    try CommandFailure.afterDone("“\(new)” was restored") {
      try StandardStreams.print(
        output.json ? recovered.text : recovered.lines.map(TerminalText.plain).joined(separator: "\n"))
    }
    guard !report.isWhole else { return }
    throw CommandFailure("“\(new)” was restored, but lacks parts of “\(file)”", status: .doneUntold)
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

      formstate restore makes a file from it. A backup as a document is formstate export dump.
      """)

  static let outputSchema = OutputSchema.backup
  static let takesOtherFiles = true

  @OptionGroup var store: StoreArguments
  @Argument(help: ArgumentHelp("The new file.", valueName: "to"), completion: .file(), transform: DefaultDatabase.path)
  var to: String
  @OptionGroup var output: OutputArguments

  func run() throws {
    try CommandFailure.naming(store.database) {
      try ProgressLine.during("Copying") {
        try FormStore.copyFile(at: store.database, to: to, settings: store.settings)
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
