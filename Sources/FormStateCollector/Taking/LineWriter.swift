#if Collect
import FormState

/// Writes lines: their entries, where these are, and what the lines are now.
struct LineWriter {
  let connection: PostgresConnection

  /// Writes lines, within a transaction.
  ///
  /// Existing lines come first, in one order: their rows are locked then, so others cannot write to them.
  ///
  /// - Throws: ``LostRace``, ``PostgresError``.
  /// - Complexity: O(n) for n entries.
  func write(_ lines: [TakenLine]) throws {
    for line in lines where line.former != nil { try update(line) }
    for line in lines where line.former == nil { try insert(line) }
    try copyEntries(of: lines)
  }

  private func copyEntries(of lines: [TakenLine]) throws {
    let columns = ["stream", "seq", "line", "time", "kind", "subject", "author", "chain", "prev", "leads_to", "body"]
    try connection.copy(into: "formstate_entry", columns: columns) { rows in
      for line in lines {
        let stream = PostgresValue.text(line.part.stream.description)
        for (pushed, entry) in line.stored {
          try rows.add([
            stream, .integer(Int64(entry.revision)), .integer(Int64(line.number)), .text(entry.time.isoText),
            .text(entry.action.kind.rawValue), entry.subjectKey.map(PostgresValue.text) ?? .null,
            entry.author.map(PostgresValue.text) ?? .null, .bytes(pushed.ownChain.bytes), .bytes(pushed.before.bytes),
            .bytes(pushed.chain.bytes), .text(pushed.line),
          ])
        }
      }
    }
  }

  // MARK: - Existing lines

  private func update(_ line: TakenLine) throws {
    guard let former = line.former else { return }
    if let last = line.tail.last { try updateEnd(of: line, former, last) }
    guard !line.backfill.isEmpty || !line.tail.isEmpty else { return }
    let changed = try connection.execute(
      """
      UPDATE formstate_line
      SET
        entries = entries + $3, started = coalesce($4, started),
        authors = (SELECT coalesce(array_agg(DISTINCT author ORDER BY author), '{}') FROM unnest(authors || $5) AS author)
      WHERE stream = $1 AND line = $2
      """,
      [
        line.stream, line.numberValue, .integer(Int64(line.entries.count)),
        line.started.map { .text($0.isoText) } ?? .null, .text(ArrayText.of(line.authors)),
      ])
    guard changed.affected == 1 else { throw LostRace() }
    try insert(line.backfillParts, of: line, isEnd: false)
  }

  private func updateEnd(of line: TakenLine, _ former: StoredLine, _ last: JournalEntry) throws {
    let changed = try connection.execute(
      """
      UPDATE formstate_line
      SET
        response = $4, device = $5, definition = $6, definitions = $7, last_seq = $8, chain = $9, state = $10,
        completed = coalesce($11, completed), updated = $12, received = now()
      WHERE stream = $1 AND line = $2 AND chain = $3
      """,
      [
        line.stream, line.numberValue, .bytes(former.tip.chain.bytes), .text(line.part.key.response),
        .text(line.device), .text(line.definition), .text(ArrayText.of(line.definitions)),
        .integer(Int64(line.part.last)), .bytes(line.part.chain.bytes), line.reportedState,
        line.changes.isCompleted.map(PostgresValue.bool) ?? .null, .text(last.time.isoText),
      ])
    guard changed.affected == 1 else { throw LostRace() }
    var parts = line.parts(of: line.tail)
    if parts.first?.definition == former.definition { parts.removeFirst() }
    guard let first = parts.first else { return }
    try connection.execute(
      "UPDATE formstate_part SET last = $3 WHERE stream = $1 AND line = $2 AND last = 9223372036854775807",
      [line.stream, line.numberValue, .integer(Int64(first.first - 1))])
    try insert(parts, of: line, isEnd: true)
  }

  // MARK: - New lines

  private func insert(_ line: TakenLine) throws {
    guard let first = line.tail.first, let last = line.tail.last,
      let own = line.part.entries[safe: first.revision - line.part.after - 1]
    else { return }
    let inserted = try connection.execute(
      """
      INSERT INTO formstate_line (
        stream, line, name, form, response, device, definition, definitions, forked_at, last_seq, chain, state, completed,
        is_main, entries, authors, started, updated
      ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
      ON CONFLICT DO NOTHING
      """,
      [
        line.stream, line.numberValue, .text(own.ownChain.description), .text(line.part.key.form),
        .text(line.part.key.response), .text(line.device), .text(line.definition),
        .text(ArrayText.of(line.definitions)), line.number > 1 ? .integer(Int64(first.revision)) : .null,
        .integer(Int64(line.part.last)), .bytes(line.part.chain.bytes), line.reportedState,
        .bool(line.changes.isCompleted ?? false), .bool(line.number == 1), .integer(Int64(line.entries.count)),
        .text(ArrayText.of(line.authors)), line.started.map { .text($0.isoText) } ?? .null, .text(last.time.isoText),
      ])
    guard inserted.affected == 1 else { throw LostRace() }
    try insert(line.inheritedParts + line.parts(of: line.tail), of: line, isEnd: true)
  }

  /// - Parameter isEnd: whether the last part is the newest of the line, so it has no end.
  private func insert(_ parts: [LinePart], of line: TakenLine, isEnd: Bool) throws {
    for (index, part) in parts.enumerated() {
      let isNewest = isEnd && index == parts.count - 1
      try connection.execute(
        """
        INSERT INTO formstate_part (stream, line, first, last, source, definition) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT DO NOTHING
        """,
        [
          line.stream, line.numberValue, .integer(Int64(part.first)), .integer(isNewest ? .max : Int64(part.last)),
          .integer(Int64(part.source)), .text(part.definition),
        ])
    }
  }
}

extension TakenLine {
  fileprivate var stream: PostgresValue { .text(part.stream.description) }
  fileprivate var numberValue: PostgresValue { .integer(Int64(number)) }
  fileprivate var reportedState: PostgresValue { part.outcome.map { .text($0.state) } ?? .null }

  /// Where the entries before the checkpoint are; that of the checkpoint's revision is in a part already.
  fileprivate var backfillParts: [LinePart] {
    var parts = parts(of: backfill)
    if let end = parts.indices.last { parts[end].last -= 1 }
    return parts.filter { $0.first <= $0.last }
  }
}

extension JournalEntry {
  /// The key of the cell or section of its action; `nil` for the whole response.
  fileprivate var subjectKey: String? { action.section ?? action.cell?.subject?.key }
}
#endif
