import FormState
import GRDB

/// Verifies what the outbox notes about a response: each destination has the beginning of its journal.
struct PushedProof {
  let db: Database
  let location: ResponseLocation

  /// The faults, as a clause each.
  ///
  /// A destination that lacks entries which a compaction removed cannot be verified, and gets the checkpoint.
  ///
  /// - Complexity: O(k log n) for k entries and changes, for each destination.
  func faults() throws -> [String] {
    let last = try location.revision(in: db)
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT destination.name, pushed.seq, pushed.chain
        FROM formstate_pushed AS pushed
        JOIN formstate_destination AS destination ON destination.id = pushed.destination_id
        WHERE pushed.response_id = ?
        ORDER BY destination.name
        """, arguments: [location.responseID])
    return try rows.compactMap { row in
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
    guard position.isWithin(location) else { return nil }
    let reader = OutboxReader(db: db, destinationID: nil)
    let own = try reader.chain(of: location, after: .start(of: location), through: position.seq)
    return own == position.chain ? nil : "has another history up to revision \(position.seq) than the journal"
  }
}
