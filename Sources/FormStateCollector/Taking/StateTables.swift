#if Collect
import FormState

/// Writes the states of lines: the rows of touched fields and of instances.
struct StateTables {
  let connection: PostgresConnection
  let definitions: CollectedDefinitions

  private static let columns = [
    "stream", "line", "field", "instance", "subject", "origin", "seq", "time", "author", "form", "type", "content",
    "readable", "translations",
  ]
  private static let instanceColumns = [
    "stream", "line", "instance", "parent", "rank", "path", "form", "repeat", "origin",
  ]

  /// A line whose state is written.
  private struct Line {
    let stream: StreamName
    let number: Int
    let form: String
    let changes: StateChanges
    /// The definition in force.
    let definition: String

    /// What identifies it in every table.
    var key: [PostgresValue] { [.text(stream.description), .integer(Int64(number))] }
  }

  /// Writes the states of lines, within a transaction; those of rebuilt streams were removed before.
  ///
  /// - Complexity: O(n) for n changes; all instances of a line are read where one of them changes.
  func write(_ effects: [TakenPart.Effect]) throws {
    var (rebuilt, extended): ([RebuiltStream], [Line]) = ([], [])
    for effect in effects {
      switch effect {
      case .extends(let line, let stream):
        extended.append(
          Line(
            stream: stream, number: line.former.number, form: line.receipt.key.form, changes: line.changes,
            definition: line.former.definition))
      case .rebuilds(let stream, _): rebuilt.append(stream)
      }
    }
    try insert(rebuilt)
    try change(extended)
  }

  /// Writes the states of streams that have none.
  ///
  /// - Complexity: O(n) for n touched fields.
  func insert(_ streams: [RebuiltStream]) throws {
    guard !streams.isEmpty else { return }
    let lines = streams.flatMap { stream in
      stream.lines.filter { !$0.isMerged }.map { line in
        Line(
          stream: stream.stream, number: line.number, form: stream.form, changes: line.changes,
          definition: line.definition)
      }
    }
    try connection.copy(into: "formstate_state", columns: Self.columns) { copy in
      for line in lines {
        for case (let field, let content?) in line.changes.fields { try copy.add(row(field, content, of: line)) }
      }
    }
    try connection.copy(into: "formstate_instance", columns: Self.instanceColumns) { copy in
      for line in lines {
        try copy.add(Self.row(0, InstanceTable.response, of: line))
        var instances = InstanceTable()
        instances.apply(line.changes)
        for (number, instance) in instances.written { try copy.add(Self.row(number, instance, of: line)) }
      }
    }
  }

  private func change(_ lines: [Line]) throws {
    var (written, removed): ([[PostgresValue]], [[PostgresValue]]) = ([], [])
    for line in lines {
      for (field, content) in line.changes.fields.sorted(by: { $0.key < $1.key }) {
        if let content {
          written.append(row(field, content, of: line))
        } else {
          removed.append(Self.key(of: field, in: line))
        }
      }
      if !line.changes.instances.isEmpty { try changeInstances(of: line) }
    }
    let chunks = RowChunks(connection: connection)
    try chunks.execute(removed) { list in
      """
      DELETE FROM formstate_state
      WHERE (stream, line, field, instance, subject, origin) IN (\(list))
      """
    }
    try chunks.execute(written) { list in
      """
      INSERT INTO formstate_state (\(Self.columns.joined(separator: ", "))) VALUES \(list)
      ON CONFLICT (stream, line, field, instance, subject, origin) DO UPDATE SET
        seq = excluded.seq, time = excluded.time, author = excluded.author, type = excluded.type,
        content = excluded.content, readable = excluded.readable, translations = excluded.translations
      """
    }
  }

  private func changeInstances(of line: Line) throws {
    var instances = InstanceTable(try instances(of: line))
    instances.apply(line.changes)
    let chunks = RowChunks(connection: connection)
    try chunks.execute(instances.removed.map { line.key + [.integer(Int64($0))] }) { list in
      "DELETE FROM formstate_instance WHERE (stream, line, instance) IN (\(list))"
    }
    try chunks.execute(instances.written.map { Self.row($0.number, $0.row, of: line) }) { list in
      """
      INSERT INTO formstate_instance (\(Self.instanceColumns.joined(separator: ", "))) VALUES \(list)
      ON CONFLICT (stream, line, instance) DO UPDATE SET
        parent = excluded.parent, rank = excluded.rank, path = excluded.path, repeat = excluded.repeat,
        origin = excluded.origin
      """
    }
  }

  private func instances(of line: Line) throws -> [Int: InstanceTable.Row] {
    let rows = try connection.execute(
      """
      SELECT instance, parent, rank, repeat, origin, array_to_string(path, ' ')
      FROM formstate_instance
      WHERE stream = $1 AND line = $2 AND instance > 0
      """, line.key)
    var instances: [Int: InstanceTable.Row] = [:]
    for row in rows {
      let (number, parent, rank): (Int64, Int64, Int64) = (try row[0], try row[1], try row[2])
      let path: String = try row[5]
      instances[Int(number)] = InstanceTable.Row(
        parent: Int(parent), rank: rank, repeatKey: try row[3], origin: try row[4],
        path: path.split(separator: " ").compactMap { Int($0) })
    }
    return instances
  }

  // MARK: - Rows

  private static func key(of field: StateChanges.Field, in line: Line) -> [PostgresValue] {
    line.key + [.text(field.field), .integer(Int64(field.instance)), .text(field.subject), .text(field.origin)]
  }

  private func row(
    _ field: StateChanges.Field, _ content: StateChanges.Content, of line: Line
  ) -> [PostgresValue] {
    let written = StateDigest.parts(of: content.content)
    let texts = definitions.text(of: content, field, ofForm: line.form, inForce: line.definition)
    return Self.key(of: field, in: line) + [
      .integer(Int64(content.seq)), content.time.map { .text($0.isoText) } ?? .null,
      content.author.map(PostgresValue.text) ?? .null, .text(line.form), .text(written.letter),
      written.content.map(PostgresValue.text) ?? .null, (texts?.own).map(PostgresValue.text) ?? .null,
      (texts?.json).map(PostgresValue.text) ?? .null,
    ]
  }

  private static func row(_ number: Int, _ row: InstanceTable.Row, of line: Line) -> [PostgresValue] {
    line.key + [
      .integer(Int64(number)), .integer(Int64(row.parent)), .integer(row.rank), .text(ArrayText.of(row.path)),
      .text(line.form),
      .text(row.repeatKey), .text(row.origin),
    ]
  }
}
#endif
