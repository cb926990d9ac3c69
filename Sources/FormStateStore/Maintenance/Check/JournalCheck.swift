import FormState

/// Follows a journal from its beginning and notes whatever in it does not follow: revisions, what each action does, and
/// the stacks of what can be undone and redone.
struct JournalCheck {
  /// What the journal leads to.
  private(set) var state = ResponseState()
  /// Whatever does not follow, as a sentence each.
  private(set) var faults: [String] = []
  /// Whether something is wrong with the journal as such, so that nothing more can be said of it.
  private(set) var isBroken = false
  /// The number of the version that the journal leads to; `nil` where no entry says one.
  var version: Int? { stacks.version }
  /// Where the journal stands after each entry, as it should say itself.
  private(set) var expectedPositions: [JournalPosition] = []
  private let entries: [JournalEntry]
  private let compactedTo: Int?
  private let stacks: UndoStacks
  private let decides: Bool
  /// The definition of a version of the form; `nil` if there is no such version.
  private let definition: (Int) throws -> FormIndex?
  /// The response as the versions see it that entries were done in, and how many entries each has followed.
  private var readers: [Int: (reader: FormReader, count: Int)] = [:]

  /// Following stops here: what comes after many faults is mostly what they led to.
  static let mostFaults = 20

  /// The number of the version in which the journal begins.
  private let firstVersion: Int

  /// Follows a journal.
  ///
  /// - Parameters:
  ///   - entries: the entries, oldest first.
  ///   - compactedTo: the revision of the checkpoint that it is to begin with; `nil` for none.
  ///   - decides: whether to decide each entry again, which runs the rules of its definition.
  ///   - version: the number of the version that the response fills in.
  ///   - definition: tells the definition of a version of the form.
  /// - Throws: what `definition` throws.
  /// - Complexity: O(n + k) for n cells of the versions that entries were done in and k entries and changes, besides
  ///   the steps that undo and redo pass over.
  init(
    _ entries: [JournalEntry], compactedTo: Int?, version: Int, decides: Bool = true,
    definition: @escaping (Int) throws -> FormIndex?
  ) throws {
    self.entries = entries
    self.compactedTo = compactedTo
    self.decides = decides
    self.definition = definition
    firstVersion = entries.lazy.compactMap(\.version).first ?? version
    stacks = UndoStacks(journal: entries, base: compactedTo ?? 0)
    if compactedTo != nil, entries.first?.action != .checkpoint {
      breakOff("the checkpoint is missing from the journal")
    }
    for (count, entry) in entries.enumerated() where !isBroken {
      // Revisions are small enough to be counted on from, see ResponseLocation.checked(_:).
      try follow(
        entry, number: count, at: (compactedTo ?? 1) + count, mayBeCheckpoint: count == 0 && compactedTo != nil)
      if faults.count >= Self.mostFaults { breakOff("there may be more: only the first \(Self.mostFaults) are told") }
    }
    guard !isBroken else { return }
    for entry in entries where entry.abandonedBy != stacks.abandonedBy[entry.revision] {
      faults.append("revision \(entry.revision) is marked as abandoned by another revision than the journal says")
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
        return breakOff("revision \(revision) is a checkpoint in the midst of the journal")
      }
      if entry.version == nil { faults.append("revision \(revision) is a checkpoint of no version of the form") }
    } else if let fault = try proof(of: entry, number: number) {
      faults.append(fault)
    }
    for change in entry.changes where !state.apply(change) {
      let subject = "the \(change.field.rawValue) of “\(change.subject)”"
      return breakOff("at revision \(revision), \(subject) was not what the journal says it was before")
    }
    if let fault = stacks.follow(entry) { return breakOff(fault) }
    expectedPositions.append(
      JournalPosition(revision: revision, undoTop: stacks.undoTop, redoTop: stacks.redoTop))
  }

  /// What the entry says that its action does not do; `nil` if nothing.
  private mutating func proof(of entry: JournalEntry, number: Int) throws -> String? {
    // What leads to another version is done in the one before.
    guard let version = entry.version.map({ stacks.version ?? $0 }) else {
      return entry.changes.isEmpty
        ? "revision \(entry.revision) changes nothing" : !decides ? nil : try faultOfElsewhere(entry, number: number)
    }
    guard decides else { return nil }
    // What was reverted here has gone with a compaction.
    if let reverts = entry.reverts, reverts < entries.first?.revision ?? 0 || isCheckpoint(reverts) {
      return entry.version == version
        ? nil : "revision \(entry.revision) takes an upgrade back that is not in the journal"
    }
    if let compactedTo, entry.isAboutCompacted(upTo: compactedTo) { return nil }
    guard let reader = try reader(version, atEntry: number) else {
      return "revision \(entry.revision) has the unknown version \(version) of the form"
    }
    return EntryProof(entry, reader: reader).fault()
  }

  /// What an entry contradicts that says it was done in a version which is not here: whatever the version in force
  /// bears out is imported as done in that one.
  private mutating func faultOfElsewhere(_ entry: JournalEntry, number: Int) throws -> String? {
    let version = stacks.version ?? firstVersion
    guard entry.reverts.map({ $0 > entries.first?.revision ?? 0 && !isCheckpoint($0) }) ?? true,
      let reader = try reader(version, atEntry: number)
    else { return nil }
    var entryHere = entry
    entryHere.version = version
    guard EntryProof(entryHere, reader: reader).fault() == nil else { return nil }
    return
      "revision \(entry.revision) says that it was done in a version that is not here, but it is what its action does in "
      + "version \(version)"
  }

  private func isCheckpoint(_ revision: Int) -> Bool {
    guard let first = entries.first else { return false }
    return first.action == .checkpoint && revision == first.revision
  }

  /// The response as a version sees it that an entry is about to be done in.
  private mutating func reader(_ version: Int, atEntry number: Int) throws -> FormReader? {
    if let known = readers[version] {
      for entry in entries[known.count..<max(number, known.count)] { entry.changes.forEach(known.reader.apply) }
      readers[version]?.count = number
      return known.reader
    }
    guard let index = try definition(version) else { return nil }
    let reader = FormReader(index, version: version, state: state, stacks: stacks, definition: definition)
    readers[version] = (reader, number)
    return reader
  }
}
