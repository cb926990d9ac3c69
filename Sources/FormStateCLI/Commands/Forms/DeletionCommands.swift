#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate response delete`
struct DeleteResponseCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a response with its history, permanently.",
    discussion: """
      On a terminal the command asks first; scripts use --yes. The file is then rewritten, so no bytes of the \
      response remain; --keep-space skips that, which is faster.

        formstate response delete answers.sqlite attic --dry-run
        formstate response delete answers.sqlite attic --yes
      """)

  static let outputSchema = OutputSchema.deletion

  @OptionGroup var store: StoreArguments
  @Argument(help: ArgumentHelp("The key of the response.", valueName: "key"), completion: Completions.responses)
  var key: String
  @OptionGroup var form: FormArguments
  @OptionGroup var deletion: DeletionArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    try deletion.withStore(store, backup: backup) { store in
      let key = ResponseKey(form: try form.key(in: store, path: self.store.database), response: key)
      let subject = ResponseReport.name(of: key)
      let before = try store.counts(of: key)
      guard !deletion.isDryRun else {
        return try deletion.tell(
          subject, before, json: output.json ? DeletionReport.json(OrderedJSON.members(of: key), before) : nil)
      }
      try deletion.confirm(subject, before)
      let counts = try ProgressLine.during("Deleting") { try store.delete(key) }
      try deletion.finish(subject, counts, in: store, path: self.store.database) { isRewritten in
        output.json ? DeletionReport.json(OrderedJSON.members(of: key), counts, isRewritten: isRewritten) : nil
      }
    }
  }
}

/// `formstate form delete`
struct DeleteFormCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a form with all of its versions, permanently.",
    discussion: """
      A form that has responses is deleted only with --with-responses. On a terminal the command asks first; scripts use \
      --yes. The file is then rewritten, so no bytes of the form remain; --keep-space skips that, which is \
      faster.

        formstate form delete answers.sqlite profile --dry-run
        formstate form delete answers.sqlite profile \\
          --with-responses --yes
      """)

  static let outputSchema = OutputSchema.deletion

  @OptionGroup var store: StoreArguments
  @Argument(help: ArgumentHelp("The key of the form.", valueName: "key"), completion: Completions.forms)
  var key: String
  @Flag(help: "Delete its responses too.")
  var withResponses = false
  @OptionGroup var deletion: DeletionArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    try deletion.withStore(store, backup: backup) { store in
      let subject = "the form “\(TerminalText.plain(key))”"
      let before = try store.counts(ofForm: key)
      guard withResponses || before.responses == 0 else {
        throw CommandFailure(
          "\(subject) has \(Count.of(before.responses, "response")); --with-responses deletes them too")
      }
      guard !deletion.isDryRun else {
        return try deletion.tell(
          subject, before, json: output.json ? DeletionReport.json([("form", .string(key))], before) : nil)
      }
      try deletion.confirm(subject, before)
      let counts = try ProgressLine.during("Deleting") {
        try store.deleteForm(key, includingResponses: withResponses)
      }
      try deletion.finish(subject, counts, in: store, path: self.store.database) { isRewritten in
        output.json ? DeletionReport.json([("form", .string(key))], counts, isRewritten: isRewritten) : nil
      }
    }
  }
}

/// The options for deleting something permanently.
struct DeletionArguments: ParsableArguments {
  @OptionGroup var confirmation: ConfirmationArguments
  @Flag(help: "Do not rewrite the file; deleted text may remain in its bytes.")
  var keepSpace = false

  /// Whether only to report what would be deleted.
  var isDryRun: Bool { confirmation.dryRun }

  /// Opens the file, which a dry run only reads.
  func withStore(
    _ store: StoreArguments, backup: BackupArguments, _ work: (FormStore) throws -> Void
  ) throws {
    try store.withStore(isDryRun ? .read : .write, backup: backup, work)
  }

  /// Asks for confirmation.
  func confirm(_ subject: String, _ counts: FormStore.ContentCounts) throws {
    guard !confirmation.yes else { return }
    try confirmation.confirm("delete", "\(subject) (\(ContentCountsText.words(of: counts)))", isOne: true)
  }

  /// Reports what would be deleted.
  ///
  /// - Parameter json: what to print; `nil` for words.
  func tell(_ subject: String, _ counts: FormStore.ContentCounts, json: OrderedJSON?) throws {
    try StandardStreams.print(
      json?.text
        ?? "Would delete \(subject): \(ContentCountsText.words(of: counts)); nothing was changed.")
  }

  /// Rewrites the file, unless that is disabled, and reports what was deleted.
  ///
  /// - Parameter json: what to print, given whether the file was rewritten; `nil` for words.
  func finish(
    _ subject: String, _ counts: FormStore.ContentCounts, in store: FormStore, path: String,
    json: (_ isRewritten: Bool) -> OrderedJSON?
  ) throws {
    try CommandFailure.afterDone("\(subject) was deleted") {
      if !keepSpace { try rewrite(store, path: path) }
      if let json = json(!keepSpace) { return try StandardStreams.print(json.text) }
      let rest =
        keepSpace
        ? " Its text may remain in the bytes of the file until it is rewritten, as formstate compact does."
        : ""
      try StandardStreams.print("Deleted \(subject): \(ContentCountsText.words(of: counts)).\(rest)")
    }
  }

  private func rewrite(_ store: FormStore, path: String) throws {
    do {
      try ProgressLine.during("Rewriting the file") { try store.reclaimSpace() }
    } catch {
      throw CommandFailure(
        "its text may remain in the bytes of the file (\(error)); when no other process uses the file: "
          + "sqlite3 \(ShellText.word(path)) VACUUM")
    }
  }
}

/// Reports as data what is deleted.
private enum DeletionReport {
  /// The report of a form or of a response, which has no versions.
  ///
  /// - Parameters:
  ///   - subject: the members that name it.
  ///   - isRewritten: whether the file was rewritten; `nil` where nothing was deleted.
  static func json(
    _ subject: [(name: String, value: OrderedJSON)], _ counts: FormStore.ContentCounts, isRewritten: Bool? = nil
  ) -> OrderedJSON {
    let ofForm: [(name: String, value: OrderedJSON)] = [
      ("versionCount", .integer(counts.versions)), ("responseCount", .integer(counts.responses)),
    ]
    return .object(
      subject + [("dryRun", .boolean(isRewritten == nil))] + (counts.versions > 0 ? ofForm : []) + [
        ("entryCount", .integer(counts.entries)), ("answerCount", .integer(counts.answers)),
        ("rewritten", .boolean(isRewritten ?? false)),
      ])
  }
}

/// Describes how much of a store was deleted.
private enum ContentCountsText {
  /// Such as `2 versions, 3 responses, 40 entries, 12 answers`; a response has no versions.
  static func words(of counts: FormStore.ContentCounts) -> String {
    let ofForm = [Count.of(counts.versions, "version"), Count.of(counts.responses, "response")]
    let ofResponse = [Count.of(counts.entries, "entry", "entries"), Count.of(counts.answers, "answer")]
    return ((counts.versions > 0 ? ofForm : []) + ofResponse).joined(separator: ", ")
  }
}
#endif
