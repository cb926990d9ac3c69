import FormState
import GRDB

/// Reads the contents of single fields from the journal alone.
///
/// There is no index from a field to its changes: they are found by scanning the entries of the response.
struct ContentReader {
  let db: Database
  let location: ResponseLocation

  private static let isOfField = """
    field = :field AND subject = (SELECT number FROM formstate_key WHERE key = :key) AND instance = :instance AND origin = :origin
    """

  private func arguments(
    _ field: StateChange.Identity, from first: Int, through last: Int
  ) -> StatementArguments {
    [
      "response": location.responseID, "first": first, "last": last, "field": field.field.number,
      "key": field.subject.key, "instance": field.subject.instance, "origin": field.subject.storedOrigin,
    ]
  }

  /// The revision of the last change with the whole content of a field; `nil` if none of some revisions changed it.
  ///
  /// - Complexity: O(k) for k changes from there.
  func wholeAt(_ field: StateChange.Identity, changedSince first: Int, through last: Int) throws -> Int? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT coalesce(whole_at, seq)
        FROM formstate_state_change
        WHERE response_id = :response AND seq BETWEEN :first AND :last AND \(Self.isOfField)
        ORDER BY seq DESC
        LIMIT 1
        """)
    // The checkpoint has the whole contents of what compaction removed.
    return try Int.fetchOne(statement, arguments: arguments(field, from: first, through: last))
      .map { min(max($0, location.compactedTo ?? 0), last) }
  }

  /// The text of a field after a revision; `nil` if it was not text.
  ///
  /// - Parameter first: the revision of the last change before that with the whole text.
  /// - Complexity: O(k) for k changes between the revisions, plus the length of the text.
  func text(of field: StateChange.Identity, wholeAt first: Int, through last: Int) throws -> String? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredChange.columns)
        FROM formstate_state_change AS change
        WHERE response_id = :response AND seq BETWEEN :first AND :last AND \(Self.isOfField)
        ORDER BY seq, ordinal
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: arguments(field, from: max(first, location.compactedTo ?? 0), through: last))
    var text: EditedText?
    while let row = try rows.next() {
      let stored = try StoredChange(row: row)
      if stored.part == nil {
        text = try stored.after.content(of: field.field)?.text.map(EditedText.init)
      } else {
        try stored.take(into: &text)
      }
    }
    return text?.text
  }

  /// The content of a field after a revision; `nil` if it was untouched. O(k) for k changes since it changed.
  func content(of field: StateChange.Identity, through revision: Int = .max) throws -> FieldContent? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredChange.columns), change.seq
        FROM formstate_state_change AS change
        WHERE response_id = :response AND seq BETWEEN :first AND :last AND \(Self.isOfField)
        ORDER BY seq DESC
        LIMIT 1
        """)
    let row = try Row.fetchOne(statement, arguments: arguments(field, from: 0, through: revision))
    guard let row else { return nil }
    let stored = try StoredChange(row: row)
    guard let part = stored.part else { return try stored.after.content(of: field.field) }
    let last: Int = try row.decode(atIndex: StoredChange.columnCount)
    return try text(of: field, wholeAt: part.wholeAt, through: last).map(FieldContent.text)
  }
}

extension StoredChange {
  /// Applies the difference to the text before the change.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if it does not fit.
  func take(into text: inout EditedText?) throws {
    guard let part, let old = before.part, let new = after.part,
      text?.replace(old, with: new, keeping: part.keeps) == true
    else { throw StoreError.damaged("the journal has a part of a text that does not fit the previous text") }
  }
}

/// Follows the changes of a journal in order, and reconstructs texts of which only parts are stored.
struct ChangeFollower {
  /// The longer texts of the fields so far.
  private var texts: [StateChange.Identity: String] = [:]
  private let reader: ContentReader

  /// Begins at any revision of a journal.
  init(_ reader: ContentReader) {
    self.reader = reader
  }

  /// The changes in the next row of the journal: a change, and possibly that of the touched mark.
  mutating func changes(_ stored: StoredChange, at revision: Int) throws -> [StateChange] {
    let change = try self.change(stored, at: revision)
    return [change] + (stored.touch.map { [$0] } ?? [])
  }

  private mutating func change(_ stored: StoredChange, at revision: Int) throws -> StateChange {
    let identity = stored.identity
    guard let part = stored.part else {
      let change = StateChange(
        stored.field, of: stored.subject, before: try stored.before.content(of: stored.field),
        after: try stored.after.content(of: stored.field))
      let text = change.after?.text
      texts[identity] = text.flatMap { $0.utf8.count < StoredChange.shortestText ? nil : $0 }
      return change
    }
    let before =
      try texts[identity] ?? reader.text(of: identity, wholeAt: part.wholeAt, through: revision - 1)
    var text = before.map(EditedText.init)
    try stored.take(into: &text)
    texts[identity] = text?.text
    return StateChange(
      stored.field, of: stored.subject, before: before.map(FieldContent.text), after: text.map { .text($0.text) })
  }
}
