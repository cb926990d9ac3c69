#if Collect
import FormState
import FormStateInterchange

/// A stream as devices that get answers back need it.
struct GivenStream {
  let stream: StreamName
  /// The key of the response in the line that counts.
  let key: ResponseKey
  /// The last entries of its lines.
  var heads: [EntryAddress] = []
  /// The digests of the definitions that its entries name, by numbers in the order of versions.
  var definitions: [Int: String] = [:]

  /// Adds the definitions of a line; devices number them differently.
  mutating func add(_ named: [Int: String]) {
    for (number, digest) in named.sorted(by: { $0.key < $1.key }) where !definitions.values.contains(digest) {
      let isFree = definitions[number] == nil
      definitions[isFree ? number : (definitions.keys.max() ?? 0) + 1] = digest
    }
  }

  /// Reads streams, as far as they are within some scopes, in the order in which they are named.
  ///
  /// - Throws: ``PostgresError``.
  /// - Complexity: one statement for 500 streams.
  static func read(
    _ streams: [StreamName], within scopes: [ResponseScope], from connection: PostgresConnection
  ) throws -> [GivenStream] {
    var found: [StreamName: GivenStream] = [:]
    let forms = Set(scopes.forms)
    for start in stride(from: 0, to: streams.count, by: 500) {
      let list = streams[start..<min(start + 500, streams.count)].map { "'\($0)'" }.joined(separator: ", ")
      let rows = try connection.execute(
        """
        SELECT stream, form, response, last_seq, chain, array_to_json(definitions)
        FROM formstate_line
        WHERE stream IN (\(list))
        ORDER BY stream, is_main DESC, line
        """)
      for row in rows {
        let (stream, key) = (try StreamName(row: row), ResponseKey(form: try row[1], response: try row[2]))
        guard forms.contains(key.form) else { continue }
        found[stream, default: GivenStream(stream: stream, key: key)].heads.append(
          EntryAddress(revision: try row.number(3), chain: try JournalChain(stored: row[4])))
        found[stream]?.add(try StoredLine.definitions(json: row[5]))
      }
    }
    let selected = try scopes.select(found.mapValues(\.key.form), from: connection)
    return streams.compactMap { selected.contains($0) ? found[$0] : nil }
  }
}
#endif
