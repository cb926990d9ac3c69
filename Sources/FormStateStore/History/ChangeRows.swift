import FormState
import GRDB

/// Writes many state changes of an entry to the journal, several with each statement: those that are stored whole, of subjects
/// outside of repeats that are not set aside.
struct ChangeRows {
  /// A change with its order within the entry, and what a person reads of it where that is not what it stores.
  typealias Change = (ordinal: Int, change: StateChange, readable: String?)

  /// How many changes a statement writes.
  static let count = 32

  let db: Database
  let responseID: Int64?
  let revision: Int

  private static let insertion =
    """
    INSERT INTO formstate_state_change (
      response_id, seq, ordinal, field, subject, instance, origin, is_touched, after, type, readable
    ) VALUES\u{20}
    """
    + Array(repeating: "(?1, ?2, ?, ?, ?, 0, 0, ?, ?, ?, ?)", count: count).joined(separator: ", ")

  /// Writes as many changes as a statement does.
  func insert(_ changes: ArraySlice<Change>) throws {
    var values = [responseID.databaseValue, revision.databaseValue]
    values.reserveCapacity(2 + 7 * Self.count)
    for (ordinal, change, readable) in changes {
      let content = StoredContent(change.after)
      values.append(ordinal.databaseValue)
      values.append(change.field.rawValue.databaseValue)
      values.append(change.subject.key.databaseValue)
      values.append(content.isTouched.databaseValue)
      values.append(content.after)
      values.append((content.type?.rawValue).databaseValue)
      values.append(readable.databaseValue)
    }
    try db.cachedStatement(sql: Self.insertion).execute(arguments: StatementArguments(values))
  }
}
