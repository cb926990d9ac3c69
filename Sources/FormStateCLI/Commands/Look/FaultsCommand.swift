#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate faults`
struct FaultsCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults",
    abstract: "List the faults of the answers.",
    discussion: """
      Lists missing required answers, chosen items that are not among the choices, failed constraints, repeats with too few or \
      too many instances, and reports by others, in the order of the form. The response cannot be completed until only \
      warnings are left. Irrelevant cells have no faults.

        formstate faults answers.sqlite
        formstate faults answers.sqlite --json
        formstate faults answers.sqlite --revision 12
      """)

  static let outputSchema = OutputSchema.faults

  @OptionGroup var store: StoreArguments
  @OptionGroup var past: RevisionOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let (key, faults, names) = try response.reading(store) { store, key in
      try ProgressLine.during("Reading") {
        try store.lookAt(key, at: past.revision) { contents in
          let form = try language.view(of: contents)?.form ?? contents.form
          let faults = form.faults(in: contents.state)
          return (key, faults, form.questionsAndRepeats(withKeys: Set(faults.compactMap(\.cell))))
        }
      }
    }
    guard !output.json else {
      return try StandardStreams.print(
        FaultsReport(key: key, faults: faults.map { PlacedFault($0, in: names) }).text)
    }
    guard !faults.isEmpty else { return try StandardStreams.print("no faults") }
    let rows = faults.map { fault in
      let note = fault.severity == .warning ? "warning" : fault.reporter.map { "reported by \($0)" }
      let name = fault.cell.map { names[$0]?.name ?? $0 } ?? "The response"
      return [
        name + (fault.instance == 0 ? "" : fault.address?.instanceInParentheses ?? ""),
        fault.message + (note.map { " (\($0))" } ?? ""),
        fault.address ?? "",
      ].map(TerminalText.plain)
    }
    let table = TerminalTable(rows, columns: 3, terminal: StandardStreams.terminalWidth)
    for row in rows { try StandardStreams.print(table.cells(of: row).joined()) }
  }
}

/// What is wrong with the answers.
struct FaultsReport: Shape {
  static let meaning = "What is wrong with the answers."

  let key: ResponseKey
  let faults: [PlacedFault]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m("faults", \.faults, "What is wrong, in the order of the form.")
  }
}
#endif
