#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import FormStateSync
import Foundation

/// `formstate sync`
struct SyncCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Exchange answers with a collector, a folder or another file.",
    discussion: """
      Takes what the other one has and this file lacks, and gives it what it lacks. Copies of one response are recognized \
      by their random name (stream), whatever their keys. If each has entries that the other lacks, they are joined, \
      whichever is first: answers to different questions are combined, and different answers to one question are both kept \
      until a person takes one, see formstate questions. What cannot be joined yet waits, and is listed there too. A \
      response whose key is already used is called after its stream, as p17~3fa9, on every device where it is the second \
      one. New forms and versions are added; new responses still \
      begin with the same version as before.

      A folder may be on a stick, on a share, or copied by another program. Each device writes files into a folder of its \
      own there and reads those of all others. A file that is not whole, or goes on after one that has not arrived, is \
      listed, and read again by the next sync. When a sensitive answer is cleared, each device replaces its own files \
      that have it at its next sync. From the first sync on, formstate compact keeps what a folder or a collector lacks; \
      formstate outbox forget ends that.

      The files that answers name are exchanged as well, from --attachments: with a folder in its folder files, with \
      another file in the folder that belongs to it, with a collector if it keeps files. A copy counts once its content fits its name. Files that only undo \
      can bring back stay where they are.

      A collector is named by its URL. It gives back what others sent if the device has the right (formstate-collect device \
      add --pull); otherwise it is only sent to. With --want, only some of that comes, and what is here goes on. The token in a file, which only you may read, names this device to it, and \
      the program curl sends the requests. If the collector does not answer, the command tries again after some 1, 2, 4 and \
      8 seconds, and then gives up. With --watch it never gives up, and goes on exchanging entries as they are made, until \
      it is interrupted. A final refusal, as of the token, always ends it. If the collector's database was put back to an \
      earlier day, it gets what it lacks again. A response that the collector refuses is listed, and does not hold up others.

        formstate sync answers.sqlite --token-file token \\
          --with https://collect.example.org/batches
        formstate sync answers.sqlite --with /media/stick
        formstate sync answers.sqlite --with tablet.sqlite -n
        formstate export dump tablet.sqlite |
          formstate sync answers.sqlite --with - --receive-only

      What is received from a file, or from one file of a folder, is all or nothing for each response. A sync may be \
      interrupted anywhere, and again changes nothing.
      """)

  static let outputSchema = OutputSchema.sync
  static let takesOtherFiles = true

  @OptionGroup var store: StoreArguments
  @Option(
    name: .customLong("with"),
    help: ArgumentHelp(
      "A collector's URL, a folder, or an SQLite file; with --receive-only also a dump, or - for one from standard input.",
      valueName: "path"),
    completion: .file())
  var other: String
  @Flag(help: "Only take what the other one has.")
  var receiveOnly = false
  @Flag(help: "Only give the other one what it lacks.")
  var sendOnly = false
  @Flag(
    name: [.customShort("n"), .customLong("dry-run")],
    help: "Report the result for each response without changing anything.")
  var dryRun = false
  @Option(help: ArgumentHelp("The name of this device in a folder. (default: the host name)", valueName: "name"))
  var device: String?
  @Option(
    help: ArgumentHelp("The file with the token of this device for a collector in its first line.", valueName: "file"),
    completion: .file())
  var tokenFile: String?
  @Option(
    help: ArgumentHelp(
      "Receive from a collector only responses of a form, or those of them with an answer, beside those that are here: FORM or FORM:CELL=VALUE.",
      valueName: "responses"))
  var want: [String] = []
  @Flag(help: "Go on, and exchange entries with a collector as they are made.")
  var watch = false
  @OptionGroup var attached: AttachmentArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if receiveOnly, sendOnly { throw ValidationError("--receive-only and --send-only exclude each other.") }
    guard isCollector else {
      guard tokenFile == nil, !watch, want.isEmpty else {
        let option = watch ? "--watch" : tokenFile != nil ? "--token-file" : "--want"
        throw ValidationError("\(option) is for collectors; name one by its URL with --with.")
      }
      return
    }
    _ = try CollectorURL(other)
    guard tokenFile != nil else {
      throw ValidationError("A collector needs the token of this device; name the file that has it with --token-file.")
    }
    guard try wants().count <= ChangesQuestion.mostWants else {
      throw ValidationError("--want is given more than \(ChangesQuestion.mostWants) times; name fewer.")
    }
    guard !dryRun else {
      throw ValidationError("--dry-run cannot say what a collector would take; try it with a folder or a file.")
    }
    guard device == nil else {
      throw ValidationError("--device is for folders; a collector knows this device by its token.")
    }
  }

  private func wants() throws -> [ResponseScope] {
    try want.map { text in
      do throws(ResponseScope.Malformed) {
        return try ResponseScope(text)
      } catch {
        throw ValidationError("--want is “\(text.shortened)”; name a form, or write FORM:CELL=VALUE.")
      }
    }
  }

  /// Whether the other one is named by an address.
  private var isCollector: Bool { ["http://", "https://"].contains(where: other.lowercased().hasPrefix) }

  private var directions: SyncDirections { receiveOnly ? .receive : sendOnly ? .send : [.receive, .send] }

  func run() throws {
    if isCollector, let tokenFile { return try exchangeWithCollector(tokenFile) }
    let report = try isFolder(other) ? exchangeFiles() : exchangeWithFile()
    try CommandFailure.afterDone(dryRun ? "nothing was changed" : "the sync with “\(name)” is done") {
      let synced = SyncedFiles(isDryRun: dryRun, report: report)
      if output.json { return try StandardStreams.print(synced.text) }
      for line in synced.lines(with: name, directions) { try StandardStreams.print(line) }
    }
  }

  private var name: String { InputFile.name(of: other) }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return path != "-" && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The longest time in seconds before it asks the collector again, and before it looks at the file again if it only
  /// sends, whatever the attributes of the files say.
  private static let (rest, longestRest) = (60.0, 300.0)

  private func exchangeWithCollector(_ tokenFile: String) throws {
    let isNew = try store.withStore(.write, backup: backup) { store in
      try EncryptionNote.write(ofForm: nil, in: store)
      return try !store.destinations().contains(other.canonicalKey)
    }
    let connection = try CollectorConnection(
      to: try CollectorURL(other), token: try CollectorToken(inFile: tokenFile), tokenFile: tokenFile)
    let ending = DelayedEnding()
    // The end of a watch is no failure.
    defer { if !watch { ending.finish() } }
    if isNew {
      StandardStreams.note("“\(TerminalText.plain(other))” is new; formstate compact keeps what it lacks from now on.")
    }
    var exchange = CollectorExchange(
      store: store, connection: connection, ending: ending, givesUp: !watch, directions: directions,
      attachments: attachments, wants: try wants())
    var last: SyncReport?
    repeat {
      let trace = FileTrace(ofDatabase: store.database)
      guard let report = try exchange() else { return }
      if report.isNews(after: last) { try tell(report, exchange.directions) }
      last = report
      guard watch else { return }
      let rest = exchange.directions.contains(.receive) ? Self.rest : Self.longestRest
      exchange.wait(seconds: rest) { FileTrace(ofDatabase: store.database) != trace }
    } while !ending.isAskedFor
  }

  private func tell(_ report: SyncReport, _ directions: SyncDirections) throws {
    let synced = SyncedFiles(isDryRun: false, report: report)
    func print() throws {
      if output.json { return try StandardStreams.print(watch ? synced.line : synced.text) }
      for line in synced.lines(with: name, directions) { try StandardStreams.print(line) }
    }
    guard report.received.changesAnything || report.sentEntries > 0 else { return try print() }
    try CommandFailure.afterDone("the sync with “\(TerminalText.plain(name))” is done", print)
  }

  private func exchangeFiles() throws -> SyncReport {
    var progress = ProgressLine.Counter("Exchanging files")
    defer { progress.finish() }
    return try store.withStore(dryRun ? .read : .write, backup: backup) { store in
      if !dryRun { try EncryptionNote.write(ofForm: nil, in: store) }
      return try store.sync(
        with: SyncFolder(path: other), directions, device: device ?? DeviceName.ofHost, attachments: attachments,
        isDryRun: dryRun
      ) { progress.reach($0) }
    }
  }

  private func exchangeWithFile() throws -> SyncReport {
    let file = DumpFile(path: other)
    let isDatabase = try file.isDatabase()
    if isDatabase, DatabasePaths(store.database).isDatabase(other) {
      throw CommandFailure("“\(other)” is the file to sync; name another one")
    }
    guard isDatabase || receiveOnly else {
      throw CommandFailure("“\(name)” is no SQLite file, so nothing can be sent to it; use --receive-only")
    }
    var report = SyncReport()
    if directions.contains(.receive) {
      report.received = try store.copying(to: dryRun ? nil : backup) {
        try file.takingParts(busyTimeout: store.busyTimeout) {
          try merge($0, into: store.database, "Receiving responses")
        }
      }
    }
    if directions.contains(.send) { report.noteSent(try send()) }
    let theirs = AttachmentArguments.usualFolder(besides: other)
    try AttachmentExchange.run(
      { try own()?.answeredFiles() ?? [] }, own: attachments, with: AttachmentFolders { _ in theirs }, directions,
      isDryRun: dryRun, adding: &report)
    return report
  }

  private var attachments: String { attached.folder(besides: store.database) }

  private func send() throws -> MergeReport {
    guard let own = try own() else { return MergeReport() }
    return try merge(own.forEachPart, into: other, "Sending responses")
  }

  /// This file; `nil` while it has no tables, since a dry run received nothing.
  private func own() throws -> FormStore? {
    do {
      return try CommandFailure.naming(store.database) {
        try FormStore(path: store.database, access: .read, settings: store.settings)
      }
    } catch let error as StoreError where error.code == .notAStore && dryRun {
      return nil
    }
  }

  private func merge(
    _ parts: ((FormContents.Part) throws -> Void) throws -> Void, into path: String, _ words: String
  ) throws -> MergeReport {
    var progress = ProgressLine.Counter(words)
    defer { progress.finish() }
    return try CommandFailure.naming(path) {
      try FormStore.merge(parts: parts, intoFileAt: path, isDryRun: dryRun, settings: store.settings) {
        progress.reach($0)
      }
    }
  }
}

/// What a sync did, or would do.
struct SyncedFiles: Shape {
  static let meaning = "What a sync did."

  let isDryRun: Bool
  let report: SyncReport

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("dryRun", \.isDryRun, "Whether this only says what would be done, and nothing was.")
    m("versions", \.report.received.versions, "The versions of forms that were received.")
    m("responses", \.report.received.responses, "The responses that were received.")
    m("sentResponseCount", \.report.sentResponses, "Of how many responses something was sent.")
    m("sentEntryCount", \.report.sentEntries, "How many entries were sent.")
    m("files", \.report.writtenFiles, "The files that were written into a folder, by their paths in it.")
    m("receivedAttachments", \.report.receivedAttachments, "The attached files that were received, by their names.")
    m("sentAttachments", \.report.sentAttachments, "The attached files that were sent, by their names.")
    m(
      "skipped", \.report.skipped,
      "What a folder or a collector has and was not taken, and attached files that were not exchanged; the next sync tries again."
    )
    m("unsent", \.report.unsent, "The responses that cannot be sent.")
  }

  /// The report for a person.
  func lines(with name: String, _ directions: SyncDirections) -> [String] {
    let (received, sent) = (report.received, report.sentEntries)
    let isQuiet = !received.changesAnything && report.sentResponses == 0 && report.skipped.isEmpty
    if isQuiet, report.unsent.isEmpty, attachedLines(name).isEmpty { return [Self.nothing(name, directions)] }
    let versions = received.versions.map { version in
      let name = "“\(TerminalText.plain(version.form))”"
      let isFirstOfNewForm = version.isOfNewForm && received.versions.first { $0.form == version.form } == version
      return "\(name): \(isFirstOfNewForm ? "new form, version" : "new version") \(version.number)"
    }
    let unchanged = received.responses.count { $0.outcome == .unchanged }
    let rest = unchanged > 0 ? ["\(Count.of(unchanged, "response")) as before."] : []
    let entries = "\(Count.of(sent, "entry", "entries")) of \(Count.of(report.sentResponses, "response"))"
    let sending = report.sentResponses > 0 ? ["Sent \(entries) to “\(TerminalText.plain(name))”."] : []
    let skipped = report.skipped.map { "“\(TerminalText.plain($0.name))” \(TerminalText.plain($0.reason))" }
    let unsent = report.unsent.map {
      "\(TerminalText.plain($0.key.form)) \(TerminalText.plain($0.key.response)): not sent, "
        + TerminalText.plain($0.reason)
    }
    let last = isDryRun ? ["Nothing was changed."] : []
    return versions + received.responses.filter { $0.outcome != .unchanged }.map(Self.line) + rest + sending
      + attachedLines(name) + skipped + unsent + last
  }

  private func attachedLines(_ name: String) -> [String] {
    let name = "“\(TerminalText.plain(name))”"
    return [
      report.receivedAttachments.isEmpty
        ? nil : "Received \(Count.of(report.receivedAttachments.count, "attached file")) from \(name).",
      report.sentAttachments.isEmpty
        ? nil : "Sent \(Count.of(report.sentAttachments.count, "attached file")) to \(name).",
    ].compactMap { $0 }
  }

  private static func nothing(_ name: String, _ directions: SyncDirections) -> String {
    switch directions {
    case .receive: "“\(name)” has nothing new."
    case .send: "“\(name)” lacks nothing."
    default: "“\(name)” has nothing new, and lacks nothing."
    }
  }

  private static func line(of response: MergeReport.Response) -> String {
    let entries = Count.of(response.newEntries, "entry", "entries")
    let keptAs = "“\(TerminalText.plain(response.keptAs))”"
    let words =
      switch response.outcome {
      case .added: "added, \(entries)"
      case .renamed: "another response has that key; added as \(keptAs), \(entries)"
      case .extended:
        (response.key == response.keptAs ? "" : "is \(keptAs) here; ")
          + "\(entries) more, revision \(response.revision)"
      case .joined:
        "\(entries) more, joined with the copy here, revision \(response.revision)"
          + (response.questions > 0 ? ", \(Count.of(response.questions, "open question"))" : "")
      case .waiting: "\(entries) more, which wait beside the copy here: \(response.waits ?? "")"
      case .unchanged: "as before"
      case .forked:
        "parts at revision \(response.forkedAt ?? 0) from the copy here; both are kept, this one as \(keptAs)"
      }
    return "\(TerminalText.plain(response.form)) \(TerminalText.plain(response.key)): \(words)"
  }
}

extension SyncReport {
  /// Whether a person who knows the report before should see this one.
  fileprivate func isNews(after last: SyncReport?) -> Bool {
    received.changesAnything || sentEntries > 0 || !receivedAttachments.isEmpty || !sentAttachments.isEmpty
      || skipped != last?.skipped || unsent != last?.unsent
  }
}

extension SyncReport.Skipped: Shape {
  package static let meaning =
    "A file of a folder, a response of a collector or an attached file, of which not all was taken."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m(
      "name", \.name,
      "The file's path in the folder, the keys of the form and of the response, or the name of the attached file.")
    m("reason", \.reason, "Why, as a clause.")
  }
}

extension MergeReport.Version: Shape {
  package static let meaning = "A version of a form that was added."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, "The key of the form.")
    m("version", \.number, "The number of the version of the form.")
    m("newForm", \.isOfNewForm, "Whether the form was not there before.")
  }
}

extension MergeReport.Response: Shape {
  package static let meaning = "A response that was received."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, "The key of the form.")
    m("response", \.key, "Its key in the other file.")
    m("keptAs", \.keptAs, "Its key here.")
    m(
      "outcome", \.outcome,
      "added; renamed: added under another key; extended: the journal here was a beginning of its journal; joined: each had entries that the other lacked; waiting: likewise, and they cannot be joined yet; unchanged; forked: each tells what the other does not in a version of the form that is not there, and both are kept."
    )
    m("newEntryCount", \.newEntries, "How many entries came.")
    m("revision", \.revision, "The revision that it has here.")
    m("forkedAt", \.forkedAt, "The first revision at which they part; null unless they do.")
    m("questionCount", \.questions, "How many questions are open after joining.")
    m("waits", \.waits, "Why the lines wait; null unless they do.")
  }
}

extension MergeReport.Outcome: PrintedWord {}
#endif
