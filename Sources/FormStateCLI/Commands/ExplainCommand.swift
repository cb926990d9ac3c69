#if CommandLine
import ArgumentParser
import FormState
import FormStateStore

/// `formstate explain`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say whether a cell shows, and if not, why.",
    discussion: """
      A cell is hidden by a folded section, by collapsed cells above it, by its definition, or by a rule that makes it \
      irrelevant; of a rule it says what it read.

        formstate explain answers.sqlite first-name
      """)

  @OptionGroup var store: StoreArguments
  @Argument(help: ArgumentHelp("The key of the cell.", valueName: "cell"), completion: Completions.cells)
  var cell: String
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let explanation = try store.withStore(.read) { store in
      try store.explain(cell, of: try response.keyForReading(in: store, path: self.store.database))
    }
    try StandardStreams.print(output.json ? Self.json(of: explanation).text : Self.text(of: explanation))
  }

  private static func text(of explanation: VisibilityExplanation) -> String {
    let cell = "“\(TerminalText.plain(explanation.cell))”"
    guard !explanation.isVisible else {
      return "\(cell) shows\(explanation.rowPath.map { " at \($0)" } ?? "")."
    }
    let reasons = explanation.reasons.map { "  \(TerminalText.plain($0.description))" }
    let advice = explanation.canBeRevealed ? "formstate reveal makes it show." : "No action makes it show."
    return (["\(cell) does not show:"] + reasons + [advice]).joined(separator: "\n")
  }

  private static func json(of explanation: VisibilityExplanation) -> OrderedJSON {
    .object([
      ("cell", .string(explanation.cell)),
      ("visible", .boolean(explanation.isVisible)),
      ("path", explanation.rowPath.map { OrderedJSON($0) } ?? .null),
      ("reasons", .array(explanation.reasons.map(json))),
    ])
  }

  private static func json(of reason: HidingReason) -> OrderedJSON {
    switch reason {
    case .folded(let section): .object([("reason", .string("folded")), ("section", .string(section))])
    case .collapsed(let cell): .object([("reason", .string("collapsed")), ("cell", .string(cell))])
    case .hiddenInDefinition(let cell): .object([("reason", .string("hidden")), ("cell", .string(cell))])
    case .irrelevant(let cell, let finding):
      .object([("reason", .string("irrelevant")), ("cell", .string(cell))] + members(of: finding))
    case .irrelevantSection(let section, let finding):
      .object([("reason", .string("irrelevant")), ("section", .string(section))] + members(of: finding))
    }
  }

  private static func members(of finding: RuleFinding?) -> [(name: String, value: OrderedJSON)] {
    guard let finding else { return [] }
    let readings = finding.readings.map { reading in
      OrderedJSON.object([
        ("cell", .string(reading.cell)), ("title", .string(reading.title)), ("text", OrderedJSON(reading.text)),
      ])
    }
    return [("rule", .string(finding.expression)), ("read", .array(readings))]
  }
}
#endif
