#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateSchemas
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
      of the list.
      """)

  static let outputSchema = OutputSchema.status

  @OptionGroup var store: StoreArguments
  @Flag(help: "List untouched cells too.")
  var all = false
  @OptionGroup var filter: JournalFilter
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let (key, isCompleted, listed, names, setAside) = try response.reading(store) { store, key in
      let listed = try ProgressLine.during("Reading") { try asked(of: key, in: store) }
      return (key, try store.isCompleted(key), listed, try store.undoNames(of: key), try store.setAside(of: key))
    }
    guard !output.json else {
      return try StandardStreams.print(
        OrderedJSON.object(
          OrderedJSON.members(of: key) + [
            ("completed", .boolean(isCompleted)), ("undo", OrderedJSON(names.undo)), ("redo", OrderedJSON(names.redo)),
            ("cells", .array(listed.map(Self.json))), ("setAsideCells", .array(setAside.map(\.json))),
          ]
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

  private static func lines(of cells: [CellStatus]) -> [String] {
    let width = cells.map { TerminalText.width(of: TerminalText.plain($0.address)) }.max() ?? 0
    return cells.map { cell in
      var words: [String] = [cell.value.map { "“\(TerminalText.plain($0.plainText))”" } ?? "nothing"]
      if let draft = cell.draft { words.append("draft “\(TerminalText.plain(draft))”") }
      words.append(cell.isDirty ? "not the default" : "the default")
      if cell.isTouched { words.append("touched") }
      if cell.isUnsaved { words.append("unsaved") }
      return "  \(TerminalText.padded(TerminalText.plain(cell.address), to: width))  \(words.joined(separator: ", "))"
    }
  }

  private static func json(of cell: CellStatus) -> OrderedJSON {
    .object(
      OrderedJSON.members(ofCell: cell.key, in: cell.instance) + [
        ("value", OrderedJSON(cell.value)), ("default", OrderedJSON(cell.defaultValue)),
        ("saved", OrderedJSON(cell.savedValue)), ("draft", OrderedJSON(cell.draft)), ("dirty", .boolean(cell.isDirty)),
        ("touched", .boolean(cell.isTouched)), ("unsaved", .boolean(cell.isUnsaved)),
      ])
  }
}
#endif
