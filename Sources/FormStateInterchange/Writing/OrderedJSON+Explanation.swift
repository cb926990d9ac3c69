import FormState

/// Explanations of hidden cells in JSON, with the members that scripts rely on.
extension OrderedJSON {
  /// Whether a cell is visible, and the reasons why not.
  package init(_ explanation: VisibilityExplanation) {
    self = .object([
      ("cell", .string(explanation.cell)),
      ("visible", .boolean(explanation.isVisible)),
      ("path", explanation.rowPath.map { OrderedJSON($0) } ?? .null),
      ("reasons", .array(explanation.reasons.map { .object(Self.members(of: $0)) })),
    ])
  }

  /// One of the reasons.
  package static func members(of reason: HidingReason) -> [(name: String, value: OrderedJSON)] {
    switch reason {
    case .folded(let section): [("reason", .string("folded")), ("section", .string(section))]
    case .collapsed(let cell): [("reason", .string("collapsed")), ("cell", .string(cell))]
    case .hiddenInDefinition(let cell): [("reason", .string("hidden")), ("cell", .string(cell))]
    case .irrelevant(let cell, let finding):
      [("reason", .string("irrelevant")), ("cell", .string(cell))] + members(of: finding)
    case .irrelevantSection(let section, let finding):
      [("reason", .string("irrelevant")), ("section", .string(section))] + members(of: finding)
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
