#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// A collector with a database of its own.
struct CollectingServer {
  let cluster: TemporaryCluster
  let connection: PostgresConnection

  init() throws {
    cluster = try TemporaryCluster()
    connection = try PostgresConnection(cluster.address())
    _ = try CollectorSchema(connection: connection).make()
  }

  /// A database of a cluster that has the tables.
  ///
  /// - Parameter settings: how to reach it, see ``TemporaryCluster/address(database:user:)``.
  init(cluster: TemporaryCluster, settings: String) throws {
    self.cluster = cluster
    connection = try PostgresConnection(settings)
  }

  /// Takes the lines of a batch.
  @discardableResult
  func take(_ lines: [String]) throws -> [PushAnswer] {
    var rest = lines[...]
    var answers: [PushAnswer] = []
    let reader = PushBatchReader(source: "batch") { _ in rest.popFirst().map { Data($0.utf8) } }
    try BatchTaking(connection: connection).take(reader) { answers += $0 }
    return answers
  }

  /// Takes what a store has for the collector, and lets the store take the answers.
  ///
  /// - Returns: the names of the answers.
  @discardableResult
  func collect(from store: FormStore, limit: Int = 1000, device: String? = nil) throws -> [String] {
    var names: [String] = []
    while let batch = try store.nextBatch(for: "hq", limit: limit, device: device), names.count < 1000 {
      let answers = try take(Self.lines(of: batch))
      names += answers.map(\.name)
      for taken in try store.take(answers, from: "hq") { #expect(taken.problem == nil) }
    }
    return names
  }

  /// The lines of a batch.
  static func lines(of batch: PushBatch) throws -> [String] {
    String(decoding: try PushBatchDocument.write(batch), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The rows of all tables that taking writes, as texts in order, without the times of arrival.
  func contents() throws -> [String] {
    try [
      "formstate_definition", "formstate_entry", "formstate_line", "formstate_part", "formstate_state",
      "formstate_instance", "formstate_receipt", "formstate_choice",
    ].flatMap { table in
      try rows(of: table, "(to_jsonb(held) - 'received' - 'chosen')::text")
    }
  }

  /// The rows of a table as texts in order.
  private func rows(of table: String, _ text: String = "held::text") throws -> [String] {
    try connection.execute("SELECT \(text) FROM \(table) AS held ORDER BY 1").map { try "\(table) \($0[0] as String)" }
  }

  /// The rows of the tables that follow from entries, byte for byte.
  ///
  /// - Parameter column: the column to leave out; `nil` for none.
  func followingRows(without column: String? = nil) throws -> [String] {
    try LineWriter.followingTables.flatMap { table in
      try rows(of: table, column.map { "(to_jsonb(held) - '\($0)')::text" } ?? "held::text")
    }
  }

  /// Checks that lines and states are the same when they are made again from the entries.
  func expectRebuilt(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = try followingRows()
    for table in LineWriter.followingTables { try connection.execute("DELETE FROM \(table)") }
    let report = try CollectorRebuild(connection: connection).run()
    #expect(report.faults == [], comment, sourceLocation: sourceLocation)
    let after = try followingRows()
    #expect(Set(after).subtracting(before) == [], comment, sourceLocation: sourceLocation)
    #expect(Set(before).subtracting(after) == [], comment, sourceLocation: sourceLocation)
  }

  /// Checks that everything is proven and follows from the entries, and that each response of a store is the end of a
  /// line with its digest, unless another copy went on after it.
  func expectSound(
    _ stores: FormStore..., comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let report = try CollectorCheck(connection: connection).run()
    #expect(report.faults == [], comment, sourceLocation: sourceLocation)
    try expectRebuilt(comment, sourceLocation: sourceLocation)
    try expectJoined(comment, sourceLocation: sourceLocation)
    try expectListedOnce(comment, sourceLocation: sourceLocation)
    for store in stores {
      for form in try store.overview() {
        for response in form.responses where response.revision > 0 {
          let key = ResponseKey(form: form.key, response: response.key)
          try expect(key, of: store, comment, sourceLocation)
        }
      }
    }
  }

  /// Checks that what the history reads has each entry once, in whatever lines it is.
  private func expectListedOnce(_ comment: Comment?, sourceLocation: SourceLocation) throws {
    // A checkpoint gives way to what it replaces.
    let entries = try connection.execute(
      """
      SELECT stream::text || ' ' || seq || ' ' || kind FROM formstate_entry AS entry
      WHERE kind <> 'checkpoint' OR NOT EXISTS (
        SELECT FROM formstate_entry WHERE stream = entry.stream AND leads_to = entry.leads_to AND chain <> entry.chain
      )
      UNION ALL
      SELECT stream::text || ' ' || last_seq + 1 || ' merge' FROM formstate_line WHERE merge IS NOT NULL
      """
    ).map { try $0[0] as String }
    let listed = try connection.execute(
      "SELECT stream::text || ' ' || seq || ' ' || kind FROM formstate_journal"
    ).map { try $0[0] as String }
    #expect(listed.sorted() == entries.sorted(), comment, sourceLocation: sourceLocation)
  }

  /// Checks that each response with several lines is what a device makes of the same entries.
  func expectJoined(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let forked = try connection.execute("SELECT stream FROM formstate_line GROUP BY stream HAVING count(*) > 1")
    for stream in try forked.map({ try StreamName(row: $0) }) {
      let contents = try #require(try StoredContents.read([stream], from: connection)[stream])
      let read = try ReadStream(stream, contents, CollectedDefinitions(connection: connection))
      let device = try FormStore.inMemory()
      let (key, numbers) = (read.receipts[0].key, read.versions.digests)
      let forms = numbers.compactMapValues(read.versions.form)
      let newest = try #require(numbers.keys.max())
      let report = try device.merge { body in
        try body(
          .form(
            FormContents(
              form: try #require(forms[newest]), version: newest, otherVersions: forms.filter { $0.key != newest })))
        try body(
          .response(
            key: key.response, FormContents.Response(stream: stream, journal: [], others: read.lineEntries)))
      }
      let waits = report.responses.map { $0.waits != nil }
      let rows = try connection.execute(
        """
        SELECT digest, waits IS NOT NULL
        FROM formstate_digest
        JOIN formstate_line USING (stream, line)
        WHERE stream = $1 AND NOT is_merged
        """, [.text(stream.description)])
      #expect(try [rows.contains { try $0[1] as Bool }] == waits, comment, sourceLocation: sourceLocation)
      guard waits == [false] else { continue }
      #expect(
        try rows.map { try $0[0] as String } == [device.contents(of: key).digest], comment,
        sourceLocation: sourceLocation)
      #expect(try device.check() == [], comment, sourceLocation: sourceLocation)
    }
  }

  private func expect(
    _ key: ResponseKey, of store: FormStore, _ comment: Comment?, _ sourceLocation: SourceLocation
  ) throws {
    let contents = try store.contents(of: key)
    let stream = PostgresValue.text(try #require(contents.stream).description)
    let chain = PostgresValue.bytes(try Self.chain(of: key, in: store).bytes)
    let known = try connection.execute(
      "SELECT 1 FROM formstate_entry WHERE stream = $1 AND leads_to = $2", [stream, chain])
    #expect(!known.isEmpty, comment, sourceLocation: sourceLocation)
    let rows = try connection.execute(
      """
      SELECT digest, reported
      FROM formstate_digest
      JOIN formstate_line USING (stream, line)
      WHERE stream = $1 AND chain = $2 AND NOT is_merged AND merge IS NULL
      """, [stream, chain])
    for row in rows {
      #expect(try row[0] as String == contents.digest, comment, sourceLocation: sourceLocation)
      #expect(try row[1] as String? == contents.digest, comment, sourceLocation: sourceLocation)
    }
  }

  /// The chain of a journal, computed from its entries.
  private static func chain(of key: ResponseKey, in store: FormStore) throws -> JournalChain {
    let journal = try store.journal(of: key)
    let digests = try Set(journal.flatMap(\.versions)).reduce(into: [Int: String]()) { digests, number in
      digests[number] = StateDigest.ofDefinition(try store.form(key.form, version: number))
    }
    let stream = try #require(try store.contents(of: key).stream)
    var lines = JournalLines(after: JournalChain(of: stream), version: nil, digests: digests)
    for entry in journal { _ = try lines.append(entry) }
    return lines.chain
  }
}
#endif
