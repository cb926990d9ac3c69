#if Collect
import FormState
import FormStateInterchange

/// What a database has of a stream for good: its entries, what devices said with them, and which line was chosen.
/// Everything else follows.
struct StoredContents {
  var entries: [StreamEntry] = []
  var receipts: [ChainPosition: Receipt] = [:]
  /// Which line counts.
  var choice = Choice.first

  /// Which line of a stream counts.
  enum Choice: Equatable {
    /// The first, since nobody chose.
    case first
    /// The one that ended here when it was chosen.
    case line(ChainPosition)
    /// None: another response with the same key was chosen.
    case none
  }

  /// The greatest number of a line; 0 without entries.
  var lastNumber: Int { entries.map(\.line).max() ?? 0 }

  /// Replaces entries by what is left of them.
  mutating func replace(_ emptied: [PushedEntry]) {
    let known = emptied.reduce(into: [ChainPosition: PushedEntry]()) { known, entry in
      known[ChainPosition(seq: entry.revision, chain: entry.ownChain)] = entry
    }
    entries = entries.map { entry in
      let position = ChainPosition(seq: entry.pushed.revision, chain: entry.pushed.ownChain)
      return known[position].map { StreamEntry(pushed: $0, line: entry.line, isNew: entry.isNew) } ?? entry
    }
  }

  /// Reads streams.
  ///
  /// - Throws: ``PostgresError``.
  /// - Complexity: O(n log m) for n entries of the streams and m of the database.
  static func read(
    _ streams: [StreamName], from connection: PostgresConnection
  ) throws -> [StreamName: StoredContents] {
    let list = streams.map { "'\($0)'" }.joined(separator: ", ")
    var contents: [StreamName: StoredContents] = [:]
    for row in try connection.execute(
      """
      SELECT stream, seq, line, kind, chain, prev, leads_to, body
      FROM formstate_entry
      WHERE stream IN (\(list))
      ORDER BY stream, seq
      """)
    {
      contents[try StreamName(row: row), default: StoredContents()].entries.append(try StreamEntry(row))
    }
    for row in try connection.execute(
      """
      SELECT stream, seq, chain, form, response, device, array_to_json(definitions), state, received::text
      FROM formstate_receipt
      WHERE stream IN (\(list))
      """)
    {
      let position = ChainPosition(seq: try row.number(1), chain: try JournalChain(stored: row[2]))
      contents[try StreamName(row: row), default: StoredContents()].receipts[position] = try Receipt(row)
    }
    for row in try connection.execute(
      "SELECT stream, seq, chain FROM formstate_choice WHERE stream IN (\(list)) ORDER BY stream, chosen")
    {
      let chain: [UInt8]? = try row[2]
      contents[try StreamName(row: row), default: StoredContents()].choice =
        if let chain { .line(ChainPosition(seq: try row.number(1), chain: try JournalChain(stored: chain))) } else {
          .none
        }
    }
    return contents
  }
}

extension PostgresRow {
  /// A whole number of a column.
  func number(_ column: Int) throws -> Int {
    let value: Int64 = try self[column]
    return Int(value)
  }
}

extension StreamName {
  /// The stream in the first column of a row.
  init(row: PostgresRow) throws {
    let text: String = try row[0]
    guard let stream = StreamName(text.replacing("-", with: "")) else {
      throw PostgresError.unexpectedAnswer("“\(text)” is not the name of a response")
    }
    self = stream
  }
}

extension StreamEntry {
  fileprivate init(_ row: PostgresRow) throws {
    self.init(
      pushed: try PushedEntry(
        stored: row[7], revision: try row.number(1), kind: row[3], before: try JournalChain(stored: row[5]),
        ownChain: try JournalChain(stored: row[4]), chain: try JournalChain(stored: row[6])),
      line: try row.number(2))
  }
}

extension Receipt {
  fileprivate init(_ row: PostgresRow) throws {
    let definitions: String? = try row[6]
    self.init(
      key: ResponseKey(form: try row[3], response: try row[4]), device: try row[5],
      definitions: try definitions.map(StoredLine.definitions) ?? [:], state: try row[7], received: try row[8])
  }
}
#endif
