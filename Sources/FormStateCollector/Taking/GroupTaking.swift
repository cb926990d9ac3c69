#if Collect
import FormState
import FormStateInterchange

/// Takes a group of parts, each of another stream, in one transaction.
struct GroupTaking {
  let connection: PostgresConnection
  let definitions: CollectedDefinitions
  /// The name of the device; empty for an unknown one.
  let device: String

  /// Takes parts: all that can be taken, or nothing.
  ///
  /// - Parameter parts: the parts, each of another stream.
  /// - Returns: an answer for each, once everything is committed.
  /// - Throws: ``PostgresError``; nothing is taken then, or for ``PostgresError/commitUnknown(_:)`` perhaps all.
  func take(_ parts: [PushedPart]) throws -> [PushAnswer] {
    try connection.decidingAgain { try takeOnce(parts) }
  }

  private func takeOnce(_ parts: [PushedPart]) throws -> [PushAnswer] {
    let streams = KnownStreams(connection: connection)
    let stored = try streams.lines(of: parts.map(\.stream))
    var lines: [TakenLine] = []
    let answers = try parts.map { part -> PushAnswer in
      let stream = stored[part.stream] ?? StoredStream()
      do {
        let (outcome, line) = try decide(part, stream, try streams.known(part, of: stream))
        if var line {
          line.findChanges()
          lines.append(line)
        } else {
          try noteState(part, stream)
        }
        return PushAnswer(stream: part.stream, outcome: outcome)
      } catch let error as PushedEntryError {
        return PushAnswer(stream: part.stream, outcome: .refused(reason: error.description))
      }
    }
    guard !lines.isEmpty else { return answers }
    lines.sort { $0.part.stream.description < $1.part.stream.description }
    try LineWriter(connection: connection).write(lines)
    try StateTables(connection: connection, definitions: definitions).write(lines)
    return answers
  }

  /// Notes the digest of a state that the device with the line's last entry did not send: it has gone on since.
  private func noteState(_ part: PushedPart, _ stream: StoredStream) throws {
    guard let outcome = part.outcome, let line = stream.lines.first(where: { $0.endsWithoutState(like: part) }) else {
      return
    }
    try connection.execute(
      "UPDATE formstate_line SET state = $3 WHERE stream = $1 AND line = $2 AND chain = $4 AND state IS NULL",
      [
        .text(part.stream.description), .integer(Int64(line.number)), .text(outcome.state), .bytes(part.chain.bytes),
      ])
  }

  /// The answer to a part, and the line to write; `nil` for none.
  private func decide(
    _ part: PushedPart, _ stream: StoredStream, _ known: KnownStream
  ) throws -> (PushAnswer.Outcome, TakenLine?) {
    let decision = PushDecision(part, known)
    guard decision.place != nil || decision.backfill != nil else { return (decision.answer, nil) }
    if let line = stream.lines.first, line.form != part.key.form {
      return (.refused(reason: "the response belongs to the form “\(line.form)”"), nil)
    }
    if part.entries.contains(where: \.containsNUL) {
      return (.refused(reason: "a text contains the character NUL, which PostgreSQL cannot store"), nil)
    }
    let versions = try definitions.versions(of: part.key.form, Array(part.definitions.values))
    if let missing = part.definitions.values.sorted().first(where: { !versions.has($0) }) {
      return (.needsDefinition(digest: missing), nil)
    }
    return (decision.answer, try line(part, stream, decision, versions))
  }

  /// The line that a part extends or begins, with the entries to write.
  private func line(
    _ part: PushedPart, _ stream: StoredStream, _ decision: PushDecision, _ versions: PushedVersions
  ) throws -> TakenLine {
    var line = try beginning(of: part, stream, decision, versions)
    if let former = line.former { try definitions.load([former.definition], of: part.key.form) }
    // From the beginning, where the version in force is named, or from where the line ends.
    let first = decision.backfill == nil ? decision.knownCount : 0
    let inForce = line.inherited.last?.version.flatMap { versions.digests[$0] } ?? line.former?.definition
    let read = try versions.entries(
      of: part.entries[first...], after: first == 0 && part.beginsJournal ? nil : inForce)
    line.digests = versions.digests
    line.tail = Array(read.dropFirst(decision.knownCount - first))
    line.backfill = decision.backfill?.entries.compactMap { read[safe: $0 - first] } ?? []
    guard let former = line.former, line.tail.contains(where: { line.version(after: $0) != former.definition }) else {
      return line
    }
    line.earlier = try journal(ofLine: line.number, through: former.tip.seq, of: part, versions)
    line.digests = versions.digests
    return line
  }

  /// The line before its new entries.
  private func beginning(
    of part: PushedPart, _ stream: StoredStream, _ decision: PushDecision, _ versions: PushedVersions
  ) throws -> TakenLine {
    switch decision.place {
    case .extends(let line)?:
      return TakenLine(part: part, number: line, former: stream.line(line), device: device)
    case .forks(let source, let position)?:
      var line = TakenLine(part: part, number: stream.nextNumber, former: nil, device: device)
      line.inherited = try journal(ofLine: source, through: position.seq, of: part, versions)
      line.inheritedParts = try StoredJournal(connection: connection, stream: part.stream, line: source)
        .parts(through: position.seq)
      return line
    case .begins?: return TakenLine(part: part, number: stream.nextNumber, former: nil, device: device)
    case nil:
      let line = decision.backfill?.line ?? 1
      return TakenLine(part: part, number: line, former: stream.line(line), device: device)
    }
  }

  /// The stored entries of a line up to a revision.
  private func journal(
    ofLine line: Int, through revision: Int, of part: PushedPart, _ versions: PushedVersions
  ) throws -> [JournalEntry] {
    let journal = StoredJournal(connection: connection, stream: part.stream, line: line)
    let lines = try journal.lines(through: revision)
    try definitions.load(StoredJournal.definitions(namedIn: lines.map(\.line)), of: part.key.form)
    return try versions.entries(ofStored: lines)
  }
}

extension PushedEntry {
  /// Whether a text in it contains the character NUL, which JSON can express.
  fileprivate var containsNUL: Bool {
    guard line.contains("u0000") else { return false }
    // A backslash of a text is two in JSON.
    return line.replacing("\\\\", with: "").contains("\\u0000")
  }
}

extension StoredStream {
  /// The number of the next line.
  fileprivate var nextNumber: Int { (lines.map(\.number).max() ?? 0) + 1 }
}

/// The stored journal of a line.
struct StoredJournal {
  let connection: PostgresConnection
  let stream: StreamName
  let line: Int

  private var key: [PostgresValue] { [.text(stream.description), .integer(Int64(line))] }

  /// The canonical lines up to a revision, with their revisions.
  func lines(through last: Int = .max) throws -> [(revision: Int, line: String)] {
    let rows = try connection.execute(
      "SELECT seq, body FROM formstate_journal WHERE stream = $1 AND of_line = $2 AND seq <= $3 ORDER BY seq",
      key + [.integer(Int64(last))])
    return try rows.map { row in
      let seq: Int64 = try row[0]
      return (Int(seq), try row[1])
    }
  }

  /// Where the entries up to a revision are.
  func parts(through last: Int) throws -> [LinePart] {
    let rows = try connection.execute(
      """
      SELECT first, last, source, definition
      FROM formstate_part
      WHERE stream = $1 AND line = $2 AND first <= $3
      ORDER BY first
      """, key + [.integer(Int64(last))])
    return try rows.map { row in
      let (first, end, source): (Int64, Int64, Int64) = (try row[0], try row[1], try row[2])
      return LinePart(first: Int(first), last: min(Int(end), last), source: Int(source), definition: try row[3])
    }
  }

  /// The digests in entries, among which are those of all definitions that they name.
  ///
  /// Not those of the line: another device may give its numbers to other definitions.
  static func definitions(namedIn lines: [String]) -> [String] {
    var digests: Set<String> = []
    for line in lines {
      for match in line.matches(of: /"([0-9a-f]{64})"/) { digests.insert(String(match.1)) }
    }
    return digests.sorted()
  }
}
#endif
