import FormState
import Foundation
import GRDB

/// How much of each response a destination has.
struct PushedPositions {
  let db: Database
  let destinationID: Int64

  /// Takes an answer of the destination.
  ///
  /// - Complexity: O(k log n) for k entries and changes between the known position and the answer's.
  func take(_ answer: PushAnswer) throws -> TakenAnswer {
    guard let (key, location) = try response(answer.stream) else {
      return TakenAnswer(key: nil, answer: answer, problem: "this file has no such response")
    }
    return TakenAnswer(key: key, answer: answer, problem: try take(answer.outcome, location))
  }

  private func take(_ outcome: PushAnswer.Outcome, _ location: ResponseLocation) throws -> String? {
    switch outcome {
    case .took(let revision, let chain), .had(let revision, let chain), .forked(_, let revision, let chain):
      return try advance(location, to: revision, chain)
    case .sendFrom(let revision): return try goBack(location, to: revision)
    case .needsDefinition(let digest):
      try db.execute(
        sql: """
          DELETE FROM formstate_known_version
          WHERE destination_id = ?
            AND version_id IN (SELECT id FROM formstate_version WHERE form_id = ? AND digest = ?)
          """, arguments: [destinationID, location.version.formID, digest])
      let sql = "SELECT EXISTS (SELECT 1 FROM formstate_version WHERE form_id = ? AND digest = ?)"
      let exists = try Bool.fetchOne(db, sql: sql, arguments: [location.version.formID, digest]) == true
      return exists ? nil : "this file has no such definition"
    case .refused(let reason):
      let known = try position(of: location)
      try refuse(reason, responseID: location.responseID, at: known ?? .nothing(of: location))
      return nil
    }
  }

  /// Notes that the destination has the entries up to a revision.
  private func advance(_ location: ResponseLocation, to revision: Int, _ chain: String) throws -> String? {
    if let other = JournalChain(chain), try isOfOtherLine(other, of: location) {
      try note(heads: [other], of: location)
      return nil
    }
    let known = try position(of: location)
    if let known, known.seq > revision { return nil }
    guard try location.revision(in: db) >= revision else { return "this file ends before revision \(revision)" }
    let start = known.flatMap { $0.isWithin(location) ? $0 : nil } ?? .start(of: location)
    guard start.seq <= revision else { return "the entries up to revision \(revision) were compacted" }
    let reader = OutboxReader(db: db, destinationID: destinationID)
    var versions: Set<Int> = []
    let own = try reader.chain(of: location, after: start, through: revision) { entry, _ in
      versions.formUnion(entry.versions)
    }
    guard let own, own.description == chain else { return "this file has another history up to revision \(revision)" }
    try write(PushedPosition(seq: revision, chain: own), location)
    try note(versions, of: location)
    return nil
  }

  /// Notes that the destination lacks entries that it had before.
  private func goBack(_ location: ResponseLocation, to revision: Int) throws -> String? {
    try db.execute(
      sql: "UPDATE formstate_pushed SET heads = '[]' WHERE destination_id = ? AND response_id = ?",
      arguments: [destinationID, location.responseID])
    guard let known = try position(of: location), known.seq >= revision, revision > 0 else { return nil }
    let start = PushedPosition.start(of: location)
    let reader = OutboxReader(db: db, destinationID: destinationID)
    if revision - 1 > start.seq, let chain = try reader.chain(of: location, after: start, through: revision - 1) {
      try write(PushedPosition(seq: revision - 1, chain: chain), location)
    } else {
      // From the beginning, or from the checkpoint that replaces it.
      try write(.nothing(of: location), location)
    }
    return nil
  }

  /// Whether an entry is here, beside the journal.
  func isOfOtherLine(_ chain: JournalChain, of location: ResponseLocation) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM formstate_line_entry WHERE response_id = ? AND chain = ?)",
      arguments: [location.responseID, chain.description]) ?? false
  }

  /// Notes that a folder has entries of a response, which were read there or written into it.
  ///
  /// - Complexity: O(k log n) for k entries and changes that the folder did not have of the journal.
  func note(_ entries: Set<EntryAddress>, of location: ResponseLocation) throws {
    let known = try position(of: location)
    let start = known.flatMap { $0.isWithin(location) ? $0 : nil } ?? .start(of: location)
    var (reached, versions, isAlong) = (start, Set<Int>(), true)
    let reader = OutboxReader(db: db, destinationID: destinationID)
    _ = try reader.chain(of: location, after: start, through: location.revision(in: db)) { entry, chain in
      isAlong = isAlong && entries.contains(EntryAddress(revision: entry.revision, chain: chain))
      guard isAlong else { return }
      reached = PushedPosition(seq: entry.revision, chain: chain)
      versions.formUnion(entry.versions)
    }
    if reached != start { try write(reached, location) }
    try note(versions, of: location)
    try note(heads: Set(entries.map(\.chain)), of: location)
  }

  /// Notes that the destination has other lines up to entries.
  func note(heads: Set<JournalChain>, of location: ResponseLocation) throws {
    try db.execute(
      sql: """
        INSERT INTO formstate_pushed (destination_id, response_id, revision, chain, heads)
        SELECT ?1, ?2, ?3, ?4, json_group_array(chain)
        FROM formstate_head
        WHERE response_id = ?2 AND chain IN (SELECT value FROM json_each(?5))
        HAVING count(*) > 0
        ON CONFLICT DO UPDATE SET heads = (
          SELECT json_group_array(value)
          FROM (
            SELECT value FROM json_each(formstate_pushed.heads)
            UNION
            SELECT value FROM json_each(excluded.heads)))
        """,
      arguments: [
        destinationID, location.responseID, 0, PushedPosition.nothing(of: location).chain.description,
        "[" + heads.map { "\"\($0)\"" }.joined(separator: ",") + "]",
      ])
  }

  /// Notes that a file of a folder was read or written.
  func note(file name: String) throws {
    try db.execute(
      sql: "INSERT INTO formstate_exchanged_file (destination_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING",
      arguments: [destinationID, name])
  }

  /// Notes why nothing more of a response is sent.
  func refuse(_ reason: String, responseID: Int64?, at position: PushedPosition) throws {
    let readable = reason.isEmpty ? "no reason was given" : ForbiddenCharacter.replaced(in: reason)
    try db.execute(
      sql: """
        INSERT INTO formstate_pushed (destination_id, response_id, revision, chain, refusal) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET refusal = excluded.refusal
        """, arguments: [destinationID, responseID, position.seq, position.chain.description, readable])
  }

  private func write(_ position: PushedPosition, _ location: ResponseLocation) throws {
    try db.execute(
      sql: """
        INSERT INTO formstate_pushed (destination_id, response_id, revision, chain) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET revision = excluded.revision, chain = excluded.chain, refusal = NULL
        """, arguments: [destinationID, location.responseID, position.seq, position.chain.description])
  }

  /// Notes that the destination has the definitions that acknowledged entries name.
  private func note(_ versions: Set<Int>, of location: ResponseLocation) throws {
    for number in versions {
      try db.execute(
        sql: """
          INSERT INTO formstate_known_version (destination_id, version_id)
          SELECT ?, id FROM formstate_version WHERE form_id = ? AND number = ?
          ON CONFLICT DO NOTHING
          """, arguments: [destinationID, location.version.formID, number])
    }
  }

  func position(of location: ResponseLocation) throws -> PushedPosition? {
    let row = try Row.fetchOne(
      db, sql: "SELECT revision, chain FROM formstate_pushed WHERE destination_id = ? AND response_id = ?",
      arguments: [destinationID, location.responseID])
    return try row.map { row in
      PushedPosition(
        seq: try ResponseLocation.checked(try row.decode(atIndex: 0)),
        chain: try PushedPosition.chain(try row.decode(atIndex: 1)))
    }
  }

  func response(_ stream: StreamName) throws -> (ResponseKey, ResponseLocation)? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT form.key, response.key
        FROM formstate_response AS response
        JOIN formstate_form AS form ON form.id = response.form_id
        WHERE response.stream = ?
        """, arguments: [Data(stream.bytes)])
    return try row.map { row in
      let key = ResponseKey(form: try row.decode(atIndex: 0), response: try row.decode(atIndex: 1))
      return (key, try ResponseLocation.find(key, in: db))
    }
  }
}

/// The definitions that a destination has, while a batch is made.
struct AcknowledgedDefinitions {
  private let db: Database
  private var digests: Set<String>

  /// Reads the definitions that the destination has acknowledged; a new one, with `nil`, has none.
  init(destinationID: Int64?, in db: Database) throws {
    self.db = db
    digests = try String.fetchSet(
      db,
      sql: """
        SELECT version.digest
        FROM formstate_known_version AS known
        JOIN formstate_version AS version ON version.id = known.version_id
        WHERE known.destination_id = ?
        """, arguments: [destinationID])
  }

  /// The definitions that a part names and that are not known, which they are from now on.
  mutating func definitions(of part: PushBatch.Part) throws -> [String: FormDefinition] {
    var definitions: [String: FormDefinition] = [:]
    for digest in part.definitions.values where digests.insert(digest).inserted {
      let repository = DefinitionRepository(db: db)
      let number = try Int.fetchOne(
        db,
        sql: """
          SELECT number
          FROM formstate_version
          WHERE form_id = (SELECT id FROM formstate_form WHERE key = ?) AND digest = ?
          """, arguments: [part.key.form, digest])
      guard let number else { continue }
      definitions[digest] = try repository.form(of: try repository.version(ofForm: part.key.form, number: number))
    }
    return definitions
  }
}
