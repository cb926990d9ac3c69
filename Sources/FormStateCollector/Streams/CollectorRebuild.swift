#if Collect
import FormState
import FormStateInterchange

/// Makes lines, states and instances again from what a database has for good: entries, receipts and choices.
package struct CollectorRebuild {
  private let connection: PostgresConnection
  private let definitions: CollectedDefinitions

  /// What was made, and what cannot be.
  package struct Report: Equatable {
    /// The number of lines.
    package var lines = 0
    /// Why the lines of a response stay as they are, as a sentence each.
    package var faults: [String] = []
  }

  /// The most entries of a transaction, if the streams allow it, and the most streams.
  private static let (mostEntries, mostStreams) = (20_000, 200)

  package init(connection: PostgresConnection) {
    self.connection = connection
    definitions = CollectedDefinitions(connection: connection)
  }

  /// Makes everything again, some streams at a time. Collectors may take batches meanwhile.
  ///
  /// - Parameter progress: receives the number of lines so far.
  /// - Throws: ``PostgresError``; what was made until then stays.
  /// - Complexity: O(n log n) for n entries; the entries of a transaction are in memory.
  package func run(progress: (Int) -> Void = { _ in }) throws -> Report {
    var report = Report()
    var last = "00000000-0000-0000-0000-000000000000"
    while true {
      let streams = try next(after: last)
      guard let end = streams.last else { break }
      let made = try connection.decidingAgain { try rebuild(streams.map(\.stream)) }
      report.lines += made.lines
      report.faults += made.faults
      last = end.text
      progress(report.lines)
    }
    try removeStrays()
    return report
  }

  /// The next streams, as many as a transaction takes.
  private func next(after last: String) throws -> [(stream: StreamName, text: String)] {
    let rows = try connection.execute(
      """
      SELECT stream, count(*)
      FROM formstate_entry
      WHERE stream > $1
      GROUP BY stream
      ORDER BY stream
      LIMIT \(Self.mostStreams)
      """, [.text(last)])
    var streams: [(stream: StreamName, text: String)] = []
    var entryCount = 0
    for row in rows {
      entryCount += try row.number(1)
      guard streams.isEmpty || entryCount <= Self.mostEntries else { break }
      streams.append((try StreamName(row: row), try row[0]))
    }
    return streams
  }

  private func rebuild(_ streams: [StreamName]) throws -> Report {
    var report = Report()
    let writer = LineWriter(connection: connection)
    // Others that extend these lines wait from here on, and what they took until now is read.
    try writer.lock(streams)
    let contents = try StoredContents.read(streams, from: connection)
    let rebuilt = try streams.compactMap { stream -> RebuiltStream? in
      do {
        return try RebuiltStream(stream, contents[stream] ?? StoredContents(), definitions)
      } catch let error as PushedEntryError {
        report.faults.append("the lines of the response \(stream) stay as they are: \(error)")
      } catch is MissingReceipt {
        report.faults.append("the lines of the response \(stream) stay as they are: a receipt is missing")
      }
      return nil
    }
    try writer.remove(rebuilt.map(\.stream))
    try writer.insert(rebuilt)
    try StateTables(connection: connection, definitions: definitions).insert(rebuilt)
    report.lines = rebuilt.reduce(0) { $0 + $1.lines.count }
    return report
  }

  /// Removes rows of streams that have no entries.
  private func removeStrays() throws {
    try connection.decidingAgain {
      for table in LineWriter.followingTables {
        try connection.execute(
          """
          DELETE FROM \(table) AS stray
          WHERE NOT EXISTS (SELECT FROM formstate_entry WHERE stream = stray.stream)
          """)
      }
    }
  }
}
#endif
