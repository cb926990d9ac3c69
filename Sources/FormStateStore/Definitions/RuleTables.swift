import FormState
import Foundation
import GRDB

/// Reads and writes the rules of one version of a form.
struct RuleTables {
  let db: Database
  let version: DefinitionRepository.Version

  /// Writes the rules of a valid form, and their inputs.
  ///
  /// - Complexity: O(r log n) for r rules and inputs of a form of n cells.
  func insertRules(of form: FormDefinition) throws {
    var starts = RuleStarts(of: form.fresh)
    for rule in form.fresh.rules.rules {
      guard let section = form.sections.element(at: rule.place.section) else { continue }
      let cell = rule.place.position.flatMap(section.cells.element(at:))
      let given = starts.stored(rule, section: section.key, cell: cell?.key)
      try db.cachedStatement(
        sql: """
          INSERT INTO formstate_rule (
            version_id, section_id, cell_id, kind, number, expression, message, severity, rank, cycle, cycle_turn,
            cycle_level, counts_itself, starts, starts_type, readable, is_volatile, list, overrides
          )
          VALUES (
            :version,
            (SELECT id FROM formstate_section WHERE version_id = :version AND key = :section),
            (SELECT id FROM formstate_cell WHERE version_id = :version AND key = :cell),
            :kind, :number, :expression, :message, :severity, :rank, :cycle, :turn, :level, :counting, :starts, :type,
            :readable, :volatile, :list, :overrides
          )
          """
      ).execute(arguments: [
        "version": version.id, "section": section.key, "cell": cell?.key, "kind": rule.rule.kind.rawValue,
        "number": rule.number, "expression": rule.rule.source, "message": rule.rule.message,
        "severity": rule.rule.severity.rawValue, "rank": rule.rank,
        "cycle": rule.cycle?.number, "turn": rule.cycle?.order, "level": rule.cycle?.level,
        "counting": rule.countsByItself, "starts": given.result, "type": given.type,
        "readable": try cell.flatMap { try readable(given.result, of: rule, $0, form) },
        "overrides": rule.rule.overridesEntry, "volatile": form.fresh.isVolatile(rule),
        "list": rule.rule.kind == .choices ? rule.rule.expression?.choices?.list : nil,
      ])
      try insertInputs(of: rule, db.lastInsertedRowID, form)
    }
  }

  /// The readable result of a rule; `nil` if it equals the stored one.
  private func readable(
    _ given: DatabaseValue, of rule: FormRules.Rule, _ cell: FormCell, _ form: FormDefinition
  ) throws -> String? {
    guard [.calculate, .default].contains(rule.rule.kind), let place = rule.place.cell,
      let value = try CellValue(stored: given, kind: cell.kind)
    else { return nil }
    return form.storedText(of: value, inCellAt: place)
  }

  private func insertInputs(of rule: FormRules.Rule, _ ruleID: Int64, _ form: FormDefinition) throws {
    for read in rule.reads {
      let key = form.cell(at: read.cell)?.key
      try db.cachedStatement(
        sql: """
          INSERT INTO formstate_rule_input (rule_id, cell_id, reach, sees_earlier)
          VALUES (?, (SELECT id FROM formstate_cell WHERE version_id = ? AND key = ?), ?, ?)
          """
      ).execute(
        arguments: [
          ruleID, version.id, key, read.reach.rawValue, rule.cycle?.earlier.contains(read.cell) ?? false,
        ])
    }
  }

  /// Whether a response begins with changes by the form: a rule uses the clock or random values or runs when the
  /// response is opened, or a repeat has initial instances.
  ///
  /// - Complexity: O(r) for r rules.
  func beginsWithRules() throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT 1 FROM formstate_rule WHERE version_id = ?1 AND (is_volatile AND kind <> 'set' OR kind = 'count')
        UNION ALL
        SELECT 1
        FROM formstate_rule AS rule
        WHERE version_id = ?1 AND kind = 'set' AND NOT EXISTS (SELECT 1 FROM formstate_rule_input WHERE rule_id = rule.id)
        UNION ALL
        SELECT 1 FROM formstate_repeat WHERE version_id = ?1 AND (minimum > 0 OR initial > 0)
        LIMIT 1
        """)
    return try Int.fetchOne(statement, arguments: [version.id]) != nil
  }

  /// Whether the version has rules. O(log r) for r rules.
  func hasRules() throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM formstate_rule WHERE version_id = ? LIMIT 1")
    return try Int.fetchOne(statement, arguments: [version.id]) != nil
  }

  /// Sets the rules that decide the relevance of sections, without those of their cells.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if a rule has no place, or an unknown kind.
  /// - Complexity: O(r) for r rules of sections.
  func readSectionRules(into sections: inout [FormSection]) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT section.position, \(FormRule.storedColumns)
        FROM formstate_section AS section
        CROSS JOIN formstate_rule AS rule ON rule.section_id = section.id AND rule.cell_id IS NULL
        WHERE section.version_id = ?
        """,
      arguments: [version.id])
    for row in rows {
      let position = try row.position(atIndex: 0)
      guard sections.indices.contains(position) else {
        throw StoreError.damaged("a rule belongs to an unknown section")
      }
      sections[position].relevant = try FormRule(stored: row, from: 1)
    }
  }

  /// Sets the rules in the sections of a form that were read without them.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if a rule has no place, or an unknown kind.
  /// - Complexity: O(r log n) for r rules of a form of n cells.
  func readRules(into sections: inout [FormSection]) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT section.position, cell.position, rule.cell_id IS NULL, \(FormRule.storedColumns)
        FROM formstate_rule AS rule
        LEFT JOIN formstate_section AS section
          ON section.id = rule.section_id AND section.version_id = rule.version_id
        LEFT JOIN formstate_cell AS cell ON cell.id = rule.cell_id AND cell.section_id = section.id
        WHERE rule.version_id = ?
        ORDER BY rule.cell_id, rule.kind, rule.number
        """,
      arguments: [version.id])
    // Each cell gets its rules at once: sorting them takes as long as there are rules.
    var rules: [CellPlace: [FormRule]] = [:]
    while let row = try rows.next() {
      let rule = try FormRule(stored: row, from: 3)
      guard let section: Int = try row.decode(atIndex: 0), sections.indices.contains(section) else {
        throw StoreError.damaged("a rule belongs to an unknown section")
      }
      if try row.decode(Bool.self, atIndex: 2) {
        sections[section].relevant = rule
      } else if let cell: Int = try row.decode(atIndex: 1), sections[section].cells.indices.contains(cell) {
        rules[CellPlace(section: section, position: cell), default: []].append(rule)
      } else {
        throw StoreError.damaged("a rule belongs to an unknown cell")
      }
    }
    for (place, rules) in rules { sections[place.section].cells[place.position].rules = rules }
  }

  /// The rules of a version in evaluation order.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if a rule has no place, or an unknown kind.
  /// - Complexity: O(r log r) for r rules and inputs.
  func rulesInOrder() throws -> FormRules {
    let inputs = try inputs()
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT
          rule.id, section.position, cell.position, rule.cell_id IS NULL, coalesce(cell.key, section.key), rule.number,
          \(StoredRuleOrder.columns), \(FormRule.storedColumns)
        FROM formstate_rule AS rule
        LEFT JOIN formstate_section AS section
          ON section.id = rule.section_id AND section.version_id = rule.version_id
        LEFT JOIN formstate_cell AS cell ON cell.id = rule.cell_id AND cell.section_id = section.id
        WHERE rule.version_id = ?
        """,
      arguments: [version.id])
    var rules: [FormRules.Rule] = []
    while let row = try rows.next() {
      guard let section: Int = try row.decode(atIndex: 1) else {
        throw StoreError.damaged("a rule belongs to an unknown section")
      }
      let position: Int? = try row.decode(atIndex: 2)
      guard (position == nil) == (try row.decode(Bool.self, atIndex: 3)) else {
        throw StoreError.damaged("a rule belongs to an unknown cell")
      }
      let inputs = inputs[try row.decode(atIndex: 0)] ?? StoredRuleInputs()
      let order = try StoredRuleOrder(row, from: 6)
      rules.append(
        FormRules.Rule(
          place: RulePlace(section: section, position: position), key: try row.decode(atIndex: 4),
          rule: try FormRule(stored: row, from: 6 + StoredRuleOrder.columnCount), number: try row.decode(atIndex: 5),
          reads: inputs.reads, rank: order.rank, cycle: order.cycle(seeing: inputs.earlier),
          countsByItself: order.countsByItself))
    }
    return FormRules(resolved: rules)
  }

  /// The inputs of each rule, by the row of the rule.
  private func inputs() throws -> [Int64: StoredRuleInputs] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(StoredRuleInputs.columns), input.rule_id
        FROM formstate_rule AS rule
        CROSS JOIN formstate_rule_input AS input ON input.rule_id = rule.id
        \(StoredRuleInputs.joins)
        WHERE rule.version_id = ?
        """,
      arguments: [version.id])
    var inputs: [Int64: StoredRuleInputs] = [:]
    while let row = try rows.next() {
      try inputs[try row.decode(atIndex: StoredRuleInputs.columnCount), default: StoredRuleInputs()].take(row)
    }
    return inputs
  }

  /// The stored results of rules in a fresh response.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if a rule cannot have its stored result.
  /// - Complexity: O(n + r log r) for n cells and r rules and inputs; O(r) if the cells are read in pages.
  func fresh(of form: FormDefinition) throws -> FreshResponse {
    var fresh = ResponseState()
    var places = FreshPlaces()
    // The rules of a cell are consecutive, and those of most cells have the default results.
    var last: (key: String, place: CellPlace, starts: StoredStarts)?
    func finish() {
      guard let last else { return }
      let starts = last.starts.state
      places.note(starts, ofCell: last.key, at: last.place)
      fresh.take(starts, of: StateSubject(last.key))
    }
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT section.key, cell.key, cell.kind, rule.number, rule.starts, rule.kind, rule.starts_type,
          section.position, cell.position
        FROM formstate_rule AS rule
        JOIN formstate_section AS section ON section.id = rule.section_id
        LEFT JOIN formstate_cell AS cell ON cell.id = rule.cell_id
        WHERE rule.version_id = ?
        ORDER BY rule.cell_id
        """,
      arguments: [version.id])
    while let row = try rows.next() {
      guard let rule = FormRule.Kind(rawValue: try row.decode(atIndex: 5)) else { throw FormRule.unknownKind }
      let starts = try row.decode(DatabaseValue.self, atIndex: 4)
      guard let key: String = try row.decode(atIndex: 1), let name: String = try row.decode(atIndex: 2) else {
        if Bool.fromDatabaseValue(starts) == false {
          let section = StateSubject(try row.decode(atIndex: 0))
          fresh.apply(StateChange(.sectionRelevance, of: section, before: nil, after: .flag(false)))
        }
        continue
      }
      guard let kind = CellKind(rawValue: name) else { throw StoreError.damaged("a cell has an unknown kind") }
      if last?.key != key {
        finish()
        let place = CellPlace(section: try row.position(atIndex: 7), position: try row.position(atIndex: 8))
        last = (key, place, StoredStarts(of: kind))
      }
      try last?.starts.take(
        starts, type: try row.decode(atIndex: 6), of: rule, number: try row.decode(atIndex: 3))
    }
    finish()
    return FreshResponse(rulesOf: form, state: fresh, places: places)
  }
}

extension FormRule {
  /// The columns of a rule, in the order in which ``init(stored:from:)`` reads them.
  static let storedColumns =
    "rule.kind, rule.expression, rule.message, rule.severity, rule.overrides, \(triggersColumn)"

  /// The number of ``storedColumns``.
  static let storedColumnCount = 6

  /// Of a set rule, the keys of its triggers, as ``triggers(stored:)`` reads them.
  static let triggersColumn = """
    iif(
      rule.kind = 'set',
      (
        SELECT json_group_array(awaited.key)
        FROM formstate_rule_input AS input
        JOIN formstate_cell AS awaited ON awaited.id = input.cell_id
        WHERE input.rule_id = rule.id
      ),
      NULL
    )
    """

  /// Reads the keys of a rule's triggers.
  static func triggers(stored text: String?) -> [String] {
    text.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
  }

  static let unknownKind = StoreError.damaged("a rule has an unknown kind")

  /// Reads a rule whose columns begin at an index.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for an unknown kind or severity.
  init(stored row: Row, from index: Int) throws {
    guard let kind = Kind(rawValue: try row.decode(atIndex: index)),
      let severity = Severity(rawValue: try row.decode(atIndex: index + 3))
    else { throw Self.unknownKind }
    self.init(
      kind, try row.decode(atIndex: index + 1), message: try row.decode(atIndex: index + 2), severity: severity,
      triggers: Self.triggers(stored: try row.decode(atIndex: index + 5)),
      overridesEntry: try row.decode(atIndex: index + 4))
  }
}
