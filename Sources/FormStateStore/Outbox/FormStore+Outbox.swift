import FormState
import Foundation
import GRDB

/// Sending journals to collectors.
///
/// A destination is a collector with a name. The journal itself is the queue: the store notes for each response only
/// how much of it the destination has acknowledged.
extension FormStore {
  /// The next batch for a destination: entries that it has not acknowledged, the responses in the order in which they
  /// began.
  ///
  /// The same entries are in the next batch again until ``take(_:from:)`` gets an answer to them. A batch may be sent
  /// any number of times; a collector takes each entry once.
  ///
  /// - Parameters:
  ///   - destination: the name of the destination; a new one lacks everything, and from now on compaction keeps what
  ///     it lacks.
  ///   - limit: the maximum number of entries, 1 or more.
  ///   - device: the name of this device, which the collector shows; `nil` for none.
  /// - Returns: `nil` if the destination lacks nothing.
  /// - Throws: ``StoreError/Code/unusableName``; ``StoreError``.
  /// - Complexity: O(r log n + k log n) for r responses and k entries and changes, and O(n) for n cells of each
  ///   definition that the destination may lack.
  public func nextBatch(for destination: String, limit: Int = 1000, device: String? = nil) throws -> PushBatch? {
    var batch = PushBatch(device: device)
    let unsendable = try forEachPart(
      for: destination, limit: limit, limitOfPart: limit, mostBytes: OutboxReader.mostBytes
    ) { part, definitions in
      batch.parts.append(part)
      batch.definitions.merge(definitions) { first, _ in first }
    }
    try begin(destination, setting: unsendable)
    return batch.parts.isEmpty ? nil : batch
  }

  /// A response with an entry that cannot be sent, and the position before it.
  package struct Unsendable {
    let responseID: Int64?
    let position: PushedPosition
    let reason: String
  }

  /// Passes on what a destination lacks, a part at a time.
  ///
  /// Nothing is written: a new destination begins with ``begin(_:setting:)``, once its batch is complete.
  ///
  /// - Parameters:
  ///   - destination: the name of the destination.
  ///   - limit: the maximum number of entries, 1 or more.
  ///   - limitOfPart: the maximum number of entries of a part, 1 or more.
  ///   - mostBytes: the number of bytes of entries after which no further part begins.
  ///   - body: receives each part, with the definitions that it names and no part before it has brought, by their
  ///     digests.
  /// - Returns: the responses with an entry that cannot be sent, which is left out with all that follow.
  /// - Throws: as ``nextBatch(for:limit:device:)``; what `body` throws.
  package func forEachPart(
    for destination: String, limit: Int = .max, limitOfPart: Int, mostBytes: Int = .max,
    _ body: (PushBatch.Part, [String: FormDefinition]) throws -> Void
  ) throws -> [Unsendable] {
    if let problem = FormDefinition.problem(withKey: destination) {
      throw StoreError.unusableName(of: "destination", problem: problem)
    }
    var unsendable: [Unsendable] = []
    try read { db in
      let id = try Self.destinationID(destination, in: db)
      let reader = OutboxReader(db: db, destinationID: id)
      var known = try AcknowledgedDefinitions(destinationID: id, in: db)
      var (rest, byteCount) = (max(1, limit), 0)
      func pass(_ part: PushBatch.Part) throws {
        try body(part, try known.definitions(of: part))
        byteCount += part.lines.reduce(0) { $0 + $1.utf8.count }
        rest = byteCount < mostBytes ? rest - part.lines.count : 0
      }
      try reader.forEachWaiting { waiting in
        guard waiting.refusal == nil else { return true }
        var waiting = waiting
        while waiting.seq < waiting.last, rest > 0 {
          do {
            let part = try reader.part(of: waiting, limit: min(max(1, limitOfPart), rest))
            try pass(part)
            waiting.seq = part.last
            waiting.chain = part.chain
          } catch let unknown as JournalLine.UnknownVersion {
            unsendable.append(
              Unsendable(
                responseID: waiting.location.responseID,
                position: PushedPosition(seq: waiting.seq, chain: waiting.chain), reason: unknown.description))
            return true
          }
        }
        if waiting.lacksOtherLines, waiting.seq >= waiting.last {
          let others = OtherLineParts(db: db, location: waiting.location)
          for part in try others.parts(ofResponse: waiting.key, besides: waiting.heads) {
            try pass(part)
          }
        }
        return rest > 0
      }
    }
    return unsendable
  }

  /// Checks that a destination could begin at this moment.
  ///
  /// - Throws: ``StoreError/Code/readOnly``; ``StoreError/Code/busy`` while another process writes.
  package func requireWritable() throws {
    try write { _ in ((), .rollback) }
  }

  /// Makes compaction keep what a destination lacks from now on, and sets aside what cannot be sent to it.
  package func begin(_ destination: String, setting unsendable: [Unsendable]) throws {
    if unsendable.isEmpty, try read({ try Self.destinationID(destination, in: $0) }) != nil { return }
    try write { db in
      if try Self.destinationID(destination, in: db) == nil {
        try db.execute(
          sql: "INSERT INTO formstate_destination (name) VALUES (?)", arguments: [destination.canonicalKey])
      }
      let pushed = PushedPositions(db: db, destinationID: try Self.requireDestination(destination, in: db))
      for response in unsendable {
        try pushed.refuse(response.reason, responseID: response.responseID, at: response.position)
      }
      return ((), .commit)
    }
  }

  /// Takes the answers of a destination, in any order, all in one transaction.
  ///
  /// An acknowledgement counts only if this file has the same history up to its revision: one that was meant for
  /// another copy of the file changes nothing.
  ///
  /// - Parameters:
  ///   - answers: the answers.
  ///   - destination: the name of the destination.
  /// - Returns: for each answer, its response and its effect.
  /// - Throws: ``StoreError/Code/unknownDestination``; ``StoreError``.
  /// - Complexity: O(k log n) for k acknowledged entries and changes.
  @discardableResult
  public func take(_ answers: [PushAnswer], from destination: String) throws -> [TakenAnswer] {
    try write { db in
      let pushed = PushedPositions(db: db, destinationID: try Self.requireDestination(destination, in: db))
      return (try answers.map { try pushed.take($0) }, .commit)
    }
  }

  /// What a destination has acknowledged: the tips of the responses of which it has entries, one for each line.
  ///
  /// - Throws: ``StoreError/Code/unknownDestination``; ``StoreError``.
  /// - Complexity: O(r log r) for r responses.
  package func acknowledged(by destination: String) throws -> TipInventory {
    try read { db in
      let id = try Self.requireDestination(destination, in: db)
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT response.stream, pushed.revision, pushed.chain
          FROM formstate_pushed AS pushed
          JOIN formstate_response AS response ON response.id = pushed.response_id
          WHERE pushed.destination_id = ?1 AND pushed.revision > 0
          UNION
          SELECT response.stream, line.revision, line.chain
          FROM formstate_pushed AS pushed
          JOIN formstate_response AS response ON response.id = pushed.response_id
          CROSS JOIN json_each(pushed.heads) AS head
          JOIN formstate_line_entry AS line ON line.response_id = pushed.response_id AND line.chain = head.value
          WHERE pushed.destination_id = ?1
          """, arguments: [id])
      var tips: [JournalTip] = []
      while let row = try rows.next() {
        guard let stream = StreamName(bytes: Array(try row.decode(Data.self, atIndex: 0))) else {
          throw StoreError.damaged("a response has a name of another length than 16 bytes")
        }
        tips.append(
          JournalTip(
            stream: stream, revision: try ResponseLocation.checked(try row.decode(atIndex: 1)),
            chain: try PushedPosition.chain(try row.decode(atIndex: 2))))
      }
      return TipInventory(tips)
    }
  }

  /// The names of all destinations, in alphabetical order.
  ///
  /// - Throws: ``StoreError``.
  public func destinations() throws -> [String] {
    try read { try String.fetchAll($0, sql: "SELECT name FROM formstate_destination ORDER BY name") }
  }

  /// What waits for a destination.
  ///
  /// - Throws: ``StoreError/Code/unknownDestination``; ``StoreError``.
  /// - Complexity: O(r log n) for r responses.
  public func outboxStatus(of destination: String) throws -> OutboxStatus {
    try read { db in
      let reader = OutboxReader(db: db, destinationID: try Self.requireDestination(destination, in: db))
      var status = OutboxStatus()
      try reader.forEachWaiting { waiting in
        if let refusal = waiting.refusal {
          status.refused.append(OutboxStatus.Refused(key: waiting.key, reason: refusal))
        } else {
          status.responseCount += 1
          status.entryCount += waiting.entryCount
          if let time = try reader.timeOfNext(waiting) { status.oldest = min(status.oldest ?? time, time) }
        }
        return true
      }
      return status
    }
  }

  /// Sends the refused responses of a destination again, after the cause was remedied.
  ///
  /// - Returns: how many there are.
  /// - Throws: ``StoreError/Code/unknownDestination``; ``StoreError``.
  @discardableResult
  public func retryRefused(of destination: String) throws -> Int {
    try write { db in
      let id = try Self.requireDestination(destination, in: db)
      try db.execute(
        sql: "UPDATE formstate_pushed SET refusal = NULL WHERE destination_id = ? AND refusal IS NOT NULL",
        arguments: [id])
      return (db.changesCount, .commit)
    }
  }

  /// Forgets a destination, so compaction no longer keeps what it lacks. Under the same name it begins again.
  ///
  /// - Throws: ``StoreError/Code/unknownDestination``; ``StoreError``.
  public func removeDestination(_ destination: String) throws {
    try write { db in
      let id = try Self.requireDestination(destination, in: db)
      try db.execute(sql: "DELETE FROM formstate_destination WHERE id = ?", arguments: [id])
      return ((), .commit)
    }
  }

  static func destinationID(_ name: String, in db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db, sql: "SELECT id FROM formstate_destination WHERE name = ?", arguments: [name.canonicalKey])
  }

  static func requireDestination(_ name: String, in db: Database) throws -> Int64 {
    if let id = try destinationID(name, in: db) { return id }
    let names = try String.fetchAll(db, sql: "SELECT name FROM formstate_destination")
    throw StoreError.unknownDestination(name: name, nearest: names.nearest(to: name))
  }
}

/// What waits for a destination.
public struct OutboxStatus: Hashable, Sendable {
  /// The number of responses of which it lacks entries; refused ones do not count.
  public internal(set) var responseCount = 0
  /// The number of entries that it lacks.
  public internal(set) var entryCount = 0
  /// The time of the oldest one; `nil` if it lacks nothing.
  public internal(set) var oldest: Timestamp?
  /// The responses that it refuses, of which nothing more is sent.
  public internal(set) var refused: [Refused] = []

  /// A refused response.
  public struct Refused: Hashable, Sendable {
    /// Its key.
    public let key: ResponseKey
    /// Why the destination refuses it, or why it cannot be sent.
    public let reason: String
  }
}

/// The effect of an answer.
public struct TakenAnswer: Hashable, Sendable {
  /// The response; `nil` if this file does not have it.
  public let key: ResponseKey?
  /// The answer.
  public let answer: PushAnswer
  /// Why the answer has no effect, as a clause; `nil` if it has.
  public let problem: String?
}
