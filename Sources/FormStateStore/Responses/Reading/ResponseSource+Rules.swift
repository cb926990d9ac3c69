import FormState
import GRDB

extension ResponseSource {
  func rules(readingCells positions: Range<Int>, inSection section: Int) throws -> [RuleSnapshot] {
    try definition.rules(reading: .init(section: section, positions: positions)) {
      try ruleIDs(readingCells: positions, inSection: section)
    }.map(rule)
  }

  private func ruleIDs(readingCells positions: Range<Int>, inSection section: Int) throws -> [Int64] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT DISTINCT input.rule_id
        FROM formstate_section AS read_section
        CROSS JOIN formstate_cell AS read
          ON read.section_id = read_section.id AND read.position >= :first AND read.position < :end
        CROSS JOIN formstate_rule_input AS input ON input.cell_id = read.id
        WHERE read_section.version_id = :version AND read_section.position = :section
        """)
    return try Int64.fetchAll(
      statement,
      arguments: [
        "version": location.version.id, "section": section, "first": positions.lowerBound, "end": positions.upperBound,
      ])
  }

  /// The rule with an id, which is read and parsed once, however many cells it reads.
  private func rule(withID id: Int64) throws -> RuleSnapshot {
    try definition.rule(withID: id) {
      let statement = try db.cachedStatement(
        sql: """
          SELECT
            \(Self.ruleColumns)
          FROM formstate_rule AS rule
          JOIN formstate_section AS place ON place.id = rule.section_id
          LEFT JOIN formstate_cell AS cell ON cell.id = rule.cell_id
          WHERE rule.id = ?
          """)
      guard let row = try Row.fetchOne(statement, arguments: [id]) else {
        throw StoreError.damaged("a rule is missing, or is in an unknown section")
      }
      return try Self.rule(of: row, reading: definition.index.repeats.isEmpty ? nil : inputs(ofRule: id))
    }
  }

  private func inputs(ofRule id: Int64) throws -> StoredRuleInputs {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredRuleInputs.columns)
        FROM formstate_rule_input AS input
        \(StoredRuleInputs.joins)
        WHERE input.rule_id = ?
        """)
    let rows = try Row.fetchCursor(statement, arguments: [id])
    var inputs = StoredRuleInputs()
    while let row = try rows.next() { try inputs.take(row) }
    return inputs
  }

  /// The columns of a rule, in the order in which ``rule(of:reading:)`` reads them.
  private static let ruleColumns = """
    place.position, cell.position, coalesce(cell.key, place.key), rule.expression, rule.cell_id IS NULL, rule.kind,
    rule.number, \(FormRule.triggersColumn), rule.overrides, \(StoredRuleOrder.columns)
    """

  /// Reads a rule.
  ///
  /// - Parameter inputs: its inputs, in a form with repeats.
  private static func rule(of row: Row, reading inputs: StoredRuleInputs? = nil) throws -> RuleSnapshot {
    let position: Int? = try row.decode(atIndex: 1)
    guard (position == nil) == (try row.decode(Bool.self, atIndex: 4)) else {
      throw StoreError.damaged("a rule belongs to an unknown cell")
    }
    guard let expression = try? RuleExpression(try row.decode(String.self, atIndex: 3)),
      let kind = FormRule.Kind(rawValue: try row.decode(atIndex: 5))
    else { throw StoreError.damaged("a stored rule has an invalid expression") }
    let order = try StoredRuleOrder(row, from: 9)
    return RuleSnapshot(
      place: RulePlace(section: try row.position(atIndex: 0), position: position), key: try row.decode(atIndex: 2),
      kind: kind, number: try row.decode(atIndex: 6), expression: expression, rank: order.rank,
      reads: inputs?.reads.sorted() ?? [], cycle: order.cycle(seeing: inputs?.earlier ?? []),
      countsByItself: order.countsByItself, triggers: FormRule.triggers(stored: try row.decode(atIndex: 7)),
      overridesEntry: try row.decode(atIndex: 8))
  }
}
