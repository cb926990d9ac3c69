import FormState

/// Explanations of hidden cells in JSON, with the members that scripts rely on.
extension OrderedJSON {
  /// Whether a cell shows, and what hides it.
  ///
  /// - Parameter more: what else to say about each reason.
  package static func members(
    of explanation: VisibilityExplanation,
    more: (HidingReason) -> [(name: String, value: OrderedJSON)] = { _ in [] }
  ) -> [(name: String, value: OrderedJSON)] {
    [
      ("address", .string(explanation.cell)), ("visible", .boolean(explanation.isVisible)),
      ("path", explanation.rowPath.map { OrderedJSON($0) } ?? .null),
      ("revealable", .boolean(!explanation.isVisible && explanation.canBeRevealed)),
      ("reasons", .array(explanation.reasons.map { .object(members(of: $0) + more($0)) })),
    ]
  }

  /// One of the reasons.
  static func members(of reason: HidingReason) -> [(name: String, value: OrderedJSON)] {
    switch reason {
    case .folded(let section): [("kind", .string("folded")), ("section", .string(section))]
    case .collapsed(let cell): [("kind", .string("collapsed")), ("address", .string(cell))]
    case .hiddenInDefinition(let cell): [("kind", .string("hidden")), ("address", .string(cell))]
    case .irrelevant(let cell, let finding):
      [("kind", .string("irrelevant")), ("address", .string(cell))] + members(of: finding)
    case .irrelevantSection(let section, let finding):
      [("kind", .string("irrelevant")), ("section", .string(section))] + members(of: finding)
    }
  }

  private static func members(of finding: RuleFinding?) -> [(name: String, value: OrderedJSON)] {
    guard let finding else { return [] }
    let readings = finding.readings.map { reading in
      OrderedJSON.object([
        ("address", .string(reading.cell)), ("question", .string(reading.title)),
        ("readable", OrderedJSON(reading.text)),
      ])
    }
    return [("rule", .string(finding.expression)), ("read", .array(readings))]
  }
}
