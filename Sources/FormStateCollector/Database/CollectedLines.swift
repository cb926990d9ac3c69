#if Collect

/// The lines of responses: which one counts, and which responses are deleted for good.
package struct CollectedLines {
  private let connection: PostgresConnection

  /// Uses a connection.
  package init(connection: PostgresConnection) { self.connection = connection }

  /// Chooses the line of a stream that `current_answer` shows.
  ///
  /// - Parameters:
  ///   - line: the number of the line.
  ///   - stream: the random name of the response, as 32 digits.
  ///   - isOverTwins: whether other responses with the same key count no more.
  /// - Returns: whether the stream has the line, and no other line has its answers.
  /// - Throws: ``PostgresError``.
  package func choose(_ line: Int, of stream: String, overTwins isOverTwins: Bool = false) throws -> Bool {
    try connection.transaction {
      let exists = try connection.execute(
        "SELECT 1 FROM formstate_line WHERE stream = $1 AND line = $2 AND NOT is_merged",
        [.text(stream), .integer(Int64(line))])
      guard !exists.isEmpty else { return false }
      try connection.execute(
        """
        INSERT INTO formstate_choice (stream, seq, chain)
        SELECT stream, last_seq, chain FROM formstate_line WHERE stream = $1 AND line = $2
        """, [.text(stream), .integer(Int64(line))])
      // A collector may write the lines again just then; its rows come with the next statement.
      let chosen: [PostgresValue] = [.text(stream), .integer(Int64(line))]
      repeat {
        try connection.execute(
          "UPDATE formstate_line SET is_main = (line = $2) WHERE stream = $1 AND is_main <> (line = $2)", chosen)
      } while try !connection.execute(
        "SELECT 1 FROM formstate_line WHERE stream = $1 AND is_main <> (line = $2) LIMIT 1", chosen
      ).isEmpty
      if isOverTwins { try chooseNone(ofTwinsOf: stream) }
      return true
    }
  }

  private func chooseNone(ofTwinsOf stream: String) throws {
    // Two statements, since databases that distribute streams join none with another.
    let own = try connection.execute(
      "SELECT form, response FROM formstate_line WHERE stream = $1 LIMIT 1", [.text(stream)])
    guard let key = own.first else { return }
    let twins = try connection.execute(
      "SELECT stream FROM formstate_line WHERE form = $1 AND response = $2 AND stream <> $3 AND is_main",
      [.text(try key[0]), .text(try key[1]), .text(stream)])
    for twin in twins {
      let name: String = try twin[0]
      try connection.execute("INSERT INTO formstate_choice (stream) VALUES ($1)", [.text(name)])
      try connection.execute("UPDATE formstate_line SET is_main = false WHERE stream = $1 AND is_main", [.text(name)])
    }
  }

  /// Deletes a response with all of its lines for good. Where each ended, when and why it was deleted stays, and
  /// nothing of it is taken again.
  ///
  /// - Parameters:
  ///   - stream: the random name of the response, as 32 digits.
  ///   - reason: why, not empty.
  /// - Returns: the number of deleted entries; 0 if there is no such response.
  /// - Throws: ``PostgresError``; nothing is deleted then.
  package func forget(_ stream: String, reason: String) throws -> Int {
    try connection.transaction {
      // Deleting waits for a collector that writes the lines again just then, and does not see its rows.
      repeat { try forgetLines(of: stream, reason: reason) } while try hasLines(stream)
      for table in [
        "formstate_part", "formstate_state", "formstate_instance", "formstate_receipt", "formstate_choice",
      ] {
        try connection.execute("DELETE FROM \(table) WHERE stream = $1", [.text(stream)])
      }
      return try connection.execute("DELETE FROM formstate_entry WHERE stream = $1", [.text(stream)]).affected
    }
  }

  private func hasLines(_ stream: String) throws -> Bool {
    try !connection.execute("SELECT 1 FROM formstate_line WHERE stream = $1 LIMIT 1", [.text(stream)]).isEmpty
  }

  private func forgetLines(of stream: String, reason: String) throws {
    try connection.execute(
      """
      INSERT INTO formstate_forgotten (stream, chain, last_seq, reason)
      SELECT stream, chain, last_seq, $2 FROM formstate_line WHERE stream = $1
      ON CONFLICT DO NOTHING
      """, [.text(stream), .text(reason)])
    try connection.execute("DELETE FROM formstate_line WHERE stream = $1", [.text(stream)])
  }
}
#endif
