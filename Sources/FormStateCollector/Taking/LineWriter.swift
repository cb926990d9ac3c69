#if Collect
import FormState
import FormStateInterchange

/// Writes what is taken: entries, what devices said with them, and what the lines are now.
struct LineWriter {
  let connection: PostgresConnection

  /// Writes parts, within a transaction.
  ///
  /// Existing lines come first, in one order: their rows are locked then, so others cannot write to them.
  ///
  /// - Parameter taken: the parts, in the order of their streams.
  /// - Throws: ``LostRace``, ``PostgresError``.
  /// - Complexity: O(n) for n entries.
  func write(_ taken: [TakenPart]) throws {
    for part in taken {
      switch part.effect {
      case .extends(let line, let stream): try extend(line, of: stream)
      case .rebuilds(let stream, let former): try remove(stream.stream, former)
      }
    }
    try insert(
      taken.compactMap { if case .rebuilds(let stream, _) = $0.effect { stream } else { nil } })
    try copyEntries(of: taken)
    for part in taken { try replace(part.emptied, of: part.part.stream) }
    try copyReceipts(of: taken)
  }

  private func copyEntries(of taken: [TakenPart]) throws {
    let columns = [
      "stream", "seq", "line", "time", "kind", "subject", "author", "chain", "prev", "leads_to", "body",
      "redacted",
    ]
    try connection.copy(into: "formstate_entry", columns: columns) { rows in
      for part in taken {
        let stream = PostgresValue.text(part.part.stream.description)
        for (pushed, entry, line) in part.entries {
          try rows.add([
            stream, .integer(Int64(entry.revision)), .integer(Int64(line)), .text(entry.time.isoText),
            .text(entry.action.kind.rawValue), entry.subjectKey.map(PostgresValue.text) ?? .null,
            entry.author.map(PostgresValue.text) ?? .null, .bytes(pushed.ownChain.bytes), .bytes(pushed.before.bytes),
            .bytes(pushed.chain.bytes), .text(pushed.line),
            (entry.redacted?.bytes).map(PostgresValue.bytes) ?? .null,
          ])
        }
      }
    }
  }

  /// Replaces entries by what is left of them.
  private func replace(_ emptied: [(pushed: PushedEntry, entry: JournalEntry)], of stream: StreamName) throws {
    for (pushed, entry) in emptied {
      let changed = try connection.execute(
        """
        UPDATE formstate_entry SET kind = $4, subject = $5, body = $6, redacted = $7
        WHERE stream = $1 AND seq = $2 AND chain = $3
        """,
        [
          .text(stream.description), .integer(Int64(entry.revision)), .bytes(pushed.ownChain.bytes),
          .text(entry.action.kind.rawValue), entry.subjectKey.map(PostgresValue.text) ?? .null, .text(pushed.line),
          (entry.redacted?.bytes).map(PostgresValue.bytes) ?? .null,
        ])
      guard changed.affected == 1 else { throw LostRace() }
    }
  }

  private func copyReceipts(of taken: [TakenPart]) throws {
    let columns = ["stream", "seq", "chain", "form", "response", "device", "definitions", "state"]
    try connection.copy(into: "formstate_receipt", columns: columns) { rows in
      for part in taken {
        guard let receipt = part.receipt else { continue }
        try rows.add([
          .text(part.part.stream.description), .integer(Int64(part.part.last)), .bytes(part.part.chain.bytes),
          .text(receipt.key.form), .text(receipt.key.response), .text(receipt.device),
          receipt.definitions.isEmpty ? .null : .text(ArrayText.of(receipt.definitions)),
          receipt.state.map(PostgresValue.text) ?? .null,
        ])
      }
    }
  }

  // MARK: - Lines that go on

  private func extend(_ line: ExtendedLine, of stream: StreamName) throws {
    guard let last = line.tail.last else { return }
    let changed = try connection.execute(
      """
      UPDATE formstate_line
      SET
        response = $4, device = $5, definitions = $6, last_seq = $7, chain = $8, state = $9,
        completed = coalesce($10, completed), updated = $11, received = now(), entries = entries + $12,
        authors = (SELECT coalesce(array_agg(DISTINCT author ORDER BY author), '{}') FROM unnest(authors || $13) AS author)
      WHERE stream = $1 AND line = $2 AND chain = $3
      """,
      [
        .text(stream.description), .integer(Int64(line.former.number)), .bytes(line.former.tip.chain.bytes),
        .text(line.receipt.key.response), .text(line.receipt.device), .text(ArrayText.of(line.receipt.definitions)),
        .integer(Int64(line.tip.seq)), .bytes(line.tip.chain.bytes),
        line.receipt.state.map(PostgresValue.text) ?? .null,
        line.changes.isCompleted.map(PostgresValue.bool) ?? .null, .text(last.time.isoText),
        .integer(Int64(line.tail.count)), .text(ArrayText.of(line.authors)),
      ])
    guard changed.affected == 1 else { throw LostRace() }
  }

  // MARK: - Lines that are made again

  /// Removes all that follows from the entries of a stream.
  ///
  /// - Throws: ``LostRace`` if its lines are not those that were read.
  private func remove(_ stream: StreamName, _ former: [StoredLine]) throws {
    guard !former.isEmpty else { return }
    for line in former {
      let removed = try connection.execute(
        "DELETE FROM formstate_line WHERE stream = $1 AND line = $2 AND chain = $3 AND is_main = $4",
        [
          .text(stream.description), .integer(Int64(line.number)), .bytes(line.tip.chain.bytes), .bool(line.isMain),
        ])
      guard removed.affected == 1 else { throw LostRace() }
    }
    try remove([stream])
  }

  /// The tables whose rows follow from entries.
  static let followingTables = ["formstate_line", "formstate_part", "formstate_state", "formstate_instance"]

  /// Removes all that follows from the entries of streams.
  func remove(_ streams: [StreamName]) throws {
    let list = streams.map { "'\($0)'" }.joined(separator: ", ")
    guard !streams.isEmpty else { return }
    for table in Self.followingTables { try connection.execute("DELETE FROM \(table) WHERE stream IN (\(list))") }
  }

  /// Lets others that are about to write the lines of streams wait for the end of the transaction.
  func lock(_ streams: [StreamName]) throws {
    let list = streams.map { "'\($0)'" }.joined(separator: ", ")
    try connection.execute("UPDATE formstate_line SET line = line WHERE stream IN (\(list))")
  }

  /// Writes the lines of streams that have none. Another collector that was faster is a duplicate key.
  func insert(_ streams: [RebuiltStream]) throws {
    guard !streams.isEmpty else { return }
    let now: String = try connection.execute("SELECT now()::text").only[0]
    let columns = [
      "stream", "line", "name", "form", "response", "device", "definition", "definitions", "forked_at", "last_seq",
      "chain", "state", "completed", "is_main", "entries", "authors", "started", "updated", "received",
      "is_merged", "waits", "merge",
    ]
    try connection.copy(into: "formstate_line", columns: columns) { rows in
      for stream in streams { for line in stream.lines { try rows.add(Self.row(of: line, in: stream, now: now)) } }
    }
    let partColumns = ["stream", "line", "first", "last", "source", "definition"]
    try connection.copy(into: "formstate_part", columns: partColumns) { rows in
      for stream in streams {
        for line in stream.lines { for row in Self.rows(ofParts: line, of: stream.stream) { try rows.add(row) } }
      }
    }
  }

  private static func row(of line: RebuiltLine, in stream: RebuiltStream, now: String) -> [PostgresValue] {
    [
      .text(stream.stream.description), .integer(Int64(line.number)), .text(line.name), .text(stream.form),
      .text(line.receipt.key.response), .text(line.receipt.device), .text(line.definition),
      .text(ArrayText.of(line.receipt.definitions)), line.forkedAt.map { .integer(Int64($0)) } ?? .null,
      .integer(Int64(line.tip.seq)), .bytes(line.tip.chain.bytes),
      line.receipt.state.map(PostgresValue.text) ?? .null, .bool(line.changes.isCompleted ?? false),
      .bool(line.isMain), .integer(Int64(line.entries.count)), .text(ArrayText.of(line.authors)),
      line.started.map { .text($0.isoText) } ?? .null, line.updated.map { .text($0.isoText) } ?? .null,
      .text(line.receipt.received ?? now), .bool(line.isMerged), line.waits.map(PostgresValue.text) ?? .null,
      line.merge.map(PostgresValue.text) ?? .null,
    ]
  }

  private static func rows(ofParts line: RebuiltLine, of stream: StreamName) -> [[PostgresValue]] {
    let parts = line.parts
    return parts.enumerated().map { index, part in
      // The newest has no end, so it need not change when the line goes on.
      let last = index == parts.count - 1 ? Int64.max : Int64(part.last)
      return [
        .text(stream.description), .integer(Int64(line.number)), .integer(Int64(part.first)), .integer(last),
        .integer(Int64(part.source)), .text(part.definition),
      ]
    }
  }
}

extension JournalEntry {
  /// The key of the cell or section of its action; `nil` for the whole response.
  fileprivate var subjectKey: String? { action.section ?? action.cell?.subject?.key }
}
#endif
