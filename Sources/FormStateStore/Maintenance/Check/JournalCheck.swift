import FormState

/// Follows a journal from its beginning and collects inconsistencies: of revisions, of the effects of actions, and of
/// the stacks for undo and redo.
struct JournalCheck {
  /// The state after the journal.
  private(set) var state = ResponseState()
  /// The inconsistencies, as a sentence each.
  private(set) var faults: [String] = []
  /// Whether the journal itself is broken, so the rest cannot be checked.
  private(set) var isBroken = false
  /// The number of the version after the journal; `nil` if no entry names one.
  var version: Int? { journal.version }
  /// The expected journal position after each entry.
  private(set) var expectedPositions: [JournalPosition] = []
  private let entries: [JournalEntry]
  private let compactedTo: Int?
  /// The revision up to which no entry can be decided again; 0 for none.
  private let base: Int
  private let journal: RecordedJournal
  private let decides: Bool
  /// Returns the definition of a version of the form; `nil` for an unknown version.
  private let definition: (Int) throws -> FormIndex?
  /// The response as read in each version of its entries, with the number of entries that each reader has followed.
  private var readers: [Int: (reader: FormReader, count: Int)] = [:]

  /// Maximum number of faults per journal; most later faults follow from earlier ones.
  static let mostFaults = 20

  /// The number of the version at the beginning of the journal.
  private let firstVersion: Int

  /// Follows a journal.
  ///
  /// - Parameters:
  ///   - entries: the entries, oldest first.
  ///   - compactedTo: the revision of the expected checkpoint; `nil` for none.
  ///   - decides: whether to decide each entry again, which runs the rules of its definition.
  ///   - version: the number of the response's version.
  ///   - definition: returns the definition of a version of the form.
  /// - Throws: what `definition` throws.
  /// - Complexity: O(n + k) for n cells of the versions of entries and k entries and changes, plus the steps that undo
  ///   and redo skip.
  init(
    _ entries: [JournalEntry], compactedTo: Int?, version: Int, decides: Bool = true,
    definition: @escaping (Int) throws -> FormIndex?
  ) throws {
    self.entries = entries
    self.compactedTo = compactedTo
    base = max(compactedTo ?? 0, RecordedJournal.emptiedTo(in: entries) ?? 0)
    self.decides = decides
    self.definition = definition
    firstVersion = entries.lazy.compactMap(\.version).first ?? version
    journal = RecordedJournal(base: compactedTo ?? 0)
    if compactedTo != nil, entries.first?.action != .checkpoint {
      breakOff("the checkpoint is missing from the journal")
    }
    for (count, entry) in entries.enumerated() where !isBroken {
      // Revisions are small enough to be incremented, see ResponseLocation.checked(_:).
      try follow(
        entry, number: count, at: (compactedTo ?? 1) + count, mayBeCheckpoint: count == 0 && compactedTo != nil)
      if faults.count >= Self.mostFaults {
        breakOff("there may be more: only the first \(Self.mostFaults) faults are reported")
      }
    }
    guard !isBroken else { return }
    for entry in entries where entry.abandonedBy != journal.abandonedBy[entry.revision] {
      faults.append("revision \(entry.revision) is marked as abandoned by a revision that did not abandon it")
    }
  }

  private mutating func breakOff(_ fault: String) {
    faults.append(fault)
    isBroken = true
  }

  private mutating func follow(
    _ entry: JournalEntry, number: Int, at revision: Int, mayBeCheckpoint: Bool
  ) throws {
    guard entry.revision == revision else {
      return breakOff("revision \(revision) is missing from the journal")
    }
    if entry.action == .checkpoint {
      guard mayBeCheckpoint else {
        return breakOff("revision \(revision) is a checkpoint in the middle of the journal")
      }
      if entry.version == nil { faults.append("revision \(revision) is a checkpoint without a version of the form") }
    } else if let fault = try proof(of: entry, number: number) {
      faults.append(fault)
    }
    for change in entry.changes where !state.apply(change) {
      let subject = "the \(change.field.rawValue) of “\(change.subject)”"
      return breakOff("at revision \(revision), \(subject) was not what the journal records as its content before")
    }
    if let fault = journal.follow(entry) { return breakOff(fault) }
    expectedPositions.append(journal.position(at: revision).above(base))
  }

  /// The mismatch between the entry and its action; `nil` if there is none.
  private mutating func proof(of entry: JournalEntry, number: Int) throws -> String? {
    // What a merge says follows from other lines.
    if entry.mayLeaveOutContents || entry.action.merge != nil { return nil }
    // An action that leads to another version is decided in the one before.
    guard let version = entry.version.map({ journal.version ?? $0 }) else {
      return entry.changes.isEmpty
        ? "revision \(entry.revision) changes nothing" : !decides ? nil : try faultOfElsewhere(entry, number: number)
    }
    guard decides else { return nil }
    // The reverted entry was removed by a compaction.
    if let reverts = entry.reverts, reverts < entries.first?.revision ?? 0 || isCheckpoint(reverts) {
      return entry.version == version
        ? nil : "revision \(entry.revision) reverts an upgrade that is not in the journal"
    }
    if base > 0, entry.isUnprovable(upTo: base) { return nil }
    guard let reader = try reader(version, atEntry: number) else {
      return "revision \(entry.revision) has the unknown version \(version) of the form"
    }
    return EntryProof(entry, reader: reader).fault()
  }

  /// The contradiction in an entry that names an unknown version: an entry that fits the version in force would have
  /// been imported as one of that version.
  private mutating func faultOfElsewhere(_ entry: JournalEntry, number: Int) throws -> String? {
    guard entry.revision > base else { return nil }
    let version = journal.version ?? firstVersion
    guard entry.reverts.map({ $0 > entries.first?.revision ?? 0 && !isCheckpoint($0) }) ?? true,
      let reader = try reader(version, atEntry: number)
    else { return nil }
    var entryHere = entry
    entryHere.version = version
    guard EntryProof(entryHere, reader: reader).fault() == nil else { return nil }
    return
      "revision \(entry.revision) names an unknown version, but its changes are those of its action in "
      + "version \(version)"
  }

  private func isCheckpoint(_ revision: Int) -> Bool {
    guard let first = entries.first else { return false }
    return first.action == .checkpoint && revision == first.revision
  }

  /// The reader of the response in the version of the next entry.
  private mutating func reader(_ version: Int, atEntry number: Int) throws -> FormReader? {
    if let known = readers[version] {
      for entry in entries[known.count..<max(number, known.count)] { entry.changes.forEach(known.reader.apply) }
      readers[version]?.count = number
      return known.reader
    }
    guard let index = try definition(version) else { return nil }
    let reader = FormReader(index, version: version, state: state, journal: journal, definition: definition)
    readers[version] = (reader, number)
    return reader
  }
}
