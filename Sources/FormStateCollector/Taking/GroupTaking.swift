#if Collect
import FormState
import FormStateInterchange

/// Takes a group of parts, each of another stream, in one transaction.
struct GroupTaking {
  let connection: PostgresConnection
  let definitions: CollectedDefinitions
  /// The name of the device; empty for an unknown one.
  let device: String
  /// The device by its token, which is told of lost entries; `nil` without one.
  let sender: String?

  /// What became of parts.
  struct Taken {
    /// An answer for each.
    var answers: [PushAnswer] = []
    /// How many entries were stored.
    var storedCount = 0
  }

  /// Takes parts: all that can be taken, or nothing.
  ///
  /// If PostgreSQL cannot store one of them, each is taken by itself, so one response does not hold up the others.
  ///
  /// - Parameter parts: the parts, each of another stream.
  /// - Returns: the answers, once everything is committed.
  /// - Throws: ``PostgresError``; nothing is acknowledged then, and mostly nothing taken.
  func take(_ parts: [PushedPart]) throws -> Taken {
    do {
      return try connection.decidingAgain { try takeOnce(parts) }
    } catch PostgresError.refused(let report) where report.isAboutValues {
      guard let part = parts.first, parts.count == 1 else {
        return try parts.reduce(into: Taken()) { all, part in
          let taken = try take([part])
          all.answers += taken.answers
          all.storedCount += taken.storedCount
        }
      }
      let isMisspelt = report.constraint?.hasPrefix("formstate_entry_") ?? false
      let reason =
        isMisspelt ? "an entry is not written as FormState writes it" : "PostgreSQL cannot store it: \(report.message)"
      return Taken(answers: [Self.refusal(of: part, reason)])
    }
  }

  /// Refuses a part. A reason that repeats a long key of it is cut: the device keeps it.
  private static func refusal(of part: PushedPart, _ reason: String) -> PushAnswer {
    let words = reason.count > mostReason ? reason.prefix(mostReason) + "…" : reason[...]
    return PushAnswer(stream: part.stream, outcome: .refused(reason: String(words)))
  }

  /// The most characters of a reason.
  private static let mostReason = 250

  private func takeOnce(_ parts: [PushedPart]) throws -> Taken {
    let streams = KnownStreams(connection: connection)
    let stored = try streams.lines(of: parts.map(\.stream))
    var taken: [TakenPart] = []
    let answers = try parts.map { part -> PushAnswer in
      let stream = stored[part.stream] ?? StoredStream()
      do {
        let (outcome, effect) = try decide(part, stream, try streams.known(part, of: stream))
        if let effect {
          taken.append(effect)
        } else {
          try noteState(part, stream)
        }
        return PushAnswer(stream: part.stream, outcome: outcome)
      } catch let error as PushedEntryError {
        return Self.refusal(of: part, error.description)
      } catch let error as DifferingMerge {
        return Self.refusal(of: part, error.description)
      }
    }
    if let sender {
      let (tips, former) = tips(parts, answers)
      try InventoryComparison(connection: connection, device: sender).note(tips, after: former)
    }
    guard !taken.isEmpty else { return Taken(answers: answers) }
    taken.sort { $0.part.stream.description < $1.part.stream.description }
    try LineWriter(connection: connection).write(taken)
    try StateTables(connection: connection, definitions: definitions).write(taken.map(\.effect))
    return Taken(answers: answers, storedCount: taken.reduce(0) { $0 + $1.entries.count })
  }

  /// The tips of the parts that are here now, and those after which they go on.
  private func tips(_ parts: [PushedPart], _ answers: [PushAnswer]) -> (tips: [JournalTip], former: [JournalTip]) {
    let kept = zip(parts, answers).filter { _, answer in
      switch answer.outcome {
      case .took, .had, .forked: true
      case .sendFrom, .needsDefinition, .refused: false
      }
    }.map(\.0).sorted { $0.stream.description < $1.stream.description }
    return (
      kept.map { JournalTip(stream: $0.stream, revision: $0.last, chain: $0.chain) },
      kept.filter { $0.after > 0 }.map { JournalTip(stream: $0.stream, revision: $0.after, chain: $0.start) }
    )
  }

  /// Notes the digest of a state that the device with the line's last entry did not send: it has gone on since.
  private func noteState(_ part: PushedPart, _ stream: StoredStream) throws {
    guard let outcome = part.outcome, let line = stream.lines.first(where: { $0.endsWithoutState(like: part) }) else {
      return
    }
    let values: [PostgresValue] = [
      .text(part.stream.description), .bytes(part.chain.bytes), .integer(Int64(part.last)), .text(outcome.state),
    ]
    try connection.execute(
      """
      UPDATE formstate_line SET state = $4
      WHERE stream = $1 AND chain = $2 AND last_seq = $3 AND state IS NULL AND line = \(line.number)
      """, values)
    try connection.execute(
      "UPDATE formstate_receipt SET state = $4 WHERE stream = $1 AND chain = $2 AND seq = $3 AND state IS NULL", values)
  }

  /// The answer to a part, and what to write; `nil` for nothing.
  private func decide(
    _ part: PushedPart, _ stream: StoredStream, _ known: KnownStream
  ) throws -> (PushAnswer.Outcome, TakenPart?) {
    let decision = PushDecision(part, known)
    guard decision.place != nil || decision.backfill != nil else { return (decision.answer, nil) }
    if let line = stream.lines.first, line.form != part.key.form {
      return (.refused(reason: "the response belongs to the form “\(line.form)”"), nil)
    }
    let versions = try definitions.versions(of: part.key.form, Array(part.definitions.values))
    if let missing = part.definitions.values.sorted().first(where: { !versions.has($0) }) {
      guard definitions.notTaken.contains(missing) else { return (.needsDefinition(digest: missing), nil) }
      let reason =
        "the device “\(device.shortened)” brings no definitions (--no-define), and this one of “\(part.key.form.shortened)” "
        + "is not here; let another device bring it, then use formstate outbox retry"
      return (.refused(reason: reason), nil)
    }
    let taken = try extended(part, stream, decision) ?? rebuilt(part, stream, decision)
    return (taken.answer(decision.answer), taken)
  }

  /// A line that goes on in the same version; `nil` if more than that happens.
  private func extended(_ part: PushedPart, _ stream: StoredStream, _ decision: PushDecision) throws -> TakenPart? {
    guard case .extends(let number)? = decision.place, decision.backfill == nil, let former = stream.line(number),
      stream.isOnlyHead(former)
    else { return nil }
    try definitions.load([former.definition], of: part.key.form)
    let versions = try definitions.versions(of: part.key.form, [])
    let pushed = part.entries[decision.tail]
    let tail = try versions.entries(of: pushed, after: former.definition)
    // What a clear empties is read and written again, and a merge is compared with what it joins.
    guard !tail.contains(where: { $0.empties || $0.action.merge != nil }),
      tail.allSatisfy({ $0.version.flatMap { versions.digests[$0] } == former.definition })
    else { return nil }
    var changes = StateChanges()
    for entry in tail { changes.apply(entry, digests: versions.digests) }
    var receipt = Receipt(for: part, device: device)
    let isNews = receipt.definitions.contains { former.definitions[$0.key] != $0.value }
    var ofLine = receipt
    ofLine.definitions = former.definitions.merging(part.definitions) { _, newer in newer }
    // Most parts name what the one before has named.
    if !isNews { receipt.definitions = [:] }
    return TakenPart(
      part: part, entries: zip(pushed, tail).map { ($0, $1, number) }, receipt: receipt,
      effect: .extends(
        ExtendedLine(
          former: former, tail: tail, changes: changes, receipt: ofLine,
          tip: ChainPosition(seq: part.last, chain: part.chain)), of: part.stream))
  }

  /// All lines of a stream with the new entries.
  private func rebuilt(_ part: PushedPart, _ stream: StoredStream, _ decision: PushDecision) throws -> TakenPart {
    var contents = StoredContents()
    if !stream.lines.isEmpty {
      contents = try StoredContents.read([part.stream], from: connection)[part.stream] ?? contents
    }
    let number =
      if case .extends(let line)? = decision.place { line } else { contents.lastNumber + 1 }
    contents.entries += part.entries[decision.tail].map { StreamEntry(pushed: $0, line: number, isNew: true) }
    if let backfill = decision.backfill {
      contents.entries += backfill.entries.map {
        StreamEntry(pushed: part.entries[$0], line: backfill.line, isNew: true)
      }
    }
    let hasTail = !decision.tail.isEmpty
    let receipt = hasTail ? Receipt(for: part, device: device) : nil
    if let receipt { contents.receipts[ChainPosition(seq: part.last, chain: part.chain)] = receipt }
    var read = try ReadStream(part.stream, contents, definitions)
    let emptied = try read.emptied()
    if !emptied.isEmpty {
      contents.replace(emptied.map(\.pushed))
      read = try ReadStream(part.stream, contents, definitions)
    }
    let all = try RebuiltStream(read)
    let new = Set(all.newEntries.map(\.pushed.ownChain))
    return TakenPart(
      part: part, entries: all.newEntries, receipt: receipt,
      emptied: emptied.filter { !new.contains($0.pushed.ownChain) },
      effect: .rebuilds(all, former: stream.lines))
  }
}
#endif
