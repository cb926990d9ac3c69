import FormState
import GRDB

/// A state change as the journal stores it: both sides whole, or of a longer text only the difference.
struct StoredChange {
  let field: StateChange.Field
  let subject: StateSubject
  var before: StoredContent
  var after: StoredContent
  /// Whether the cell counts as touched from here on, which is a separate change.
  var touches = false
  /// The position of the sides as parts of texts; `nil` if they are whole.
  var part: Part?

  /// The position of a part of a text.
  struct Part {
    /// The number of unchanged characters at the beginning and at the end.
    var keeps: (first: Int, last: Int)
    /// The revision of the last change of the field with the whole text.
    var wholeAt: Int
  }

  /// Creates a change that is stored whole.
  init(_ change: StateChange, touches: Bool = false) {
    field = change.field
    subject = change.subject
    before = StoredContent(change.before)
    after = StoredContent(change.after)
    self.touches = touches
  }

  /// The changed field.
  var identity: StateChange.Identity { StateChange.Identity(field, of: subject) }

  /// The columns of a change, called `change`, in the order in which ``init(row:from:)`` reads them.
  static let columns = """
    change.field, \(StateSubject.storedColumns), change.touches, change.before_type, change.before, change.after_type,
    change.after, change.keeps_first, change.keeps_last, change.whole_at
    """

  /// The number of ``columns``.
  static let columnCount = 12

  /// Reads a change whose ``columns`` begin at an index.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  init(row: Row, from index: Int = 0) throws {
    field = try StateChange.Field(stored: try row.decode(atIndex: index))
    subject = try StateSubject(stored: row, from: index + 1)
    touches = try row.decode(Bool?.self, atIndex: index + 4) ?? false
    before = try StoredContent(row: row, from: index + 5)
    after = try StoredContent(row: row, from: index + 7)
    if let first = try row.decode(Int?.self, atIndex: index + 9) {
      part = Part(
        keeps: (first, try row.decode(Int?.self, atIndex: index + 10) ?? 0),
        wholeAt: try row.decode(Int?.self, atIndex: index + 11) ?? 0)
    }
  }

  /// The change of the touched mark; `nil` if it stays unchanged.
  var touch: StateChange? {
    touches ? StateChange(.touched, of: subject, before: nil, after: .flag(true)) : nil
  }
}

extension StoredChange {
  /// Texts with fewer characters are stored whole, since that takes no more space.
  static let shortestText = 32

  /// Maximum number of revisions based on a whole text, before it is stored whole again.
  ///
  /// High enough to cost little for each typed character, and low enough to read every revision fast.
  static func longestRun(forTextOf count: Int) -> Int { min(max(64, count / 32), longestRun) }

  /// Absolute maximum number of revisions based on a whole text.
  static let longestRun = 512

  /// Stores only the difference of both sides, if that is a small part of a longer text.
  ///
  /// - Parameter wholeAt: returns the revision of the last change with the whole previous text; `nil` if none is near
  ///   enough.
  /// - Complexity: O(n) for a text of n characters.
  mutating func shorten(_ change: StateChange, wholeAt: () throws -> Int?) rethrows {
    guard let new = (change.after?.text?.unicodeScalars).map(Array.init),
      let old = (change.before?.text?.unicodeScalars).map(Array.init)
    else { return }
    let shorter = min(old.count, new.count)
    guard shorter >= Self.shortestText else { return }
    var first = 0
    while first < shorter, old[first] == new[first] { first += 1 }
    var last = 0
    while last < shorter - first, old[old.count - 1 - last] == new[new.count - 1 - last] { last += 1 }
    guard first + last >= new.count / 2, let wholeAt = try wholeAt() else { return }
    func part(of text: [Unicode.Scalar]) -> StoredContent {
      StoredContent(part: String(String.UnicodeScalarView(text[first..<(text.count - last)])))
    }
    before = part(of: old)
    after = part(of: new)
    self.part = Part(keeps: (first, last), wholeAt: wholeAt)
  }

  /// The changes as rows of an entry: the first touch of a cell is marked in the row of the change that made it.
  static func rows(of changes: [StateChange]) -> [(change: StateChange, touches: Bool)] {
    var rows: [(change: StateChange, touches: Bool)] = []
    rows.reserveCapacity(changes.count)
    for change in changes {
      if let last = rows.last, !last.touches, last.change.field != .touched, last.change.subject == change.subject,
        change.field == .touched, change.before == nil, change.after == .flag(true)
      {
        rows[rows.count - 1].touches = true
      } else {
        rows.append((change, false))
      }
    }
    return rows
  }
}
