import FormState
import GRDB

/// Reads the instances of a response.
extension ResponseReader {
  func repeating() -> FormIndex? { index.repeats.isEmpty ? nil : index }

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
      let number = try row.instance(atIndex: 0)
      instances.append(
        InstanceRoster.Instance(
          number: number,
          cell: CellPlace(
            section: try row.position(atIndex: 1), position: try row.position(atIndex: 2),
            instance: try row.parent(atIndex: 3, of: number)),
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

  private func place(of cell: CellPlace) -> [String: (any DatabaseValueConvertible)?] {
    [
      "version": location.version.id, "section": cell.section, "position": cell.position, "parent": cell.instance,
    ]
  }

  func instances(of cell: CellPlace) throws -> [InstanceRoster.Instance] {
    if let known = memory.instanceLists[cell] ?? remembered?.instances(of: cell) { return known }
    let found = try instances(
      where: """
        instance.cell_id = \(Self.idOfCell(at: ":position")) AND instance.parent = :parent
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
        WHERE instance.response_id = :response AND instance.cell_id = \(Self.idOfCell(at: ":position"))
          AND instance.parent = :parent AND instance.origin = 0
        """)
    let arguments = place(of: cell).merging(["response": location.responseID]) { given, _ in given }
    return try Int.fetchOne(statement, arguments: StatementArguments(arguments)) ?? 0
  }

  func instance(before next: InstanceRoster.Instance?, of cell: CellPlace) throws -> InstanceRoster.Instance? {
    guard let next else {
      return try instances(
        where: """
          instance.cell_id = \(Self.idOfCell(at: ":position")) AND instance.parent = :parent
          ORDER BY instance.rank DESC, instance.instance DESC
          LIMIT 1
          """, place(of: cell)
      ).first
    }
    return try instances(
      where: """
        instance.cell_id = \(Self.idOfCell(at: ":position")) AND instance.parent = :parent AND instance.rank <= :rank
        AND (instance.rank < :rank OR instance.instance < :number)
        ORDER BY instance.rank DESC, instance.instance DESC
        LIMIT 1
        """, place(of: cell).merging(["rank": next.rank, "number": next.number]) { given, _ in given }
    ).first
  }

  func allInstances(of cell: CellPlace) throws -> [InstanceRoster.Instance] {
    var arguments = place(of: cell)
    arguments["parent"] = nil
    let found = try instances(where: "instance.cell_id = \(Self.idOfCell(at: ":position"))", arguments)
    for instance in found { memory.instances[instance.number] = instance }
    return found
  }

  /// The row path of a cell; `nil` if it is not visible; see ``rows()``.
  func rowPath(of place: CellPlace) throws -> RowPath? { try rows().rowPath(of: place) }

  func instanceContents(ofCellAt place: CellPlace) throws -> [Int: InstanceContents] {
    if let known = remembered?.contents(ofCellAt: place) { return known }
    guard let kind = index.cell(at: place)?.kind else { return [:] }
    let fields: [StateChange.Field] = [.value, .calculated, .relevance]
    let columns = fields.flatMap(\.columns).map { "state.\($0)" }.joined(separator: ", ")
    let rows = try statesInInstances(ofCellAt: place, columns: "\(columns), state.instance")
    let counts = fields.map(\.columns.count)
    let (calculated, relevance) = (counts[0], counts[0] + counts[1])
    var contents: [Int: InstanceContents] = [:]
    while let row = try rows.next() {
      contents[try row.decode(atIndex: relevance + counts[2])] = InstanceContents(
        entry: try FieldContent(stored: row, from: 0, .value, kind: kind),
        calculated: try FieldContent(stored: row, from: calculated, .calculated, kind: kind),
        relevance: try FieldContent(stored: row, from: relevance, .relevance, kind: kind))
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

  /// Some columns of a cell's state in each instance in which it was touched.
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

  func nextInstanceNumber() throws -> Int { try StateTables(db: db, location: location).nextInstanceNumber() }
}
