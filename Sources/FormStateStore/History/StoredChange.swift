import FormState
import GRDB

/// A state change as the journal stores it: both sides whole, or of a longer text only what differs between them.
struct StoredChange {
  let field: StateChange.Field
  let subject: StateSubject
  var before: StoredContent
  var after: StoredContent
  /// Whether the cell counts as touched from here on, which is a change by itself.
  var touches = false
  /// Where the sides are parts of texts; `nil` where they are whole.
  var part: Part?

  /// Where a part of a text stands.
  struct Part {
    /// How many characters stayed at the beginning, and how many at the end.
    var keeps: (first: Int, last: Int)
    /// The revision of the last change of the field that holds the text whole.
    var wholeAt: Int
  }

  /// A change that is stored whole.
  init(_ change: StateChange, touches: Bool = false) {
    field = change.field
    subject = change.subject
    before = StoredContent(change.before)
    after = StoredContent(change.after)
    self.touches = touches
  }

  /// What changed.
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

  /// The change of the mark that the cell is touched; `nil` where it stays unchanged.
  var touch: StateChange? {
    touches ? StateChange(.touched, of: subject, before: nil, after: .flag(true)) : nil
  }
}

extension StoredChange {
  /// Texts with fewer characters are stored whole, since that takes no more room.
  static let shortestText = 32

  /// How many revisions may build on a whole text, before it is stored whole again.
  ///
  /// Rarely enough that it costs little for each character that is typed, often enough that every revision is read at
  /// once.
  static func longestRun(forTextOf count: Int) -> Int { min(max(64, count / 32), longestRun) }

  /// The most revisions that may build on a whole text.
  static let longestRun = 512

  /// Stores of both sides only what differs, where that is little of a longer text.
  ///
  /// - Parameter wholeAt: tells the revision of the last change that holds the whole of what stood there before; `nil`
  ///   for none that is near enough.
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

  /// Changes as rows of an entry: a cell that was touched for the first time is marked in the row of what touched it.
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
