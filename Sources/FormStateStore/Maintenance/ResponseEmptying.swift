import FormState
import GRDB

/// Empties the entries of a journal of what a cleared sensitive answer was.
struct ResponseEmptying {
  let db: Database
  let location: ResponseLocation

  /// Empties the entries.
  ///
  /// - Parameter cell: the cell that is being cleared.
  /// - Returns: what was removed, which decides what the clear itself says.
  /// - Throws: ``StoreError/Code/damaged``.
  /// - Complexity: O(k log n) for k entries and changes, and O(m) for m sensitive cells of all versions.
  func run(clearing cell: StateSubject) throws -> EntryEmptying {
    let entries = try StoredJournal(db: db, location: location).entries()
    let emptying = try emptying(of: entries, clearing: cell)
    let writer = StateWriter(db: db, location: location, author: nil)
    var (options, version): (Set<String>, Int?) = ([], nil)
    let digests = try OutboxReader.digests(ofForm: location.version.formID, in: db)
    for entry in entries {
      let former = version
      version = entry.version ?? version
      let emptied = emptying.emptied(entry, digest: JournalLine.digest(of: entry, after: former, digests))
      guard let emptied else { continue }
      if let cell = entry.action.cell?.subject, emptied.action.cell?.subject != cell { options.insert(cell.key) }
      try writer.replace(emptied, inVersions: (former ?? entry.version ?? 0, entry.version ?? 0))
    }
    try emptyOtherLines(emptying, digests, &options)
    try Self.noteInFolders(db)
    try KeyNumbers.deleteUnused(options, in: db)
    return emptying
  }

  /// Whether an entry says something of a cell.
  ///
  /// - Complexity: O(k) for k entries and changes.
  func isNeeded(clearing cell: StateSubject) throws -> Bool {
    let entries = try StoredJournal(db: db, location: location).entries()
    let emptying = try emptying(of: entries, clearing: cell)
    let others = try StoredLines(db: db, location: location).entries().map(\.entry)
    return (entries + others).contains(where: emptying.hasContents)
  }

  private func emptying(of entries: [JournalEntry], clearing cell: StateSubject) throws -> EntryEmptying {
    try emptying(clearing: cell, upgrades: entries.compactMap(\.action.move))
  }

  /// What clearing a cell removes.
  func emptying(clearing cell: StateSubject, upgrades: [UpgradeRecord]) throws -> EntryEmptying {
    try EntryEmptying(
      clearing: cell, of: SensitiveCells(ofVersion: location.version, in: db), setByRules: setByRules(),
      upgrades: upgrades)
  }

  /// Notes that files in folders may still have what was cleared.
  static func noteInFolders(_ db: Database) throws {
    try db.execute(sql: "UPDATE formstate_destination SET has_emptied = 1 WHERE peer IS NOT NULL")
  }

  /// Empties what other lines said.
  private func emptyOtherLines(
    _ emptying: EntryEmptying, _ digests: [Int: String], _ options: inout Set<String>
  ) throws {
    let lines = StoredLines(db: db, location: location)
    guard try lines.areThere else { return }
    let entries = try lines.entries()
    let versions = Dictionary(entries.map { ($0.address, $0.entry.version) }) { first, _ in first }
    let journal = StoredJournal(db: db, location: location)
    for line in entries {
      let former = try line.previous.flatMap { previous in
        try versions[previous] ?? journal.version(at: previous.revision)
      }
      let digest = JournalLine.digest(of: line.entry, after: former, digests)
      guard let emptied = emptying.emptied(line.entry, digest: digest) else { continue }
      if let cell = line.entry.action.cell?.subject, emptied.action.cell?.subject != cell { options.insert(cell.key) }
      try lines.insert(LineEntry(emptied, at: line.address, after: line.previous))
    }
  }

  /// The keys of sensitive cells in which rules set values.
  private func setByRules() throws -> Set<String> {
    try String.fetchSet(
      db,
      sql: """
        SELECT cell.key
        FROM formstate_version AS version
        CROSS JOIN formstate_cell AS cell ON cell.version_id = version.id AND cell.is_sensitive
        JOIN formstate_rule AS rule ON rule.cell_id = cell.id AND rule.kind IN ('set', 'default')
        WHERE version.form_id = ?
        """, arguments: [location.version.formID])
  }
}
