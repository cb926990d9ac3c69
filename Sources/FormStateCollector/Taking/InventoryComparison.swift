#if Collect
import FormState
import FormStateInterchange

/// Compares what a device believes to be here with what is: a database that was put back to an earlier day lacks what
/// it has acknowledged since.
///
/// `formstate_sender` has the tips that each device knows to be here, so a device that agrees costs one sum.
struct InventoryComparison {
  let connection: PostgresConnection
  /// The name of the device.
  let device: String

  /// Notes tips that the device knows from now on, within a transaction.
  ///
  /// - Parameter former: the tips in whose place they are.
  /// - Complexity: O(n log m) for n tips and m in the database.
  func note(_ tips: [JournalTip], after former: [JournalTip] = []) throws {
    try forget(former)
    let rows = tips.map { tip -> [PostgresValue] in
      [.text(tip.stream.description), .text(device), .integer(Int64(tip.revision)), .bytes(tip.chain.bytes)]
    }
    try RowChunks(connection: connection).execute(rows) { list in
      """
      INSERT INTO formstate_sender (stream, device, seq, chain) VALUES \(list)
      ON CONFLICT DO NOTHING
      """
    }
  }

  /// Compares statements of the device.
  ///
  /// - Returns: the statements whose sums differ, and what the device is to send again.
  /// - Throws: ``PostgresError``.
  /// - Complexity: O(n log m) for n tips of the device among those that the statements are about.
  func compare(_ statements: [TipStatement]) throws -> InventoryAnswer {
    try connection.decidingAgain {
      let known = try knownTips(of: statements)
      var answer = InventoryAnswer(comparedCount: statements.count)
      for statement in statements where !known.agrees(with: statement) {
        switch statement {
        case .sum(let prefix, _, _): answer.differing.append(prefix)
        case .tips(let prefix, let stated):
          answer.missing += try replace(known.tips(in: prefix), with: stated)
        }
      }
      return answer
    }
  }

  /// The tips that the device knows, among those that statements are about.
  private func knownTips(of statements: [TipStatement]) throws -> TipInventory {
    func end(_ prefix: String, filling digit: String) -> String {
      prefix + String(repeating: digit, count: 32 - prefix.utf8.count)
    }
    let first = statements.map { end($0.prefix, filling: "0") }.min() ?? end("", filling: "0")
    let last = statements.map { end($0.prefix, filling: "f") }.max() ?? end("", filling: "f")
    let rows = try connection.execute(
      "SELECT stream, seq, chain FROM formstate_sender WHERE device = $1 AND stream BETWEEN $2 AND $3",
      [.text(device), .text(first), .text(last)])
    return TipInventory(
      try rows.map { row in
        JournalTip(
          stream: try StreamName(row: row), revision: try row.number(1), chain: try JournalChain(stored: row[2]))
      })
  }

  /// Replaces known tips with those that the device states, as far as their entries are here.
  ///
  /// - Returns: an answer for each whose entries are not.
  private func replace(_ known: [JournalTip], with stated: [JournalTip]) throws -> [PushAnswer] {
    let before = Set(known)
    let others = stated.filter { !before.contains($0) }
    let stored = try KnownStreams(connection: connection).lines(of: others.map(\.stream))
    var (held, missing): ([JournalTip], [PushAnswer]) = ([], [])
    for tip in others {
      let stream = stored[tip.stream] ?? StoredStream()
      if try has(tip, in: stream) {
        held.append(tip)
      } else {
        let revision = stream.lines.map(\.tip).firstMissing(before: tip.revision)
        missing.append(PushAnswer(stream: tip.stream, outcome: .sendFrom(revision: revision)))
      }
    }
    let kept = Set(stated)
    try note(held, after: known.filter { !kept.contains($0) })
    return missing
  }

  /// Whether the entries up to a tip are here, or nobody is to send them again.
  private func has(_ tip: JournalTip, in stream: StoredStream) throws -> Bool {
    let isEnd = stream.lines.contains { $0.tip.chain == tip.chain && $0.tip.seq == tip.revision }
    if stream.isForgotten || isEnd { return true }
    guard !stream.lines.isEmpty else { return false }
    return try !connection.execute(
      "SELECT 1 FROM formstate_entry WHERE stream = $1 AND seq = $2 AND leads_to = $3 LIMIT 1",
      [.text(tip.stream.description), .integer(Int64(tip.revision)), .bytes(tip.chain.bytes)]
    ).isEmpty
  }

  private func forget(_ tips: [JournalTip]) throws {
    let rows = tips.map { [PostgresValue.text($0.stream.description), .text(device), .bytes($0.chain.bytes)] }
    try RowChunks(connection: connection).execute(rows) { list in
      "DELETE FROM formstate_sender WHERE (stream, device, chain) IN (\(list))"
    }
  }
}
#endif
