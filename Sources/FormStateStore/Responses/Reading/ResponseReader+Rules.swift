import FormState
import GRDB

extension ResponseReader {
  func rules(readingCells positions: Range<Int>, inSection section: Int) throws -> [RuleSnapshot] {
    if let indexed = try indexedWithRules { return indexed.rules(readingCells: positions, inSection: section) }
    let ids = try ruleIDs(readingCells: positions, inSection: section)
    // Once all of them are many, the definition is laid out instead of reading them.
    definition?.noteReading(ofRules: ids.count)
    if let indexed = try indexedWithRules { return indexed.rules(readingCells: positions, inSection: section) }
    return try ids.map(rule)
  }

  /// What the definition says need not be read, rules included: those of a form that is read in pages would all be
  /// read for the few that an action wakes.
  private var indexedWithRules: IndexedReading? {
    get throws { try indexed.flatMap { $0.index.form.cellPages == nil ? $0 : nil } }
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
    try memory.rule(withID: id) {
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
        throw StoreError.damaged("a rule is missing, or stands in a section that does not exist")
      }
      return try Self.rule(of: row, reading: repeating() == nil ? nil : inputs(ofRule: id))
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
  /// - Parameter inputs: what it reads, of a form with repeats.
  private static func rule(of row: Row, reading inputs: StoredRuleInputs? = nil) throws -> RuleSnapshot {
    let position: Int? = try row.decode(atIndex: 1)
    guard (position == nil) == (try row.decode(Bool.self, atIndex: 4)) else {
      throw StoreError.damaged("a rule is of an unknown cell")
    }
    guard let expression = try? RuleExpression(try row.decode(String.self, atIndex: 3)),
      let kind = FormRule.Kind(rawValue: try row.decode(atIndex: 5))
    else { throw StoreError.damaged("a rule is stored that is no expression") }
    let order = try StoredRuleOrder(row, from: 9)
    return RuleSnapshot(
      place: RulePlace(section: try row.position(atIndex: 0), position: position), key: try row.decode(atIndex: 2),
      kind: kind, number: try row.decode(atIndex: 6), expression: expression, rank: order.rank,
      reads: inputs?.reads.sorted() ?? [], circle: order.circle(seeing: inputs?.earlier ?? []),
      countsByItself: order.countsByItself, triggers: FormRule.triggers(stored: try row.decode(atIndex: 7)),
      overridesEntry: try row.decode(atIndex: 8))
  }

  func rules() throws -> [RuleSnapshot] {
    if let indexed = try indexed { return indexed.index.ruleSnapshots }
    let statement = try db.cachedStatement(
      sql: """
        SELECT
          \(Self.ruleColumns)
        FROM formstate_rule AS rule
        JOIN formstate_section AS place ON place.id = rule.section_id
        LEFT JOIN formstate_cell AS cell ON cell.id = rule.cell_id
        WHERE rule.version_id = ?
        """)
    return try Row.fetchAll(statement, arguments: [location.version.id]).map { try Self.rule(of: $0) }
  }

  func list(named name: String) throws -> (any RuleList)? {
    if let known = memory.lists[name] { return known }
    let list = try ListTables(db: db).list(named: name, versionID: location.version.id)
    memory.lists[name] = .some(list)
    return list
  }

  /// What is wrong with the answers, in the order of the form.
  func faults() throws -> [Fault] {
    if let whole = try whole() { return whole.faults() }
    return try reportsOnResponse().onResponse
      + snapshots(
        from: """
          (
            SELECT cell_id
            FROM formstate_rule
            WHERE version_id = :version AND kind IN ('required', 'constraint', 'calculate', 'default', 'choices')
            UNION
            SELECT cell_id
            FROM formstate_cell_state INDEXED BY formstate_cell_state_reported
            WHERE response_id = :response AND instance = 0 AND reported_faults IS NOT NULL
            UNION
            SELECT cell_id
            FROM formstate_cell_state INDEXED BY formstate_cell_state_original
            WHERE response_id = :response AND instance = 0 AND original IS NOT NULL
          ) AS faulty
          CROSS JOIN formstate_cell AS cell ON cell.id = faulty.cell_id
          """,
        where: """
          NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = :response AND cell_id = cell.id)
          ORDER BY section.position, cell.position
          """,
        ["version": location.version.id]
      ).flatMap(\.faults)
  }

  /// Gives a cell its rules, and what they make of it in a fresh response.
  func addRules(to snapshot: inout CellSnapshot, ofCell id: Int64) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(FormRule.storedColumns), rule.number, rule.starts
        FROM formstate_rule AS rule
        WHERE rule.cell_id = ?
        ORDER BY rule.kind, rule.number
        """)
    let rows = try Row.fetchCursor(statement, arguments: [id])
    var rules: [FormRule] = []
    var starts = StoredStarts(of: snapshot.cell.kind)
    let next = FormRule.storedColumnCount
    while let row = try rows.next() {
      let rule = try FormRule(stored: row, from: 0)
      rules.append(rule)
      try starts.take(try row.decode(atIndex: next + 1), of: rule.kind, number: try row.decode(atIndex: next))
    }
    snapshot.cell.rules = rules
    snapshot.starts = starts.state
  }
}
