#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate upgrade set-aside`
struct SetAsideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-aside",
    abstract: "List, map or discard what upgrades set aside.",
    subcommands: [ListSetAsideCommand.self, MapSetAsideCommand.self, DiscardSetAsideCommand.self],
    defaultSubcommand: ListSetAsideCommand.self)
}

/// `formstate upgrade set-aside`, which is also `formstate upgrade set-aside list`
struct ListSetAsideCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the set-aside contents of a response.",
    usage: """
      formstate upgrade set-aside <db> [<options>]
      formstate upgrade set-aside map <db> <old=new> ... [<options>]
      formstate upgrade set-aside discard <db> <cell> ... [<options>]
      """,
    discussion: """
      An upgrade sets aside contents without a place in the new version. They stay with the response until a version has a \
      place for them, or until you map or discard them:

        formstate upgrade set-aside answers.sqlite
        formstate upgrade set-aside map answers.sqlite \\
          remark=note
        formstate upgrade set-aside discard answers.sqlite roof
      """)

  static let outputSchema = OutputSchema.setAside

  @OptionGroup var store: StoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let (key, cells) = try response.reading(store) { store, key in
      (key, try store.sensitiveCells(ofForm: key.form).concealing(try store.setAside(of: key)))
    }
    guard !output.json else {
      return try StandardStreams.print(SetAsideReport(key: key, cells: cells).text)
    }
    guard !cells.isEmpty else { return try StandardStreams.print(SetAsideReport.nothing(of: key)) }
    for cell in cells { try StandardStreams.print(cell.words) }
  }
}

/// `formstate upgrade set-aside map`
struct MapSetAsideCommand: AuthoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Map set-aside contents to a cell.",
    discussion: """
      Each pair names the set-aside cell, then the cell of the version in force that receives its contents. All pairs \
      together are one undo step. A cell with an answer keeps it.

        formstate upgrade set-aside map answers.sqlite \\
          remark=note
        formstate upgrade set-aside map answers.sqlite \\
          --map map.json

      upgrade --all --map does the same for all responses.
      """)

  static let outputSchema = OutputSchema.upgrade

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: ArgumentHelp("A set-aside cell, and the cell to receive its contents.", valueName: "old=new"))
  var pairs: [String] = []
  @OptionGroup var map: MapArguments
  @OptionGroup var dryRun: DryRunOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if pairs.isEmpty && map.map == nil {
      throw ValidationError(
        "Name a set-aside cell and the cell to receive its contents, as in remark=note, or a --map.")
    }
    _ = try pairs.map(Self.pair)
  }

  private static func pair(_ text: String) throws -> (old: String, new: String) {
    let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard sides.count == 2 else {
      throw ValidationError("“\(text.shortened)” is not a pair; write the old key and the new one, as in remark=note.")
    }
    return (sides[0], sides[1])
  }

  func run() throws {
    var mapping = try map.mapping()
    for pair in try pairs.map(Self.pair) { mapping.cells[pair.old] = pair.new }
    try withActingStore(dryRun.isOn ? .read : .write) { store in
      let key = try response.key(in: store, path: self.store.database)
      try store.requireResponse(key)
      let plan = try store.upgradePlan(for: key, mapping: mapping)
      guard !plan.changesVersion else {
        throw CommandFailure(
          "“\(key.response.shortened)” uses version \(plan.formerVersion); formstate upgrade --map upgrades it to "
            + "version \(plan.version) with the map")
      }
      let report = UpgradeReport(key: key, plan: plan, isDryRun: dryRun.isOn)
      try report.requireReturn()
      if !dryRun.isOn { try store.upgrade(key, mapping: mapping) }
      try CommandFailure.afterDone(dryRun.isOn ? "nothing was changed" : "the contents were mapped") {
        if output.json { return try StandardStreams.print(UpgradedResponses([report], ofForm: key.form).text) }
        for line in report.lines { try StandardStreams.print(line) }
      }
    }
  }
}

/// `formstate upgrade set-aside discard`
struct DiscardSetAsideCommand: AuthoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Discard set-aside contents.",
    discussion: """
      Discarding a repeat discards everything in its instances. Undo restores it, until the journal is compacted.

        formstate upgrade set-aside discard answers.sqlite roof
        formstate upgrade set-aside discard answers.sqlite \\
          --all
      """)

  static let outputSchema = OutputSchema.setAside

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: ArgumentHelp("The keys of set-aside cells.", valueName: "cell"))
  var cells: [String] = []
  @Flag(help: "Discard all set-aside contents.")
  var all = false
  @OptionGroup var dryRun: DryRunOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if all != cells.isEmpty {
      throw ValidationError(all ? "--all discards everything; omit the cells." : "Name a cell, or use --all.")
    }
  }

  func run() throws {
    try withActingStore(dryRun.isOn ? .read : .write) { store in
      let key = try response.key(in: store, path: self.store.database)
      try store.requireResponse(key)
      let discarded = try store.sensitiveCells(ofForm: key.form).concealing(
        try store.discardSetAside(all ? nil : Set(cells), of: key, isDryRun: dryRun.isOn))
      try CommandFailure.afterDone(dryRun.isOn ? "nothing was changed" : "the contents were discarded") {
        if output.json {
          return try StandardStreams.print(SetAsideReport(key: key, isDryRun: dryRun.isOn, cells: discarded).text)
        }
        guard !discarded.isEmpty else { return try StandardStreams.print(SetAsideReport.nothing(of: key)) }
        try StandardStreams.print(dryRun.isOn ? "Would discard:" : "Discarded (undo restores it):")
        for cell in discarded { try StandardStreams.print("  \(cell.words)") }
      }
    }
  }
}

extension UpgradeReport {
  /// Checks that a map restores something.
  ///
  /// - Throws: ``CommandFailure`` with the obstacle.
  func requireReturn() throws {
    guard !plan.changesAnything else { return }
    guard let taken = plan.cells.lazy.filter({ $0.newKey != nil }).first, let place = taken.newKey else {
      throw CommandFailure(
        "no set-aside contents of “\(key.response.shortened)” match the map; formstate upgrade set-aside lists them")
    }
    throw CommandFailure(
      "“\(place.shortened)” already has an answer, so “\(taken.key.shortened)” stays set aside; formstate reset frees it"
    )
  }
}

extension SetAsideCell {
  /// The cell in a line: its name, its place, and its contents.
  var words: String {
    var words: [String] = []
    if let entry { words.append(entry.value.map { "“\(TerminalText.plain($0.plainText))”" } ?? "nothing") }
    if let isExpanded { words.append(isExpanded ? "expanded" : "collapsed") }
    let place = "\(TerminalText.plain(InstanceNames().address(of: key, in: instance))) of version \(version)"
    return "\(place)  “\(TerminalText.plain(title))”  \(words.joined(separator: ", "))"
  }
}

extension SetAsideCell: Shape {
  package static let meaning = "What a response keeps of a cell that does not exist in its version of the form."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("fromVersion", \.version, "The version of the form that has the cell.")
    m("section", \.section, Meaning.section)
    m("question", \.title, "What a person calls it.")
    m.include(\.address)
    m("value", \.entry?.value, "What a person entered; null for nothing.")
    m.ifAny("cleared", \.isCleared, "That a person cleared it.")
    m.ifAny("expanded", \.isExpanded, "Whether it was expanded; left out if nobody expanded or collapsed it.")
  }

  private var address: PrintedAddress { PrintedAddress(key, in: instance, naming: InstanceNames()) }
  private var isCleared: Bool { entry == .cleared }
}

/// What a response has set aside, or what of it is discarded.
struct SetAsideReport: Shape {
  static let meaning = "What a response has set aside, or what of it is discarded."

  /// The report in words where there is nothing.
  static func nothing(of key: ResponseKey) -> String {
    "“\(TerminalText.plain(key.response))” has nothing set aside."
  }

  let key: ResponseKey
  /// Whether nothing is discarded yet; `nil` for a list.
  var isDryRun: Bool?
  let cells: [SetAsideCell]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m.ifAny("dryRun", \.isDryRun, "Whether nothing was discarded, and this only says what would be; only of `discard`.")
    m("setAsideCells", \.cells, "What is set aside, or discarded.")
  }
}
#endif
