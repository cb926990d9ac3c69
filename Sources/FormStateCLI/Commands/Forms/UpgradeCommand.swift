#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate upgrade`
struct UpgradeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade",
    abstract: "Upgrade responses to the newest version of their form.",
    subcommands: [UpgradeResponsesCommand.self, SetAsideCommand.self],
    defaultSubcommand: UpgradeResponsesCommand.self)
}

/// `formstate upgrade`, which is also `formstate upgrade responses`
struct UpgradeResponsesCommand: AuthoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "responses",
    abstract: "Upgrade a response, or all responses of a form.",
    usage: """
      formstate upgrade <db> [<options>]
      formstate upgrade set-aside <db> [<options>]
      """,
    discussion: """
      A response keeps its version until it is upgraded. Its answers, drafts and disclosure move with their \
      cells; an answer that the cell no longer accepts is shown as a draft. Contents without a place in the newest \
      version are set aside: nothing is lost, status lists them, and they return when a version has a place \
      for them. Undo reverses the whole upgrade.

        formstate upgrade answers.sqlite --dry-run
        formstate upgrade answers.sqlite --all

      Cells are matched by the keys of the form. A cell without a key is matched by its contents; \
      ambiguous ones are set aside, and the report lists the candidates. A map decides:

        formstate upgrade answers.sqlite --map map.json

      A map has the old keys and the new ones, and null for removed cells: {"old-key": "new-key", "gone": null} Instead of \
      a new key, an object also maps options: {"smokes": {"cell": "smoker", "options": {"yes": true}}} A map also applies \
      to the set-aside contents of responses in the newest version.
      With --dry-run, --write-map writes a map with the unambiguous candidates.

      Name a file called responses or set-aside as ./responses or ./set-aside.
      """)

  static let outputSchema = OutputSchema.upgrade

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Flag(help: "Upgrade all responses of the form, or none if one is refused.")
  var all = false
  @OptionGroup var dryRun: DryRunOption
  @OptionGroup var map: MapArguments
  @Option(
    help: ArgumentHelp(
      "With --dry-run, write the unambiguous candidates to a file for --map.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var writeMap: String?
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if all && response.response != nil {
      throw ValidationError("--all upgrades every response, --response one; use one of them.")
    }
    if writeMap != nil && !dryRun.isOn {
      throw ValidationError("--write-map requires --dry-run: review the map before you apply it.")
    }
  }

  func run() throws {
    let mapping = try map.mapping()
    let (form, reports) = try withActingStore(dryRun.isOn ? .read : .write) { store in
      let key = try response.key(in: store, path: self.store.database)
      let reports =
        all
        ? try UpgradeReport.ofAll(key.form, mapping, isDryRun: dryRun.isOn, in: store)
        : [try report(of: key, mapping, in: store)]
      if !mapping.isEmpty, !all { try reports.first?.requireReturn() }
      return (key.form, reports)
    }
    if let writeMap { try write(UpgradeMap.candidates(of: reports.map(\.plan)), to: writeMap) }
    let done =
      dryRun.isOn ? "nothing was changed" : "all of \(Count.of(reports.count, "response")) use the newest version"
    try CommandFailure.afterDone(done) {
      if output.json { return try StandardStreams.print(UpgradedResponses(reports, ofForm: form).text) }
      let lines = all ? UpgradeTotals(of: reports).lines : reports.flatMap(\.lines)
      for line in lines { try StandardStreams.print(line) }
      if reports.isEmpty { try StandardStreams.print("The form has no responses.") }
    }
  }

  private func write(_ candidates: [String: String?], to path: String) throws {
    try OutputFile.write(UpgradeMap.write(UpgradeMapping(candidates)), to: path, besides: DatabasePaths(store.database))
    StandardStreams.note(
      "Wrote “\(path)”: \(Count.of(candidates.count, "cell")). Review it before you use it with --map.")
  }

  private func report(
    of key: ResponseKey, _ mapping: UpgradeMapping, in store: FormStore
  ) throws -> UpgradeReport {
    try store.requireResponse(key)
    let plan = try ProgressLine.during("Upgrading") {
      try dryRun.isOn ? store.upgradePlan(for: key, mapping: mapping) : store.upgrade(key, mapping: mapping)
    }
    return UpgradeReport(key: key, plan: plan, isDryRun: dryRun.isOn)
  }
}

extension UpgradeReport {
  /// Upgrades all responses of a form and reports the results.
  static func ofAll(
    _ form: String, _ mapping: UpgradeMapping, isDryRun: Bool, in store: FormStore
  ) throws -> [UpgradeReport] {
    var counter = ProgressLine.Counter("Upgrading")
    defer { counter.finish() }
    return try store.upgradeAll(
      of: form, mapping: mapping, isDryRun: isDryRun, progress: { done, _ in counter.reach(done) }
    )
    .map { UpgradeReport(key: $0.key, plan: $0.plan, isDryRun: isDryRun) }
  }
}

/// The map for cells that cannot be matched otherwise.
struct MapArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("A JSON file with the new keys of ambiguous cells.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var map: String?

  /// The map; empty if none was given.
  func mapping() throws -> UpgradeMapping {
    try map.map { try UpgradeMap.read(try InputFile.contents(of: $0), sourceName: $0) } ?? [:]
  }
}
#endif
