/// The end of a journal, and the tops of its stacks for undo and redo.
package struct JournalPosition: Hashable, Sendable {
  /// The number of the last entry; 0 before the first.
  package var revision: Int
  /// The last revision of the step that an undo would revert; `nil` if there is none.
  package var undoTop: Int?
  /// The revision of the undo that a redo would revert; `nil` if there is none.
  package var redoTop: Int?

  /// Creates a position; by default the one before the first entry.
  package init(revision: Int = 0, undoTop: Int? = nil, redoTop: Int? = nil) {
    (self.revision, self.undoTop, self.redoTop) = (revision, undoTop, redoTop)
  }
}

extension JournalPosition {
  /// The position without the steps up to a revision, which cannot be taken back.
  package func above(_ base: Int) -> JournalPosition {
    JournalPosition(
      revision: revision, undoTop: undoTop.flatMap { $0 > base ? $0 : nil },
      redoTop: redoTop.flatMap { $0 > base ? $0 : nil })
  }
}

/// The journal of a response, in a file or in memory.
package protocol Journal {
  /// The revision up to which nothing can be taken back: compaction removed the entries, or a clear emptied them; 0 for
  /// none.
  var base: Int { get }
  /// The position after an entry; after the last one for a greater revision.
  func position(at revision: Int) throws -> JournalPosition
  /// The entry with a revision.
  func entry(at revision: Int) throws -> JournalEntry
  /// The beginning of the step that ends with an entry, and its original step.
  func step(endingAt revision: Int) throws -> (start: Int, target: Int)
  /// The entries with some revisions, in order, until the body returns `false`.
  func forEachEntry(in revisions: ClosedRange<Int>, _ body: (JournalEntry) throws -> Bool) throws
  /// The first changes of an entry, up to a number.
  func changes(of revision: Int, most: Int) throws -> [StateChange]
  /// The changes of the entries that revert another one.
  func changes(reverting revision: Int) throws -> [StateChange]
  /// The number of the version in force after an entry; `nil` if no entry up to it names one.
  func version(at revision: Int) throws -> Int?
}

extension Journal {
  /// The position after the last entry.
  package func position() throws -> JournalPosition { try position(at: .max) }

  /// The entries after a revision, in order, until the body returns `false`.
  func forEachEntry(after revision: Int, _ body: (JournalEntry) throws -> Bool) throws {
    let last = try position().revision
    if revision < last { try forEachEntry(in: (revision + 1)...last, body) }
  }
}
