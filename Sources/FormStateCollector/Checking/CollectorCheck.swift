#if Collect
import FormState

/// Verifies a database in PostgreSQL's SQL alone: the chains of all entries, and the digests of all states.
package struct CollectorCheck {
  private let connection: PostgresConnection

  /// What was verified.
  package struct Report: Equatable {
    /// The number of lines.
    package var lines: Int
    /// The number of entries.
    package var entries: Int
    /// The number of lines whose device has not sent the digest of its last state; not of those that are joined, whose
    /// state no device has sent.
    package var unknownStates: Int
    /// What is wrong, as a sentence each.
    package var faults: [String] = []
  }

  /// The most faults that are reported.
  private static let mostFaults = 100

  package init(connection: PostgresConnection) { self.connection = connection }

  /// Verifies everything at one point in time.
  ///
  /// - Throws: ``PostgresError``.
  /// - Complexity: O(n log n) for n entries and touched fields.
  package func run() throws -> Report {
    try connection.transaction(isolation: .repeatableRead) {
      // Compiling the plan would take longer than running it.
      try connection.execute("SET LOCAL jit = off")
      let counts = try connection.execute(
        """
        SELECT
          (SELECT count(*) FROM formstate_line), (SELECT count(*) FROM formstate_entry),
          (SELECT count(*) FROM formstate_line WHERE state IS NULL AND NOT is_merged AND merge IS NULL)
        """
      ).only
      let (lines, entries, unknown): (Int64, Int64, Int64) = (try counts[0], try counts[1], try counts[2])
      var report = Report(lines: Int(lines), entries: Int(entries), unknownStates: Int(unknown))
      report.faults = try brokenEntries() + wrongStates()
      return report
    }
  }

  private func brokenEntries() throws -> [String] {
    let rows = try connection.execute(
      "SELECT stream, line, seq, fault FROM formstate_broken_entry ORDER BY stream, seq LIMIT \(Self.mostFaults)")
    return try rows.map { row in
      let (stream, fault): (String, String) = (try row[0], try row[3])
      let (line, seq): (Int64, Int64) = (try row[1], try row[2])
      return "the entry \(seq) of line \(line) of the response \(stream.replacing("-", with: "")) \(fault)"
    }
  }

  private func wrongStates() throws -> [String] {
    let rows = try connection.execute(
      """
      SELECT form, response, line
      FROM formstate_digest
      WHERE digest <> reported
      ORDER BY form, response, line
      LIMIT \(Self.mostFaults)
      """)
    return try rows.map { row in
      let (form, response): (String, String) = (try row[0], try row[1])
      let line: Int64 = try row[2]
      return
        "the state of line \(line) of the response “\(response)” of the form “\(form)” is another than the device's"
    }
  }
}
#endif
