#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate replay`
struct ReplayCommand: AuthoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Apply a script of actions.",
    discussion: """
      A script is JSON Lines, one action per line:

        {"action":"tap","at":[0,0]}
        {"action":"set","cell":"first-name","value":"Tom"}
        {"action":"choose","cell":"basketball"}

      Each action is a separate transaction. At the first refused action, or when it is interrupted, replay stops and keeps \
      the actions before it; it reports how many they are and the line from which to continue. With --atomic it applies all \
      actions or none. A file is searched for invalid lines before the first action is applied.

        formstate replay answers.sqlite profile-actions.jsonl
        formstate replay answers.sqlite actions.jsonl \\
          --from-line 17
        formstate export actions old.sqlite |
          formstate replay new.sqlite - --atomic
      """)

  static let outputSchema = OutputSchema.replay
  static let takesOtherFiles = true

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(
    help: ArgumentHelp("The script; - reads standard input.", valueName: "actions"),
    completion: .file(extensions: ["jsonl"]))
  var actions: String
  @Flag(help: "Apply all actions in one transaction or none.")
  var atomic = false
  @Option(help: ArgumentHelp("The line of the script to begin with, from 1.", valueName: "line"))
  var fromLine: Int = 1
  @OptionGroup var dryRun: DryRunOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: ReportArguments

  func validate() throws {
    guard fromLine >= 1 else { throw ValidationError("--from-line must be a line number, 1 or more.") }
  }

  func run() throws {
    let file = ActionFile(path: actions, firstLine: fromLine)
    try file.check()
    let (key, (applied, revision)) = try withActingStore { store in
      let key = try response.keyForWriting(in: store, path: self.store.database)
      let replay = Replay(file: file, store: store, key: key, database: self.store.database)
      return (key, atomic || dryRun.isOn ? try replay.applyTogether(isDryRun: dryRun.isOn) : try replay.applyOneByOne())
    }
    guard !dryRun.isOn, applied > 0 else { return try report(key, applied: applied, revision: revision) }
    let words = "\(Count.of(applied, "action")) \(applied == 1 ? "was" : "were") applied (revision \(revision))"
    try CommandFailure.afterDone(words) { try report(key, applied: applied, revision: revision) }
  }

  private func report(_ key: ResponseKey, applied: Int, revision: Int) throws {
    guard !output.quiet else { return }
    if output.json {
      return try StandardStreams.print(
        ReplayedScript(key: key, isDryRun: dryRun.isOn, actionCount: applied, revision: revision).text)
    }
    let actions = Count.of(applied, "action")
    try StandardStreams.print(
      dryRun.isOn
        ? "All of \(actions) would be accepted and lead to revision \(revision); nothing was written."
        : "Applied \(actions); revision \(revision).")
  }
}

/// What a script did.
struct ReplayedScript: Shape {
  static let meaning = "What a script did."

  let key: ResponseKey
  let isDryRun: Bool
  let actionCount: Int
  let revision: Int

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m("dryRun", \.isDryRun, Meaning.dryRun)
    m("actionCount", \.actionCount, "How many actions were applied.")
    m("revision", \.revision, Meaning.revision)
  }
}
#endif
