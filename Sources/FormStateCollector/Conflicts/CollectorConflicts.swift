#if Collect
import FormState
import FormStateInterchange

/// Finds what waits for a person: questions that joining lines left open; and journals that should be one response:
/// lines of one stream that cannot be joined yet, and twins, which are two responses with one key.
package struct CollectorConflicts {
  let connection: PostgresConnection
  let definitions: CollectedDefinitions

  /// Uses a connection.
  package init(connection: PostgresConnection) {
    self.connection = connection
    definitions = CollectedDefinitions(connection: connection)
  }

  /// The conflicts of journals that nobody has settled: no line was chosen since another one went on.
  ///
  /// The key `default`, which every file has, makes no twins.
  ///
  /// - Parameters:
  ///   - filter: which ones.
  ///   - isSettledToo: whether settled forks are reported as well.
  ///   - body: receives each conflict, forks first.
  /// - Throws: ``PostgresError``; ``PushedEntryError``; what `body` throws.
  /// - Complexity: O(n) for n lines, and O(m log m) for m entries of the lines in conflict; those of one are in memory.
  package func forEach(
    _ filter: ConflictFilter = ConflictFilter(), settledToo isSettledToo: Bool = false,
    _ body: (Conflict) throws -> Void
  ) throws {
    for stream in try forkedStreams(filter, settledToo: isSettledToo) {
      let rebuilt = try self.rebuilt(stream)
      guard let main = rebuilt.main else { continue }
      for line in rebuilt.lines where line.number != main.number {
        try filter.fitting(try conflict((stream, main), (stream, line))).map(body)
      }
    }
    for twins in try twins(filter) {
      let main = try rebuilt(twins[0])
      for other in try twins.dropFirst().map(rebuilt) {
        guard let left = main.main, let right = other.main else { continue }
        try filter.fitting(try conflict((main.stream, left), (other.stream, right))).map(body)
      }
    }
  }

  /// The conflict of the line of a stream that counts with another one.
  ///
  /// - Parameters:
  ///   - stream: the random name of the response.
  ///   - line: the number of the other line.
  /// - Returns: `nil` if there is no such line, or if it is the one that counts.
  package func conflict(of stream: StreamName, withLine line: Int) throws -> Conflict? {
    let rebuilt = try self.rebuilt(stream)
    guard let main = rebuilt.main, main.number != line, let other = rebuilt.lines.first(where: { $0.number == line })
    else { return nil }
    return try conflict((stream, main), (stream, other))
  }

  /// The conflict of the lines of two streams that count.
  ///
  /// - Returns: `nil` if one of the responses is not there, or if their forms differ.
  package func conflict(of stream: StreamName, withResponse other: StreamName) throws -> Conflict? {
    let (left, right) = (try rebuilt(stream), try rebuilt(other))
    guard stream != other, left.form == right.form, let main = left.main, let line = right.main else { return nil }
    return try conflict((stream, main), (other, line))
  }

  private func conflict(
    _ main: (stream: StreamName, line: RebuiltLine), _ other: (stream: StreamName, line: RebuiltLine)
  ) throws -> Conflict {
    let key = main.line.receipt.key.form
    let digests = [main.line.definition, other.line.definition]
    let versions = try definitions.versions(of: key, digests)
    let forms = digests.map { versions.form($0) ?? FormDefinition(key: key) }
    let sensitive = forms.flatMap(\.sections).flatMap(\.cells).filter(\.isSensitive).map(\.key)
    return Conflict(main, other, form: forms[0], sensitive: Set(sensitive))
  }

  private func rebuilt(_ stream: StreamName) throws -> RebuiltStream {
    let contents = try StoredContents.read([stream], from: connection)[stream]
    return try RebuiltStream(stream, contents ?? StoredContents(), definitions)
  }

  /// The streams whose lines wait, found by an index.
  private func forkedStreams(_ filter: ConflictFilter, settledToo isSettledToo: Bool) throws -> [StreamName] {
    let (conditions, values) = filter.conditions(on: "line", from: 2)
    let rows = try connection.execute(
      """
      SELECT line.stream
      FROM formstate_line AS line
      LEFT JOIN (
        SELECT stream, max(chosen) AS chosen FROM formstate_choice GROUP BY stream
      ) AS choice ON choice.stream = line.stream
      WHERE line.waits IS NOT NULL \(conditions)
      GROUP BY line.stream
      HAVING $1 OR coalesce(max(line.received) FILTER (WHERE NOT line.is_main) > max(choice.chosen), true)
      ORDER BY min(line.form), min(line.response), line.stream
      """, [.bool(isSettledToo)] + values)
    return try rows.map { try StreamName(row: $0) }
  }

  /// The streams of one key, in the order in which they began, for each key that several have.
  private func twins(_ filter: ConflictFilter) throws -> [[StreamName]] {
    let form = filter.form.map { [PostgresValue.text($0)] } ?? []
    let keys = try connection.execute(
      """
      SELECT form, response
      FROM formstate_line
      WHERE is_main AND response <> 'default' \(form.isEmpty ? "" : "AND form = $1")
      GROUP BY form, response
      HAVING count(*) > 1
      ORDER BY form, response
      """, form)
    return try keys.compactMap { key in
      let rows = try connection.execute(
        """
        SELECT stream
        FROM formstate_line
        WHERE form = $1 AND response = $2 AND is_main
        ORDER BY started, stream
        """, [.text(try key[0]), .text(try key[1])])
      let streams = try rows.map { try StreamName(row: $0) }
      return try filter.device == nil || streams.contains(where: { try isSent($0, filter) }) ? streams : nil
    }
  }

  /// Whether a stream fits a filter.
  private func isSent(_ stream: StreamName, _ filter: ConflictFilter) throws -> Bool {
    let (conditions, values) = filter.conditions(on: "line", from: 2)
    return try !connection.execute(
      "SELECT 1 FROM formstate_line AS line WHERE stream = $1 \(conditions) LIMIT 1",
      [.text(stream.description)] + values
    ).isEmpty
  }
}

extension RebuiltStream {
  /// The line that counts, or the first.
  fileprivate var main: RebuiltLine? { lines.first(where: \.isMain) ?? lines.first }
}
#endif
