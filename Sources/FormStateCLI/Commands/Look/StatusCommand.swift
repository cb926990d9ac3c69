#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate status`
struct StatusCommand: ReportingCommand, StoreCommand {
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
    let (key, overview, listed, names, setAside) = try response.reading(store) { store, key in
      let concealed = try revealing.concealed(ofForm: key.form, in: store)
      let listed = try ProgressLine.during("Reading") { try asked(of: key, in: store) }
        .map { ReportedStatus(status: $0, isConcealed: concealed.contains($0.key)) }
      return (
        key, try store.overview(of: key), listed, try store.undoNames(of: key),
        concealed.concealing(try store.setAside(of: key))
      )
    }
    guard !output.json else {
      return try StandardStreams.print(
        StatusReport(
          response: PrintedResponse(overview, ofForm: key.form), undo: names.undo, redo: names.redo, cells: listed,
          setAside: setAside
        ).text)
    }
    let status = overview.isCompleted ? "completed" : "in progress"
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
  static let meaning = "The status of the values of a response."

  let response: PrintedResponse
  let undo: String?
  let redo: String?
  let cells: [ReportedStatus]
  let setAside: [SetAsideCell]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.response)
    m("undo", \.undo, "What undo would reverse; null for nothing.")
    m("redo", \.redo, "What redo would repeat; null for nothing.")
    m("cells", \.rows, "The cells that are listed.")
    m("setAsideCells", \.setAside, "What is set aside.")
  }

  private var rows: [PrintedRow] { cells.map { PrintedRow($0.status, isConcealed: $0.isConcealed) } }
}

/// The status of a cell in a report, which leaves out what a sensitive cell contains.
struct ReportedStatus {
  let status: CellStatus
  let isConcealed: Bool

  var words: String {
    let value = status.value?.shown(isConcealed: isConcealed)
    var words = [value.map { "“\(TerminalText.plain($0.plainText))”" } ?? "nothing"]
    if let draft = status.draft {
      words.append("draft “\(TerminalText.plain(isConcealed ? SensitiveCells.mask : draft))”")
    }
    words.append(status.isDirty ? "not the default" : "the default")
    if status.isTouched { words.append("touched") }
    if status.isUnsaved { words.append("unsaved") }
    return words.joined(separator: ", ")
  }
}
#endif
