#if Collect
import FormState
import FormStateInterchange
import Foundation

/// A line as it is stored, before a part is taken.
struct StoredLine {
  let number: Int
  let tip: ChainPosition
  /// The digest of the version in force.
  let definition: String
  /// The digests by the numbers that the device gives them.
  var definitions: [Int: String]
  let form: String
  /// Whether the digest of its state is known.
  let hasState: Bool
  /// Whether it is the one that counts.
  let isMain: Bool
  /// Whether the main line has its answers.
  let isMerged: Bool
  /// Whether a merge that nobody has built upon is at its end.
  let hasMerge: Bool

  /// Whether it ends with the last entry of a part, and the digest of its state is not known.
  func endsWithoutState(like part: PushedPart) -> Bool {
    !hasState && !isMerged && !hasMerge && tip.chain == part.chain
  }

  /// Reads the digests by their numbers from a JSON array with null in its gaps.
  static func definitions(json: String) throws -> [Int: String] {
    let names = try JSONDecoder().decode([String?].self, from: Data(json.utf8))
    return names.enumerated().reduce(into: [:]) { definitions, name in definitions[name.offset + 1] = name.element }
  }
}

/// A stream as it is stored.
struct StoredStream {
  var lines: [StoredLine] = []
  var isForgotten = false

  /// The line with a number; `nil` if there is none.
  func line(_ number: Int) -> StoredLine? { lines.first { $0.number == number } }

  /// Whether a line has all answers, and no other one is to be joined with it.
  func isOnlyHead(_ line: StoredLine) -> Bool {
    !line.hasMerge && lines.allSatisfy { $0.isMerged != ($0.number == line.number) }
  }
}

/// Reads what a database has of the streams of a batch.
struct KnownStreams {
  let connection: PostgresConnection

  /// The lines of streams.
  ///
  /// - Complexity: one statement for 500 streams.
  func lines(of streams: [StreamName]) throws -> [StreamName: StoredStream] {
    var found: [StreamName: StoredStream] = [:]
    for start in stride(from: 0, to: streams.count, by: 500) {
      let some = streams[start..<min(start + 500, streams.count)]
      let list = some.map { "'\($0)'" }.joined(separator: ", ")
      let rows = try connection.execute(
        """
        SELECT stream, line, last_seq, chain, definition, array_to_json(definitions), form, state IS NOT NULL, is_main,
          is_merged, merge IS NOT NULL
        FROM formstate_line
        WHERE stream IN (\(list))
        ORDER BY stream, line
        """)
      for row in rows {
        found[try StreamName(row: row), default: StoredStream()].lines.append(try Self.line(row))
      }
      for row in try connection.execute("SELECT DISTINCT stream FROM formstate_forgotten WHERE stream IN (\(list))") {
        found[try StreamName(row: row), default: StoredStream()].isForgotten = true
      }
    }
    return found
  }

  private static func line(_ row: PostgresRow) throws -> StoredLine {
    let (number, seq): (Int64, Int64) = (try row[1], try row[2])
    return StoredLine(
      number: Int(number), tip: ChainPosition(seq: Int(seq), chain: try JournalChain(stored: row[3])),
      definition: try row[4], definitions: try StoredLine.definitions(json: row[5]), form: try row[6],
      hasState: try row[7], isMain: try row[8], isMerged: try row[9], hasMerge: try row[10])
  }

  /// What is known of the entries of a part.
  ///
  /// - Complexity: O(n log m) for n entries of the part and m of the database; one look-up less for a part that goes on
  ///   where the only line of its stream ends.
  func known(_ part: PushedPart, of stream: StoredStream) throws -> KnownStream {
    var known = KnownStream(
      lines: stream.lines.map { KnownStream.Line(number: $0.number, tip: $0.tip) }, isForgotten: stream.isForgotten)
    let start = part.position(beforeEntry: 0)
    let goesOn = stream.lines.count == 1 && stream.lines[0].tip == start
    guard !stream.lines.isEmpty, !goesOn else { return known }
    let rows = try connection.execute(
      "SELECT seq, chain, leads_to, line FROM formstate_entry WHERE stream = $1 AND seq BETWEEN $2 AND $3",
      [.text(part.stream.description), .integer(Int64(part.after)), .integer(Int64(part.last))])
    for row in rows {
      let (seq, line): (Int64, Int64) = (try row[0], try row[3])
      known.entries.insert(ChainPosition(seq: Int(seq), chain: try JournalChain(stored: row[1])))
      known.positions[ChainPosition(seq: Int(seq), chain: try JournalChain(stored: row[2]))] = Int(line)
    }
    return known
  }
}

extension JournalChain {
  /// A chain as the database has it.
  init(stored bytes: [UInt8]) throws {
    guard let chain = JournalChain(bytes: bytes) else {
      throw PostgresError.unexpectedAnswer("a chain has \(bytes.count) bytes instead of 32")
    }
    self = chain
  }
}
#endif
