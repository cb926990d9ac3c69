#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate upgrade`
struct UpgradeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade",
    abstract: "Make responses fill in the newest version of their form.",
    discussion: """
      A response keeps the version that it was begun with until then. Its answers, drafts and what is open go along, \
      wherever their cells stand now; an answer that the cell would not accept any more stays as a draft. What the newest \
      version has no place for is set aside: nothing is lost, status lists it, and it is back when a version has a place \
      for it. An undo takes the whole upgrade back.

        formstate upgrade answers.sqlite --dry-run
        formstate upgrade answers.sqlite --all

      Which cell is which follows from the keys that a form gives. Where it gives none, a cell is known by what it says; \
      what is in doubt is set aside, and the report says which cells it could be. A map then tells:

        formstate upgrade answers.sqlite --map map.json

      A map holds the old keys and the new ones, and null for what is gone: {"old-key": "new-key", "gone": null} It also \
      brings back what responses in the newest version have set aside.
      With --dry-run, --write-map writes one with the cells that could be one cell only.
      """)

  @OptionGroup var store: ActingStoreArguments
  @Flag(help: "Upgrade all responses of the form, or none where one is refused.")
  var all = false
  @Flag(help: "Say what would become of each cell, and change nothing.")
  var dryRun = false
  @OptionGroup var map: MapArguments
  @Option(
    help: ArgumentHelp(
      "With --dry-run, write the cells that could be one cell only to a file for --map.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var writeMap: String?
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if all && response.response != nil {
      throw ValidationError("--all upgrades every response, --response one; give one of them.")
    }
    if writeMap != nil && !dryRun {
      throw ValidationError("--write-map goes with --dry-run: read the map before it is applied.")
    }
  }

  func run() throws {
    let mapping = try map.mapping()
    if let writeMap { try DatabasePaths(store.database).refuse(writeMap) }
    let reports = try store.withStore(dryRun ? .read : .write) { store in
      let key = try response.key(in: store, path: self.store.database)
      let reports =
        all
        ? try UpgradeReport.ofAll(key.form, mapping, isDryRun: dryRun, in: store)
        : [try report(of: key, mapping, in: store)]
      if !mapping.isEmpty, !all { try reports.first?.requireReturn() }
      return reports
    }
    if let writeMap { try write(UpgradeMap.candidates(of: reports.map(\.plan)), to: writeMap) }
    let done = dryRun ? "nothing was changed" : "\(Count.of(reports.count, "response")) filled in the newest version"
    try CommandFailure.afterDone(done) {
      if output.json {
        let json = reports.map(\.json)
        return try StandardStreams.print((all ? .array(json) : json.first ?? .null).text)
      }
      for report in reports {
        for line in report.lines(isBrief: all) { try StandardStreams.print(line) }
      }
      if reports.isEmpty { try StandardStreams.print("The form has no responses.") }
    }
  }

  private func write(_ candidates: [String: String?], to path: String) throws {
    let permissions = DatabasePaths(store.database).permissions
    try OutputFile.write(UpgradeMap.write(candidates), to: path, permissions: permissions)
    StandardStreams.note("Wrote “\(path)”: \(Count.of(candidates.count, "cell")). Read it before --map takes it.")
  }

  private func report(
    of key: ResponseKey, _ mapping: [String: String?], in store: FormStore
  ) throws -> UpgradeReport {
    try store.requireResponse(key)
    let plan = try ProgressLine.during("Upgrading") {
      try dryRun ? store.upgradePlan(for: key, mapping: mapping) : store.upgrade(key, mapping: mapping)
    }
    return UpgradeReport(key: key, plan: plan, isDryRun: dryRun)
  }
}

extension UpgradeReport {
  /// Upgrades all responses of a form and tells what that did.
  static func ofAll(
    _ form: String, _ mapping: [String: String?], isDryRun: Bool, in store: FormStore
  ) throws -> [UpgradeReport] {
    var counter = ProgressLine.Counter("Upgrading")
    defer { counter.finish() }
    return try store.upgradeAll(
      of: form, mapping: mapping, isDryRun: isDryRun, progress: { done, _ in counter.reach(done) }
    )
    .map { UpgradeReport(key: $0.key, plan: $0.plan, isDryRun: isDryRun) }
  }
}

/// What somebody says of cells that nobody could know otherwise.
struct MapArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("A JSON file with the new keys of cells that are in doubt.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var map: String?

  /// The map; empty where none was given.
  func mapping() throws -> [String: String?] {
    try map.map { try UpgradeMap.read(try InputFile.contents(of: $0), sourceName: $0) } ?? [:]
  }
}
#endif
