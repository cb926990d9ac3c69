import FormState
import Foundation
import GRDB

/// How far a store has received from a collector.
package struct ReceivedSoFar: Hashable, Sendable {
  /// Where the collector's answers ended, in its words; `nil` if nothing was received.
  package var since: String?
  /// The responses of which something could not be received.
  package var missed: Set<StreamName> = []

  package init(since: String? = nil, missed: Set<StreamName> = []) { (self.since, self.missed) = (since, missed) }
}

/// Receiving from collectors.
extension FormStore {
  /// How far the store has received from a collector, which becomes a destination with the first call.
  ///
  /// - Throws: ``StoreError/Code/unusableName``; ``StoreError``.
  package func received(from collector: String) throws -> ReceivedSoFar {
    if let problem = FormDefinition.problem(withKey: collector) {
      throw StoreError.unusableName(of: "destination", problem: problem)
    }
    try begin(collector, setting: [])
    return try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT since, missed FROM formstate_destination WHERE id = ?",
        arguments: [try Self.requireDestination(collector, in: db)])
      guard let row,
        let names = try? JSONDecoder().decode([String].self, from: Data((try row.decode(atIndex: 1) as String).utf8))
      else { throw StoreError.damaged("formstate_destination has an impossible list of responses") }
      let missed = try names.map { name in
        guard let stream = StreamName(name) else {
          throw StoreError.damaged("formstate_destination lists “\(name.shortened)”, which is no name of a response")
        }
        return stream
      }
      return ReceivedSoFar(since: try row.decode(atIndex: 0), missed: Set(missed))
    }
  }

  /// Notes how far the store has received from a collector. What is noted already is not written.
  package func note(_ received: ReceivedSoFar, from collector: String) throws {
    guard try self.received(from: collector) != received else { return }
    let missed = "[" + received.missed.map { "\"\($0)\"" }.sorted().joined(separator: ",") + "]"
    try write { db in
      try db.execute(
        sql: "UPDATE formstate_destination SET since = ?, missed = ? WHERE id = ?",
        arguments: [received.since, missed, try Self.requireDestination(collector, in: db)])
      return ((), .commit)
    }
  }

  /// The responses of which the collector has entries that are not here. Those that are here count as acknowledged.
  ///
  /// - Parameter offers: the last entries that the collector has of each response.
  /// - Complexity: O(k log n) for k entries and changes that the collector is not known to have.
  package func lacking(_ offers: [StreamName: [EntryAddress]], from collector: String) throws -> Set<StreamName> {
    var (lacking, held) = (Set<StreamName>(), [PushAnswer]())
    try read { db in
      let pushed = PushedPositions(db: db, destinationID: try Self.requireDestination(collector, in: db))
      for (stream, heads) in offers {
        guard let (_, location) = try pushed.response(stream) else {
          lacking.insert(stream)
          continue
        }
        for head in heads {
          let (isHere, isNoted) = try pushed.holds(head, of: location)
          if !isHere { lacking.insert(stream) }
          guard isHere, !isNoted else { continue }
          held.append(
            PushAnswer(stream: stream, outcome: .had(revision: head.revision, chain: head.chain.description)))
        }
      }
    }
    if !held.isEmpty { try take(held, from: collector) }
    return lacking
  }

  /// Entries that are here with all before them, see ``PushedPositions/heads(of:)``; none of a missing response.
  package func heads(
    of streams: some Sequence<StreamName>, for collector: String
  ) throws -> [StreamName: Set<EntryAddress>] {
    try read { db in
      let pushed = PushedPositions(db: db, destinationID: try Self.requireDestination(collector, in: db))
      return try streams.reduce(into: [:]) { heads, stream in
        if let (_, location) = try pushed.response(stream) { heads[stream] = try pushed.heads(of: location) }
      }
    }
  }

  /// The digests of all definitions.
  package func definitionDigests() throws -> [String] {
    try read { try String.fetchAll($0, sql: "SELECT DISTINCT digest FROM formstate_version ORDER BY digest") }
  }
}

extension PushedPositions {
  /// Whether an entry is here, in the journal or beside it.
  ///
  /// - Returns: whether, and whether it is noted that the destination has it.
  /// - Complexity: O(k log n) for k entries and changes between it and the known position.
  func holds(_ entry: EntryAddress, of location: ResponseLocation) throws -> (isHere: Bool, isNoted: Bool) {
    if try isOfOtherLine(entry.chain, of: location) {
      let isNoted = try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM json_each(heads) WHERE value = ?)
          FROM formstate_pushed
          WHERE destination_id = ? AND response_id = ?
          """, arguments: [entry.chain.description, destinationID, location.responseID])
      return (true, isNoted ?? false)
    }
    guard try location.revision(in: db) >= entry.revision else { return (false, false) }
    let known = try position(of: location).flatMap { $0.isWithin(location) ? $0 : nil }
    if let known, known.seq == entry.revision { return (known.chain == entry.chain, true) }
    let start = known.flatMap { $0.seq < entry.revision ? $0 : nil } ?? .start(of: location)
    guard start.seq <= entry.revision else { return (false, false) }
    let chain = try OutboxReader(db: db, destinationID: destinationID)
      .chain(of: location, after: start, through: entry.revision)
    return (chain == entry.chain, known.map { $0.seq > entry.revision } ?? false)
  }

  /// Some entries that are here with all before them, among which a collector finds those that it has as well: the last
  /// of each line, and the last that it is known to have.
  ///
  /// - Complexity: O(k log n) for k entries and changes that the destination is not known to have.
  func heads(of location: ResponseLocation) throws -> Set<EntryAddress> {
    var heads: Set<EntryAddress> = []
    let known = try position(of: location).flatMap { $0.isWithin(location) ? $0 : nil }
    if let known, known.seq > 0 { heads.insert(EntryAddress(revision: known.seq, chain: known.chain)) }
    let last = try Int.fetchOne(
      db, sql: "SELECT max(revision) FROM formstate_entry WHERE response_id = ? AND kind <> 'merge'",
      arguments: [location.responseID])
    let start = known ?? .start(of: location)
    if let last, last > start.seq,
      let chain = try OutboxReader(db: db, destinationID: destinationID)
        .chain(of: location, after: start, through: last)
    {
      heads.insert(EntryAddress(revision: last, chain: chain))
    }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT revision, chain
        FROM formstate_line_entry
        WHERE response_id = ?1 AND (
          chain IN (SELECT chain FROM formstate_head WHERE response_id = ?1)
          OR chain IN (
            SELECT head.value
            FROM formstate_pushed AS pushed, json_each(pushed.heads) AS head
            WHERE pushed.destination_id = ?2 AND pushed.response_id = ?1))
        """, arguments: [location.responseID, destinationID])
    for row in rows {
      heads.insert(
        EntryAddress(
          revision: try ResponseLocation.checked(try row.decode(atIndex: 0)),
          chain: try PushedPosition.chain(try row.decode(atIndex: 1))))
    }
    return heads
  }
}
