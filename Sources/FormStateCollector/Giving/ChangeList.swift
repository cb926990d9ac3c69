#if Collect
import FormState
import FormStateInterchange

/// Lists for a device the responses of which something arrived since its last list.
struct ChangeList {
  let connection: PostgresConnection
  /// The name of the device.
  let device: String
  /// What the device gets.
  let scopes: [ResponseScope]
  /// The most receipts of a list.
  var most = 1000

  /// How long a transaction may take from its beginning, which is when it received something, to its commit, in
  /// microseconds. What is younger is listed again.
  private static let overlap: Int64 = 120_000_000

  /// Answers the question.
  ///
  /// - Throws: ``PostgresError``.
  /// - Complexity: O(k log n) for k listed receipts of each form and n in the database.
  func answer(to question: ChangesQuestion) throws -> ChangesAnswer {
    try connection.transaction(isolation: .repeatableRead) {
      let (subject, now) = try subjectAndTime(wanting: question.wants)
      var cursor = ChangeCursor(question.since, about: subject)
      // The clock was put back.
      if cursor.time > now { cursor = ChangeCursor(nil, about: subject) }
      var places = try scopes.forms.flatMap { try receipts(of: $0, after: cursor) }
      places.sort { ($0.time, $0.stream.description) < ($1.time, $1.stream.description) }
      let hasMore = places.count > most
      places = Array(places.prefix(most))
      var listed: Set<StreamName> = []
      let streams = try wanted(
        try GivenStream.read(
          places.map(\.stream).filter { listed.insert($0).inserted }, within: scopes, from: connection),
        by: question)
      let next = cursor.after(places, safeUpTo: now - Self.overlap, hasMore: hasMore)
      return ChangesAnswer(
        changes: streams.map { StatedHeads(stream: $0.stream, key: $0.key, heads: $0.heads) },
        since: next.text(about: subject), hasMore: hasMore)
    }
  }

  /// The streams that the device wants, and those of which it has sent or acknowledged something.
  private func wanted(_ streams: [GivenStream], by question: ChangesQuestion) throws -> [GivenStream] {
    guard !question.wants.isEmpty else { return streams }
    let forms = Dictionary(streams.map { ($0.stream, $0.key.form) }) { first, _ in first }
    var selected = try question.wants.select(forms, from: connection)
    let listed = ArrayText.of(streams.map(\.stream.description))
    let known = try connection.execute(
      "SELECT DISTINCT stream FROM formstate_sender WHERE device = $1 AND stream = ANY ($2::uuid[])",
      [.text(device), .text(listed)])
    for row in known { selected.insert(try StreamName(row: row)) }
    return streams.filter { selected.contains($0.stream) }
  }

  /// What cursors are about, the database, the scopes and the wishes; and the time in microseconds.
  private func subjectAndTime(wanting wants: [ResponseScope]) throws -> (String, Int64) {
    let row = try connection.execute(
      """
      SELECT
        (extract(epoch FROM min(time)) * 1000000)::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
      FROM formstate_migration
      """
    ).only
    let words = scopes.map(\.text) + [""] + wants.map(\.text)
    let text = (["\(try row[0] as Int64)"] + words).map { "\($0.utf8.count):\($0)" }.joined()
    return (PortableSHA256.digest(of: Array(text.utf8)).prefix(8).hexadecimalText, try row[1])
  }

  /// The next receipts of a form, one more than a list has at most.
  private func receipts(of form: String, after cursor: ChangeCursor) throws -> [(time: Int64, stream: StreamName)] {
    try connection.execute(
      """
      SELECT stream, (extract(epoch FROM received) * 1000000)::bigint
      FROM formstate_receipt
      WHERE form = $1 AND (received, stream) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid)
      ORDER BY received, stream
      LIMIT \(most + 1)
      """,
      [
        .text(form), .integer(cursor.time),
        .text(cursor.stream?.description ?? "00000000-0000-0000-0000-000000000000"),
      ]
    ).map { (time: try $0[1], stream: try StreamName(row: $0)) }
  }
}
#endif
