#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate status`
struct StatusCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the status of values: touched, not the default, unsaved.",
    discussion: """
      Lists the cells with entered values, or with --all every cell that can have a value; then the contents that were \
      set aside, since the response's version of the form has no place for them.

        formstate status answers.sqlite
        formstate status answers.sqlite --cell first-name
        formstate status answers.sqlite --since 2026-11-21
        formstate status answers.sqlite --all --json

      --since lists the cells that were changed after a revision or since a time, --limit the last ones \
      of the list. What sensitive cells contain is “•••”, except with --reveal.
      """)

  static let outputSchema = OutputSchema.status

  @OptionGroup var store: StoreArguments
  @Flag(help: "List untouched cells too.")
  var all = false
  @OptionGroup var filter: JournalFilter
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let (key, isCompleted, listed, names, setAside) = try response.reading(store) { store, key in
      let concealed = try revealing.concealed(ofForm: key.form, in: store)
      let listed = try ProgressLine.during("Reading") { try asked(of: key, in: store) }
        .map { ReportedStatus(status: $0, isConcealed: concealed.contains($0.key)) }
      return (
        key, try store.isCompleted(key), listed, try store.undoNames(of: key),
        concealed.concealing(try store.setAside(of: key))
      )
    }
    guard !output.json else {
      return try StandardStreams.print(
        StatusReport(
          key: key, isCompleted: isCompleted, undo: names.undo, redo: names.redo, cells: listed, setAside: setAside
        ).text)
    }
    let status = isCompleted ? "completed" : "in progress"
    try StandardStreams.print("\(TerminalText.plain(key.response)): \(status)")
    if let name = names.undo { try StandardStreams.print("  undo: “\(TerminalText.plain(name))”") }
    if let name = names.redo { try StandardStreams.print("  redo: “\(TerminalText.plain(name))”") }
    for line in Self.lines(of: listed) { try StandardStreams.print(line) }
    guard !setAside.isEmpty else { return }
    try StandardStreams.print("set aside:")
    for cell in setAside { try StandardStreams.print("  \(cell.words)") }
  }

  /// The requested cells.
  private func asked(of key: ResponseKey, in store: FormStore) throws -> [CellStatus] {
    // One cell is read by its key, whatever the size of the form.
    var listed =
      try filter.cell.map { [try store.status(of: .key($0), in: key)] }
      ?? (all ? store.status(of: key).cells : store.statusOfTouchedCells(of: key))
    if let since = filter.since {
      let changed = Set(try since.entries(of: key, in: store).flatMap { $0.changes.map(\.subject) })
      listed.removeAll { !changed.contains(StateSubject($0.key, instance: $0.instance)) }
    }
    return filter.limit.map { Array(listed.suffix($0)) } ?? listed
  }

  private static func lines(of cells: [ReportedStatus]) -> [String] {
    let addresses = cells.map { TerminalText.plain($0.status.address) }
    let width = addresses.map { TerminalText.width(of: $0) }.max() ?? 0
    return zip(addresses, cells).map { address, cell in "  \(TerminalText.padded(address, to: width))  \(cell.words)" }
  }
}

/// The status of the values of a response.
struct StatusReport: Shape {
  static let meaning = "How the values of a response stand."

  let key: ResponseKey
  let isCompleted: Bool
  let undo: String?
  let redo: String?
  let cells: [ReportedStatus]
  let setAside: [SetAsideCell]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m("completed", \.isCompleted, "Whether the response was declared finished.")
    m("undo", \.undo, "What undo would take back; null for nothing.")
    m("redo", \.redo, "What redo would do again; null for nothing.")
    m("cells", \.cells, "The cells that are listed.")
    m("setAsideCells", \.setAside, "What is set aside.")
  }
}

/// The status of a cell in a report, which leaves out what a sensitive cell contains.
struct ReportedStatus: Shape {
  static let meaning = "How the value of a cell stands."

  let status: CellStatus
  let isConcealed: Bool

  var words: String {
    var words = [shown(status.value).map { "“\(TerminalText.plain($0.plainText))”" } ?? "nothing"]
    if let draft { words.append("draft “\(TerminalText.plain(draft))”") }
    words.append(status.isDirty ? "not the default" : "the default")
    if status.isTouched { words.append("touched") }
    if status.isUnsaved { words.append("unsaved") }
    return words.joined(separator: ", ")
  }

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.status.printedAddress)
    m("value", { $0.shown($0.status.value) }, "What it holds, null for nothing.")
    m("default", { $0.shown($0.status.defaultValue) }, "What it holds as long as nobody enters anything.")
    m("saved", { $0.shown($0.status.savedValue) }, "What it held when the response was last marked as saved.")
    m("draft", \.draft, "What was typed there and is no value yet; null for nothing.")
    m("dirty", \.status.isDirty, "Whether it holds something else than its default.")
    m("touched", \.status.isTouched, "Whether a person has entered something at some time.")
    m("unsaved", \.status.isUnsaved, "Whether a person has changed it since it was last marked as saved.")
  }

  private var draft: String? { status.draft.map { isConcealed ? SensitiveCells.mask : $0 } }

  private func shown(_ value: CellValue?) -> CellValue? {
    value?.shown(isConcealed: isConcealed)
  }
}
#endif
