import FormState
import GRDB

/// What was read of a response, and what can be made of it.
struct RecoveredResponse {
  /// What the response can be in the new file, with what that leaves of it.
  typealias Candidate = (outcome: RecoveryReport.Outcome, response: FormContents.Response)

  let key: ResponseKey

  private let db: Database
  private let tornTables: [RecoveryReport.Table]
  private let tornVersions: Set<Int>
  private let definition: (Int) -> FormIndex?

  /// - Parameters:
  ///   - db: the rows that were read.
  ///   - tornTables: the tables that lack rows, of this response or of others.
  ///   - tornVersions: the versions of the form that lack parts.
  ///   - definition: returns the definition of a version; `nil` for one that is gone.
  init(
    _ key: ResponseKey, in db: Database, tornTables: [RecoveryReport.Table], tornVersions: Set<Int>,
    definition: @escaping (Int) -> FormIndex?
  ) {
    (self.key, self.db, self.definition) = (key, db, definition)
    (self.tornTables, self.tornVersions) = (tornTables, tornVersions)
  }

  /// Reads the response.
  ///
  /// - Returns: what it can be in the new file, the best first; empty if nothing is left.
  /// - Complexity: O(k log k) for k entries and changes.
  func candidates() -> [Candidate] {
    guard let location = try? ResponseLocation.find(key, in: db), let id = location.responseID else { return [] }
    let tables = StateTables(db: db, location: location)
    let state = definition(location.version.number) == nil ? nil : try? tables.state()
    let entries = readableEntries(at: location)
    let journal = soundBeginning(of: entries, at: location)
    let last = max(entries.last?.revision ?? 0, (try? lastRevision(at: location)) ?? 0)
    let isJournalRead = journal.count == entries.count && last == journal.last?.revision ?? 0
    let reached = isJournalRead ? try? check(journal, at: location).state : nil
    // What is left of a cell that is gone cannot be read.
    let isStateTorn =
      tornVersions.contains(location.version.number)
      || tornTables.contains { Self.stateTables.contains($0.name) && $0.mayLack(id) }
    let mayLackEnd = tornTables.contains { Self.journalTables.contains($0.name) && $0.mayLackEnd(of: id) }

    func candidate(_ outcome: RecoveryReport.Outcome, _ journal: [JournalEntry]) -> Candidate {
      let used = InstanceNumber.counter(of: journal.lazy.flatMap(\.changes).map(\.subject.instance).max() ?? 0)
      return (
        outcome,
        FormContents.Response(
          stream: location.stream, version: location.version.number,
          nextInstance: max((try? tables.nextInstanceCounter()) ?? 1, used + 1), journal: journal,
          others: journal.last == entries.last ? (try? StoredLines(db: db, location: location).entries()) ?? [] : [])
      )
    }
    if let reached, let state, reached.changes(to: state).isEmpty {
      // The newest entries may be missing without a trace, and with them what they left in the state.
      return [candidate(mayLackEnd ? .endUncertain : .whole, journal)]
    }
    var candidates: [Candidate] = []
    if reached != nil, !mayLackEnd { candidates.append(candidate(.stateLost, journal)) }
    // No row of the state is newer than the journal.
    if reached != nil, mayLackEnd, isStateTorn, !journal.isEmpty {
      candidates.append(candidate(.partOfJournal, journal))
    }
    if let state, !state.changes.isEmpty {
      let checkpoint = JournalEntry(
        revision: max(last, location.compactedTo ?? 0, 1), version: location.version.number, action: .checkpoint,
        time: entries.last?.time ?? .now, changes: state.changes.inOrder)
      candidates.append(candidate(isStateTorn ? .partOfState : .journalLost, [checkpoint]))
    }
    if !journal.isEmpty { candidates.append(candidate(.partOfJournal, journal)) }
    return candidates
  }

  static let stateTables: Set = ["formstate_cell_state", "formstate_section_state", "formstate_instance"]
  private static let journalTables: Set = ["formstate_entry"]

  /// The greatest revision that a row of the response names.
  private func lastRevision(at location: ResponseLocation) throws -> Int {
    try Int.fetchOne(
      db,
      sql: """
        SELECT max(
          coalesce((SELECT max(revision) FROM formstate_entry WHERE response_id = ?1), 0),
          coalesce((SELECT max(set_at) FROM formstate_cell_state WHERE response_id = ?1), 0)
        )
        """, arguments: [location.responseID]) ?? 0
  }

  /// The entries from the beginning of the journal on that can be read.
  private func readableEntries(at location: ResponseLocation) -> [JournalEntry] {
    let reader = StoredJournal(db: db, location: location)
    if let all = try? reader.entries() { return all }
    let last = (try? lastRevision(at: location)) ?? 0
    let count = Self.greatest(upTo: last) { (try? reader.entries(through: $0)) != nil }
    return (try? reader.entries(through: count)) ?? []
  }

  /// The longest beginning of a journal in which each entry follows from its action and from the entries before it.
  private func soundBeginning(of entries: [JournalEntry], at location: ResponseLocation) -> [JournalEntry] {
    let count = Self.greatest(upTo: entries.count) { count in
      (try? check(Self.beginning(of: entries, count: count), at: location).faults.isEmpty) ?? false
    }
    return Self.beginning(of: entries, count: count)
  }

  private func check(_ entries: [JournalEntry], at location: ResponseLocation) throws -> JournalCheck {
    try JournalCheck(
      entries, compactedTo: location.compactedTo, version: location.version.number, definition: definition)
  }

  /// The first entries of a journal, as before those that follow.
  private static func beginning(of entries: [JournalEntry], count: Int) -> [JournalEntry] {
    let first = entries.prefix(count)
    let last = first.last?.revision ?? 0
    return first.map { entry in
      var entry = entry
      if let abandoned = entry.abandonedBy, abandoned > last { entry.abandonedBy = nil }
      return entry
    }
  }

  /// The greatest number for which a condition holds that holds for all smaller ones, and for 0.
  private static func greatest(upTo limit: Int, _ holds: (Int) -> Bool) -> Int {
    if limit > 0, holds(limit) { return limit }
    var (good, bad) = (0, max(limit, 1))
    while bad - good > 1 {
      let middle = good + (bad - good) / 2
      if holds(middle) { good = middle } else { bad = middle }
    }
    return good
  }
}
