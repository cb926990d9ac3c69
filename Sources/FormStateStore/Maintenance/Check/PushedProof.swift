import FormState
import GRDB

/// Verifies what the outbox notes about a response: each destination has the beginning of its journal.
struct PushedProof {
  let db: Database
  let location: ResponseLocation

  /// The faults, as a clause each.
  ///
  /// A destination that lacks entries which a compaction removed gets the checkpoint. All that is known of its chain
  /// is that no other revision has it.
  ///
  /// - Complexity: O(k log n) for k entries and changes, for each destination.
  func faults() throws -> [String] {
    let last = try location.revision(in: db)
    let statement = try db.cachedStatement(
      sql: """
        SELECT destination.name, pushed.revision, pushed.chain
        FROM formstate_pushed AS pushed
        JOIN formstate_destination AS destination ON destination.id = pushed.destination_id
        WHERE pushed.response_id = ?
        ORDER BY destination.name
        """)
    return try Row.fetchAll(statement, arguments: [location.responseID]).compactMap { row in
      let position = PushedPosition(
        seq: try ResponseLocation.checked(try row.decode(atIndex: 1)),
        chain: try PushedPosition.chain(try row.decode(atIndex: 2)))
      return try problem(with: position, last: last).map {
        "the destination “\(try row.decode(String.self, atIndex: 0).shortened)” \($0)"
      }
    }
  }

  private func problem(with position: PushedPosition, last: Int) throws -> String? {
    guard position.seq <= last else {
      return "has revision \(position.seq), but the journal ends with revision \(last)"
    }
    return try isPossible(position, last) ? nil : "has another history up to revision \(position.seq) than the journal"
  }

  private func isPossible(_ position: PushedPosition, _ last: Int) throws -> Bool {
    let reader = OutboxReader(db: db, destinationID: nil)
    let start = PushedPosition.start(of: location)
    if position.isWithin(location) {
      return try reader.chain(of: location, after: start, through: position.seq) == position.chain
    }
    // The entries are no longer there, so their chain is unknown, but it is not that of another revision.
    guard position.seq > 0 else { return position == .nothing(of: location) }
    var others: Set = [start.chain]
    _ = try reader.chain(of: location, after: start, through: last) { _, chain in others.insert(chain) }
    return !others.contains(position.chain)
  }
}
