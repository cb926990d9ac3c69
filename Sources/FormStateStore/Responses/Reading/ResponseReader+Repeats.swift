import FormState
import GRDB

/// Reads the instances of a response. Of a form with repeats the definition is always at hand: its templates are few
/// cells, however often they are filled in.
extension ResponseReader {
  func repeating() throws -> FormIndex? {
    if let known = memory.repeating { return known }
    let found: FormIndex?
    if let definition {
      found = definition.repeating
    } else if let index = versions?.knownIndex(of: location.version) {
      found = index.repeats.isEmpty ? nil : index
    } else if try RepeatTable(db: db, versionID: location.version.id).hasRepeats() {
      let definitions = definitions ?? versions?.definitions ?? OpenDefinitions()
      found = try definitions.definition(of: location.version, in: db).repeating
    } else {
      found = nil
    }
    memory.repeating = .some(begin(with: found))
    return found
  }

  /// The whole response in memory, for whatever asks about all of it; `nil` for a form without repeats.
  func whole() throws -> FormReader? {
    guard let index = try repeating() else { return nil }
    if let known = memory.whole { return known }
    let whole = FormReader(
      index, version: location.version.number, state: try StateTables(db: db, location: location).state(),
      stacks: UndoStacks(journal: [], base: 0))
    memory.whole = whole
    return whole
  }

  /// The rows that show of a form with repeats; `nil` for a form without.
  func rows() throws -> VisibilityIndex? {
    guard let whole = try whole(), let form = try repeating()?.form else { return nil }
    let rows = memory.rows ?? VisibilityIndex(form: form, state: whole.state)
    memory.rows = rows
    return rows
  }

  /// The whole response, where the question is about no single cell.
  func whole(ifAskedAbout cell: CellSnapshot?) throws -> FormReader? { cell == nil ? try whole() : nil }

  private static let instanceColumns = """
    instance.instance, section.position, cell.position, instance.parent, instance.rank
    """

  private func instances(
    where condition: String, _ arguments: [String: (any DatabaseValueConvertible)?]
  ) throws -> [InstanceRoster.Instance] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Self.instanceColumns)
        FROM formstate_instance AS instance
        CROSS JOIN formstate_cell AS cell ON cell.id = instance.cell_id
        CROSS JOIN formstate_section AS section ON section.id = cell.section_id
        WHERE instance.response_id = :response AND instance.origin = 0 AND \(condition)
        """)
    let all = arguments.merging(["response": location.responseID]) { given, _ in given }
    let rows = try Row.fetchCursor(statement, arguments: StatementArguments(all))
    var instances: [InstanceRoster.Instance] = []
    while let row = try rows.next() {
      instances.append(
        InstanceRoster.Instance(
          number: try row.instance(atIndex: 0),
          cell: CellPlace(
            section: try row.position(atIndex: 1), position: try row.position(atIndex: 2),
            instance: try row.instance(atIndex: 3)),
          rank: try row.decode(atIndex: 4)))
    }
    return instances
  }

  func instance(_ number: Int) throws -> InstanceRoster.Instance? {
    guard number > 0 else { return nil }
    if let known = memory.instances[number] { return known }
    if let known = remembered?.instance(number) { return known }
    let found = try instances(where: "instance.instance = :number", ["number": number]).first
    memory.instances[number] = .some(found)
    return found
  }

  /// The rowid of a repeat.
  private static let repeatID = """
    (
      SELECT cell.id
      FROM formstate_section AS section
      CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = :position
      WHERE section.version_id = :version AND section.position = :section
    )
    """

  private func place(of cell: CellPlace) -> [String: (any DatabaseValueConvertible)?] {
    [
      "version": location.version.id, "section": cell.section, "position": cell.position, "parent": cell.instance,
    ]
  }

  func instances(of cell: CellPlace) throws -> [InstanceRoster.Instance] {
    if let known = memory.instanceLists[cell] ?? remembered?.instances(of: cell) { return known }
    let found = try instances(
      where: """
        instance.cell_id = \(Self.repeatID) AND instance.parent = :parent
        ORDER BY instance.rank, instance.instance
        """, place(of: cell))
    memory.instanceLists[cell] = found
    for instance in found { memory.instances[instance.number] = instance }
    remembered?.note { $0.note(found, of: cell) }
    return found
  }

  func instanceCount(of cell: CellPlace) throws -> Int {
    let statement = try db.cachedStatement(
      sql: """
        SELECT count(*)
        FROM formstate_instance AS instance
        WHERE instance.response_id = :response AND instance.cell_id = \(Self.repeatID)
          AND instance.parent = :parent AND instance.origin = 0
        """)
    let arguments = place(of: cell).merging(["response": location.responseID]) { given, _ in given }
    return try Int.fetchOne(statement, arguments: StatementArguments(arguments)) ?? 0
  }

  func instance(before next: InstanceRoster.Instance?, of cell: CellPlace) throws -> InstanceRoster.Instance? {
    guard let next else {
      return try instances(
        where: """
          instance.cell_id = \(Self.repeatID) AND instance.parent = :parent
          ORDER BY instance.rank DESC, instance.instance DESC
          LIMIT 1
          """, place(of: cell)
      ).first
    }
    return try instances(
      where: """
        instance.cell_id = \(Self.repeatID) AND instance.parent = :parent AND instance.rank <= :rank
        AND (instance.rank < :rank OR instance.instance < :number)
        ORDER BY instance.rank DESC, instance.instance DESC
        LIMIT 1
        """, place(of: cell).merging(["rank": next.rank, "number": next.number]) { given, _ in given }
    ).first
  }

  func allInstances(of cell: CellPlace) throws -> [InstanceRoster.Instance] {
    var arguments = place(of: cell)
    arguments["parent"] = nil
    let found = try instances(where: "instance.cell_id = \(Self.repeatID)", arguments)
    for instance in found { memory.instances[instance.number] = instance }
    return found
  }

  func touchedCells(inInstance number: Int) throws -> [CellSnapshot] {
    guard let index = try repeating(), let instance = try instance(number), let cell = index.cell(at: instance.cell)
    else { return [] }
    let positions = instance.cell.position...(instance.cell.position + max(0, cell.additionalRows))
    return try touchedCells(at: positions, inSection: instance.cell.section, number)
  }

  /// The touched cells at some neighbouring positions of a section, in an instance or with 0 outside of repeats.
  func touchedCells(at positions: ClosedRange<Int>, inSection section: Int, _ instance: Int) throws -> [CellSnapshot] {
    try touchedPositions(among: positions, inSection: section, instance).compactMap { position in
      try cell(at: CellPlace(section: section, position: position, instance: instance))
    }
  }

  /// Which of some neighbouring positions of a section have touched cells, in an instance or with 0 outside of repeats.
  func touchedPositions(
    among positions: ClosedRange<Int>, inSection section: Int, _ instance: Int
  ) throws -> [Int] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT cell.position
        FROM formstate_cell_state AS state
        CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id AND cell.version_id = :version
        CROSS JOIN formstate_section AS section ON section.id = cell.section_id AND section.position = :section
        WHERE state.response_id = :response AND state.instance = :instance
          AND state.cell_id BETWEEN \(Self.idOfCell(at: ":first")) AND \(Self.idOfCell(at: ":last"))
          AND cell.position BETWEEN :first AND :last
        ORDER BY cell.position
        """)
    let found = try Int.fetchAll(
      statement,
      arguments: [
        "version": location.version.id, "section": section, "response": location.responseID, "instance": instance,
        "first": positions.lowerBound, "last": positions.upperBound,
      ])
    return found.map { Int(Int32(clamping: $0)) }
  }

  /// The row path of a cell; `nil` when it does not show. O(v) for the v visible rows above it; with repeats O(n) for n
  /// cells, and O(k log n) for k touched ones where the cells are read in pages.
  func rowPath(of place: CellPlace) throws -> RowPath? {
    if let rows = try rows() { return rows.rowPath(of: place) }
    return try VisiblePositions(db: db, location: location).rowPath(of: place)
  }

  func instanceContents(ofCellAt place: CellPlace) throws -> [Int: InstanceContents] {
    if let known = remembered?.contents(ofCellAt: place) { return known }
    guard let kind = try repeating()?.cell(at: place)?.kind else { return [:] }
    let rows = try statesInInstances(
      ofCellAt: place,
      columns: "state.instance, state.is_relevant, state.is_set, state.value, state.is_calculated, state.calculated")
    var contents: [Int: InstanceContents] = [:]
    while let row = try rows.next() {
      contents[try row.decode(atIndex: 0)] = InstanceContents(
        entry: try FieldContent(stored: row, from: 2, kind: kind),
        calculated: try FieldContent(stored: row, from: 4, kind: kind),
        relevance: try row.decode(Bool?.self, atIndex: 1).map(FieldContent.flag))
    }
    remembered?.note { $0.note(contents, ofCellAt: place) }
    return contents
  }

  func takeConditionResults(of condition: ConditionResults.Condition) -> [Int: ConditionResults.Result] {
    var results: [Int: ConditionResults.Result] = [:]
    remembered?.note { results = $0.conditions.take(condition) }
    return results
  }

  func keep(_ results: [Int: ConditionResults.Result], of condition: ConditionResults.Condition) {
    remembered?.note { $0.conditions.keep(results, of: condition) }
  }

  /// Some columns of what was done to a cell in each instance, of those in which it was touched.
  func statesInInstances(ofCellAt place: CellPlace, columns: String) throws -> RowCursor {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns)
        FROM formstate_section AS section
        CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = ?
        CROSS JOIN formstate_cell_state AS state INDEXED BY formstate_cell_state_in_instances
          ON state.response_id = ? AND state.cell_id = cell.id AND state.instance > 0
        WHERE section.version_id = ? AND section.position = ?
        """)
    return try Row.fetchCursor(
      statement, arguments: [place.position, location.responseID, location.version.id, place.section])
  }

  func nextInstanceNumber() throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT next_instance FROM formstate_response WHERE id = ?")
    let number = try Int.fetchOne(statement, arguments: [location.responseID]) ?? 1
    guard (1...InstancePlace.greatestNumber + 1).contains(number) else {
      throw StoreError.damaged("the next instance of a response has an impossible number")
    }
    return number
  }
}
