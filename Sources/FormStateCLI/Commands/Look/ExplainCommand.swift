#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate explain`
struct ExplainCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why a cell is visible or hidden.",
    discussion: """
      A cell is hidden by a folded section, by collapsed cells above it, by its definition, or by a rule that makes it \
      irrelevant; for a rule it prints the inputs.

        formstate explain answers.sqlite first-name
      """)

  static let outputSchema = OutputSchema.explain

  @OptionGroup var store: StoreArguments
  @Argument(help: ArgumentHelp("The key of the cell.", valueName: "cell"), completion: Completions.cells)
  var cell: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let (key, explanation) = try response.reading(store) { store, key in
      (key, try store.explanation(of: .key(cell), in: key))
    }
    try StandardStreams.print(
      output.json ? ExplainedCell(key: key, visibility: ToldVisibility(explanation)).text : Self.text(of: explanation))
  }

  private static func text(of explanation: VisibilityExplanation) -> String {
    let cell = "“\(TerminalText.plain(explanation.cell))”"
    guard !explanation.isVisible else {
      return "\(cell) is visible\(explanation.rowPath.map { " at \($0)" } ?? "")."
    }
    let reasons = explanation.reasons.map { "  \(TerminalText.plain($0.description))" }
    let advice = explanation.canBeRevealed ? "formstate reveal makes it visible." : "No action makes it visible."
    return (["\(cell) is hidden:"] + reasons + [advice]).joined(separator: "\n")
  }
}

/// Why a cell of a response is visible or hidden.
struct ExplainedCell: Shape {
  static let meaning = "Why a cell is visible or hidden."

  let key: ResponseKey
  let visibility: ToldVisibility

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m.include(\.visibility)
  }
}
#endif
