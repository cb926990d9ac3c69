import FormState
import GRDB

/// Reads what fields held, from the journal alone.
///
/// A change stores what it left in its field, not what was there before, and of a longer text only the part that changed. So
/// what a field held is what its last change left, put together from the last change that holds it whole.
struct ContentReader {
  let db: Database
  let location: ResponseLocation

  /// The last change of a field.
  struct LastChange {
    /// The revision of the change.
    let revision: Int
    /// The revision of the last change that holds the content whole: this one, or an earlier one.
    let wholeAt: Int
  }

  /// The last change of a field up to a revision; `nil` when nothing has changed it. O(log n) for n changes.
  func lastChange(of field: StateChange.Identity, through revision: Int = .max) throws -> LastChange? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT seq, whole_at
        FROM formstate_state_change
        WHERE response_id = ? AND field = ? AND subject = ? AND instance = ? AND origin = ? AND seq <= ?
        ORDER BY seq DESC
        LIMIT 1
        """)
    let arguments: StatementArguments = [
      location.responseID, field.field.rawValue, field.subject.key, field.subject.instance, field.subject.storedOrigin,
      revision,
    ]
    guard let row = try Row.fetchOne(statement, arguments: arguments) else { return nil }
    let last: Int = try row.decode(atIndex: 0)
    // What compaction has removed, its checkpoint holds whole.
    let whole = max(try row.decode(Int?.self, atIndex: 1) ?? last, location.compactedTo ?? 0)
    return LastChange(revision: last, wholeAt: min(whole, last))
  }

  /// What a field held after a revision; `nil` when it was untouched. O(d log n) for the d changes that it is put together
  /// from, besides the length of the text.
  func content(of field: StateChange.Identity, through revision: Int = .max) throws -> FieldContent? {
    guard let last = try lastChange(of: field, through: revision) else { return nil }
    return try content(of: field, last)
  }

  /// What a change left in its field.
  func content(of field: StateChange.Identity, _ last: LastChange) throws -> FieldContent? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredContent.columns)
        FROM formstate_state_change AS change
        WHERE response_id = ? AND field = ? AND subject = ? AND instance = ? AND origin = ?
          AND seq BETWEEN ? AND ?
        ORDER BY seq
        """)
    let rows = try Row.fetchCursor(
      statement,
      arguments: [
        location.responseID, field.field.rawValue, field.subject.key, field.subject.instance,
        field.subject.storedOrigin, last.wholeAt, last.revision,
      ])
    var content: FieldContent?
    var text: FollowedText?
    while let row = try rows.next() {
      let stored = try StoredContent(row: row, from: 0)
      if stored.isTouched, stored.keeps != nil {
        if text == nil { text = content?.text.map(FollowedText.init) }
        try stored.take(into: &text)
      } else {
        text = nil
        content = try stored.content(after: nil, field: field.field)
      }
    }
    return text.map { .text($0.text) } ?? content
  }
}

/// Follows the changes of a journal in order and tells both sides of each.
struct ContentFollower {
  /// What fields hold that have been met.
  private var contents: [StateChange.Identity: FieldContent?] = [:]
  /// Reads what a field held before the first change that is followed; `nil` when they are followed from the beginning.
  private let reader: ContentReader?
  private let start: Int

  /// Begins after a revision.
  ///
  /// - Parameter reader: reads what stands before that.
  init(after revision: Int, _ reader: ContentReader) {
    start = revision
    self.reader = revision > 0 ? reader : nil
  }

  /// The next change, as it is stored.
  mutating func change(
    _ field: StateChange.Field, of subject: StateSubject, _ stored: StoredContent
  ) throws -> StateChange {
    let identity = StateChange.Identity(field, of: subject)
    let before = try contents[identity] ?? reader?.content(of: identity, through: start)
    let after = try stored.content(after: before, field: field)
    contents[identity] = .some(after)
    return StateChange(field, of: subject, before: before, after: after)
  }
}
