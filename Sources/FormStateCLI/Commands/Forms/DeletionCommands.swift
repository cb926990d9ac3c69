#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate response delete`
struct DeleteResponseCommand: ReportingCommand, StoreCommand {
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
          subject, before, output.json ? DeletionReport(form: key.form, response: key.response, counts: before) : nil)
      }
      try deletion.confirm(subject, before)
      let counts = try ProgressLine.during("Deleting") { try store.delete(key) }
      try deletion.finish(subject, counts, in: store, path: self.store.database) { isRewritten in
        guard output.json else { return nil }
        return DeletionReport(form: key.form, response: key.response, counts: counts, isRewritten: isRewritten)
      }
    }
  }
}

/// `formstate form delete`
struct DeleteFormCommand: ReportingCommand, StoreCommand {
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
          subject, before, output.json ? DeletionReport(form: key, counts: before) : nil)
      }
      try deletion.confirm(subject, before)
      let counts = try ProgressLine.during("Deleting") {
        try store.deleteForm(key, includingResponses: withResponses)
      }
      try deletion.finish(subject, counts, in: store, path: self.store.database) { isRewritten in
        output.json ? DeletionReport(form: key, counts: counts, isRewritten: isRewritten) : nil
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
  /// - Parameter report: what to print; `nil` for words.
  fileprivate func tell(_ subject: String, _ counts: FormStore.ContentCounts, _ report: DeletionReport?) throws {
    try StandardStreams.print(
      report?.text
        ?? "Would delete \(subject): \(ContentCountsText.words(of: counts)); nothing was changed.")
  }

  /// Rewrites the file, unless that is disabled, and reports what was deleted.
  ///
  /// - Parameter report: what to print, given whether the file was rewritten; `nil` for words.
  fileprivate func finish(
    _ subject: String, _ counts: FormStore.ContentCounts, in store: FormStore, path: String,
    report: (_ isRewritten: Bool) -> DeletionReport?
  ) throws {
    try CommandFailure.afterDone("\(subject) was deleted") {
      if !keepSpace { try rewrite(store, path: path) }
      if let report = report(!keepSpace) { return try StandardStreams.print(report.text) }
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

/// What is deleted, a form or a response.
struct DeletionReport: Shape {
  static let meaning = "What is deleted, a form or a response."

  let form: String
  /// The key of the response; `nil` where a form is deleted.
  var response: String?
  let counts: FormStore.ContentCounts
  /// Whether the file was rewritten; `nil` where nothing was deleted.
  var isRewritten: Bool?

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, Meaning.form)
    m.ifAny("response", \.response, "The key of the response; left out where a form is deleted.")
    m("dryRun", \.isDryRun, Meaning.dryRun)
    m.ifAny("versionCount", \.versionCount, "How many versions of the form; only where a form is deleted.")
    m.ifAny("responseCount", \.responseCount, "How many responses; only where a form is deleted.")
    m("entryCount", \.counts.entries, "How many entries of journals.")
    m("answerCount", \.counts.answers, "How many answers.")
    m("rewritten", \.wasRewritten, "Whether the file was rewritten, so that nothing of it stays in its bytes.")
  }

  private var isDryRun: Bool { isRewritten == nil }
  private var wasRewritten: Bool { isRewritten ?? false }
  // A response has no versions.
  private var versionCount: Int? { counts.versions > 0 ? counts.versions : nil }
  private var responseCount: Int? { counts.versions > 0 ? counts.responses : nil }
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
