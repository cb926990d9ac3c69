/// A journal in memory, followed entry by entry, with what can be undone and redone after each.
package final class RecordedJournal: Journal {
  package private(set) var base: Int
  private var entries: [JournalEntry] = []
  /// The position after each entry.
  private var positions: [JournalPosition] = []
  /// The number of the version in force after each entry; `nil` until an entry names one.
  private var versions: [Int?] = []
  /// The entries that revert another one, by the latter.
  private var reverting: [Int: [Int]] = [:]
  /// The revision whose action made each entry unreachable, by that entry's revision.
  package private(set) var abandonedBy: [Int: Int] = [:]

  /// Begins before the first entry.
  ///
  /// - Parameter base: the revision up to which compaction removed the entries; 0 for none. An entry that emptied those
  ///   before it raises it.
  package init(base: Int = 0) {
    self.base = base
  }

  /// The revision up to which nothing in a journal can be taken back, since an entry emptied those before it; `nil` if
  /// none did.
  package static func emptiedTo(in entries: [JournalEntry]) -> Int? {
    guard let emptied = entries.last(where: { $0.empties || $0.redacted != nil }) else { return nil }
    var clear = emptied.revision
    if !emptied.empties {
      // Somebody cleared the answer on another line. Entries depend on what is gone until a merge took that over.
      clear = entries.first { $0.revision > clear && $0.action.merge != nil }?.revision ?? clear
    }
    // Its step may go on after it.
    return entries.last { $0.step <= clear && $0.revision >= clear }?.revision
  }

  /// The number of the version in force; `nil` until an entry names one.
  package var version: Int? { versions.last ?? nil }

  package func position(at revision: Int) -> JournalPosition {
    guard let first = entries.first?.revision, revision >= first else { return JournalPosition() }
    return positions[min(revision - first, positions.count - 1)]
  }

  package func entry(at revision: Int) throws -> JournalEntry {
    guard let first = entries.first?.revision, let entry = entries.element(at: revision - first) else {
      throw ActionError.unknownRevision(revision, first: base, last: entries.last?.revision ?? base)
    }
    return entry
  }

  package func step(endingAt revision: Int) throws -> (start: Int, target: Int) {
    let entry = try entry(at: revision)
    return (entry.step, entry.target ?? revision)
  }

  package func forEachEntry(in revisions: ClosedRange<Int>, _ body: (JournalEntry) throws -> Bool) rethrows {
    guard let first = entries.first?.revision else { return }
    for entry in entries.dropFirst(max(0, revisions.lowerBound - first)) {
      guard entry.revision <= revisions.upperBound, try body(entry) else { return }
    }
  }

  package func changes(of revision: Int, most: Int) throws -> [StateChange] {
    Array(try entry(at: revision).changes.prefix(most))
  }

  package func changes(reverting revision: Int) throws -> [StateChange] {
    try (reverting[revision] ?? []).flatMap { try entry(at: $0).changes }
  }

  package func version(at revision: Int) -> Int? {
    guard let first = entries.first?.revision, revision >= first else { return nil }
    return versions[min(revision - first, versions.count - 1)]
  }

  /// Appends the next entry.
  ///
  /// - Returns: the inconsistency as a sentence; `nil` if there is none.
  package func follow(_ entry: JournalEntry) -> String? {
    let before = position(at: .max)
    var after = before
    var problem: String?
    do {
      problem = try fault(of: entry, after: before)
      if problem == nil {
        after = try position(after: entry.action, reverting: entry.reverts, from: before)
        if entry.action.kind.abandonsRedo { try abandon(from: before.redoTop, by: entry.revision) }
      }
    } catch {
      problem = Self.notThere(entry)
    }
    // A step that goes on after the clear cannot be taken back either.
    if entry.empties || entry.step <= base { (base, after) = (entry.revision, JournalPosition()) }
    after.revision = entry.revision
    let crosses = version == nil || entry.action.kind.canCrossVersions
    versions.append(crosses ? entry.version ?? version : version)
    entries.append(entry)
    positions.append(after)
    if let reverts = entry.reverts { reverting[reverts, default: []].append(entry.revision) }
    return problem
  }

  private func abandon(from redoTop: Int?, by revision: Int) throws {
    for abandoned in try redoableSteps(from: redoTop).joined() where abandonedBy[abandoned] == nil {
      abandonedBy[abandoned] = revision
    }
  }

  private func fault(of entry: JournalEntry, after position: JournalPosition) throws -> String? {
    let kind = entry.action.kind
    guard entry.step == entry.revision || kind.continuesSteps else {
      return "revision \(entry.revision) is part of another undo step, which “\(kind.rawValue)” never is"
    }
    if kind.isAboutUndo {
      guard let reverts = entry.reverts, try reverts <= base || holds(reverts, kind == .undo ? .undo : .redo) else {
        return Self.notThere(entry)
      }
    }
    guard entry.step != entry.revision, !(entry.step <= base && base == entry.revision - 1) else { return nil }
    guard position.undoTop == entry.revision - 1, try step(endingAt: entry.revision - 1).start == entry.step,
      try isContinuable(entry.revision - 1)
    else {
      return "revision \(entry.revision) does not continue the undo step that begins with \(entry.step)"
    }
    guard try entry.group == self.entry(at: entry.revision - 1).group else {
      return "revision \(entry.revision) is part of another group than the undo step that it continues"
    }
    return nil
  }

  private static func notThere(_ entry: JournalEntry) -> String {
    "revision \(entry.revision) reverts a step that could not be reverted"
  }
}
