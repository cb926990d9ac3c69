import FormState
import GRDB

/// Imports the journal of a response from a document: every change, revision and time unchanged.
struct JournalAdoption {
  let db: Database
  /// A response that has just begun, in the version of its first entry.
  let location: ResponseLocation
  /// Returns the definition of a version of the form; `nil` for an unknown number.
  let definition: (Int) throws -> FormIndex?

  /// Writes the entries.
  ///
  /// An entry of a version that is not in the document may have other changes than its action makes in this one; it is
  /// imported as an entry of an unknown version.
  ///
  /// - Parameter entries: the entries, with this store's version numbers.
  /// - Throws: ``StoreError/Code/unfitJournal`` if an entry does not follow from the one before it.
  /// - Complexity: O(k log n) for k entries and changes, and O(n) for n cells of each version in the journal.
  func run(_ entries: [JournalEntry]) throws {
    let base = entries.first.flatMap { $0.action == .checkpoint ? $0.revision : nil } ?? 0
    let emptiedTo = RecordedJournal.emptiedTo(in: entries) ?? 0
    var progress = try Progress(at: location, RecordedJournal(base: base), self)
    progress.emptiedTo = emptiedTo
    var entries = entries[...]
    if var first = entries.first, first.action == .checkpoint {
      // The state of a checkpoint belongs to the version in which the response begins here, whatever its number was
      // elsewhere.
      first.version = first.version ?? location.version.number
      try Self.check(first, follows: &progress.state, at: first.revision)
      first.changes.forEach(progress.reader.apply)
      try writing(first) { try Self.begin(with: first, at: location, in: db) }
      try requireFit(progress.reader, at: first.revision)
      _ = progress.journal.follow(first)
      progress.location.compactedTo = first.revision
      progress.position.revision = first.revision
      entries = entries.dropFirst()
    }
    for entry in entries { try take(entry, provableFrom: max(base, emptiedTo), &progress) }
    if progress.hasUnproven { try requireFit(progress.reader, at: progress.position.revision) }
  }

  /// Checks that entries without a definition leave a consistent state: no answer in a removed instance, for example.
  ///
  /// - Parameter subjects: the subjects to check; `nil` for all that are touched.
  private func requireFit(of subjects: Set<StateSubject>? = nil, _ reader: FormReader, at revision: Int) throws {
    let fit = reader.fit
    let unfit =
      try subjects.map { try $0.first { try !fit.fits($0, in: reader.state) } }
      ?? fit.unfitSubjects(in: reader.state).first
    guard let unfit else { return }
    throw StoreError.unfitJournal(revision: revision, problem: "it leaves “\(unfit)” in an impossible state")
  }

  /// The progress of the import.
  private struct Progress {
    var location: ResponseLocation
    /// The revision up to which nothing can be taken back, since a sensitive answer was cleared.
    var emptiedTo = 0
    var position = JournalPosition()
    /// Whether an entry has other changes than its action makes in its version.
    var hasUnproven = false
    var state = ResponseState()
    var reader: FormReader
    var readable: ReadableValues
    let journal: RecordedJournal
    private let adoption: JournalAdoption

    init(at location: ResponseLocation, _ journal: RecordedJournal, _ adoption: JournalAdoption) throws {
      self.location = location
      self.journal = journal
      self.adoption = adoption
      reader = try adoption.reader(at: location, ResponseState(), journal)
      readable = ReadableValues(db: adoption.db, location: location, index: adoption.definition)
    }

    /// Continues in another version, with the current state.
    mutating func move(to version: DefinitionRepository.Version) throws {
      location = location.filling(version)
      reader = try adoption.reader(at: location, state, journal)
      readable = ReadableValues(db: adoption.db, location: location, index: adoption.definition)
    }
  }

  private func reader(
    at location: ResponseLocation, _ state: ResponseState, _ journal: RecordedJournal
  ) throws -> FormReader {
    guard let index = try definition(location.version.number) else {
      throw StoreError.damaged("the response's version \(location.version.number) is missing")
    }
    return FormReader(
      index, version: location.version.number, state: state, journal: journal, definition: definition)
  }

  private func take(_ entry: JournalEntry, provableFrom base: Int, _ progress: inout Progress) throws {
    // What a merge says follows from other lines.
    let isUnprovable = entry.isUnprovable(upTo: base) || entry.action.merge != nil
    let writer = StateWriter(db: db, location: progress.location, author: nil, readable: progress.readable)
    try Self.check(entry, follows: &progress.state, at: progress.position.revision + 1)
    let reversal = try reversal(of: entry, writer.journal)
    var next = StateWriter.Entry(
      action: entry.action, changes: entry.changes, time: entry.time, author: entry.author,
      moment: entry.moment, step: try step(of: entry, after: progress.position, writer.journal), reversal: reversal,
      marks: EntryMarks(entry), journaled: entry.empties ? entry.changes : nil)
    next.isLastEmptied =
      entry.empties || entry.revision == progress.emptiedTo || entry.step <= progress.location.emptiedTo ?? 0
    let version = try self.version(after: entry, at: progress.location)
    // Verified in its stored form, which is what a check reads.
    var stored = entry
    if version == nil { stored.version = progress.location.version.number }
    if let reversal { (stored.reverts, stored.target) = reversal }
    let fault = isUnprovable ? nil : EntryProof(stored, reader: progress.reader).fault()
    if let version {
      // An entry that changed the version must be valid: everything after it depends on it.
      let isRemoved = isUnprovable && entry.revision > base
      let problem = isRemoved ? "it reverts an upgrade that is not in the journal" : fault
      if let problem { throw StoreError.unfitJournal(revision: entry.revision, problem: problem) }
      next.upgrade = (version, progress.state)
    } else if fault != nil {
      guard !entry.changes.isEmpty else {
        throw StoreError.unfitJournal(revision: entry.revision, problem: "it changes nothing")
      }
      guard !entry.leavesOutWhatWasGiven else {
        throw StoreError.unfitJournal(
          revision: entry.revision, problem: "its action does not have the value of its change")
      }
      stored.version = nil
      next.version = 0
      progress.hasUnproven = true
    }
    progress.position = try writing(entry) { try writer.write(next, after: progress.position) }
    if next.isLastEmptied { progress.location.emptiedTo = entry.revision }
    entry.changes.forEach(progress.reader.apply)
    if entry.revision <= base { progress.hasUnproven = true }
    if version == nil, fault != nil || entry.revision <= base || entry.action.merge != nil {
      let cells = Set(entry.changes.lazy.filter { $0.field.scope != .response }.map(\.subject))
      try requireFit(of: cells, progress.reader, at: entry.revision)
    }
    if let problem = progress.journal.follow(stored) {
      throw StoreError.unfitJournal(revision: entry.revision, problem: problem)
    }
    if let version { try progress.move(to: version) }
  }

  /// The version after an entry; `nil` if it does not change.
  private func version(
    after entry: JournalEntry, at location: ResponseLocation
  ) throws -> DefinitionRepository.Version? {
    guard let number = entry.version, number != location.version.number else { return nil }
    guard entry.action.kind.canCrossVersions else {
      throw StoreError.unfitJournal(
        revision: entry.revision,
        problem: "it has version \(number), but version \(location.version.number) is in force")
    }
    let version = try DefinitionRepository(db: db).findVersion(formID: location.version.formID, number: number)
    guard let version else {
      throw StoreError.unfitJournal(revision: entry.revision, problem: "there is no version \(number) of the form")
    }
    return version
  }

  /// Begins the journal of a response that has just begun with a checkpoint, and its state with the checkpoint's.
  static func begin(with checkpoint: JournalEntry, at location: ResponseLocation, in db: Database) throws {
    var location = location
    location.compactedTo = checkpoint.revision
    try db.execute(
      sql: "UPDATE formstate_response SET compacted_to = ? WHERE id = ?",
      arguments: [checkpoint.revision, location.responseID])
    let writer = StateWriter(db: db, location: location, author: nil)
    try writer.writeCheckpoint(checkpoint)
    try writer.applyToState(checkpoint.changes, at: checkpoint.revision)
  }

  private func step(
    of entry: JournalEntry, after position: JournalPosition, _ journal: StoredJournal
  ) throws -> StepPlacement {
    guard entry.step != entry.revision else { return StepPlacement(group: entry.group) }
    // A step in which a sensitive answer was cleared goes on, though nothing of it can be taken back.
    if journal.location.emptiedTo == position.revision, entry.step <= position.revision {
      return StepPlacement(start: entry.step, group: entry.group)
    }
    let isNext = entry.action.kind.isUndoable && position.undoTop == position.revision
    guard isNext, try journal.step(endingAt: position.revision).start == entry.step else {
      throw StoreError.unfitJournal(
        revision: entry.revision, problem: "it does not continue the undo step that begins with \(entry.step)")
    }
    return StepPlacement(start: entry.step, group: entry.group)
  }

  private func reversal(of entry: JournalEntry, _ journal: StoredJournal) throws -> (entry: Int, target: Int)? {
    guard entry.action.kind.isAboutUndo else { return nil }
    let direction: UndoDirection = entry.action.kind == .undo ? .undo : .redo
    if let reverts = entry.reverts {
      // The reverted entry may have been removed by a compaction.
      if reverts <= journal.base { return (reverts, min(entry.target ?? reverts, reverts)) }
      if try journal.holds(reverts, direction) { return (reverts, try journal.step(endingAt: reverts).target) }
    }
    let revision = entry.reverts.map { " revision \($0)" } ?? "thing"
    throw StoreError.unfitJournal(
      revision: entry.revision, problem: "there is no\(revision) to \(entry.action.kind.rawValue)")
  }

  private func writing<Result>(_ entry: JournalEntry, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL {
      throw StoreError.unfitJournal(
        revision: entry.revision, problem: "it changes an unknown cell or section")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw StoreError.unfitJournal(revision: entry.revision, problem: error.message ?? "refused")
    }
  }

  private static func check(
    _ entry: JournalEntry, follows state: inout ResponseState, at revision: Int
  ) throws {
    guard entry.revision == revision else {
      throw StoreError.unfitJournal(
        revision: revision, problem: "the entry has the revision \(entry.revision)")
    }
    guard entry.action != .checkpoint || state.isEmpty else {
      throw StoreError.unfitJournal(revision: revision, problem: "a checkpoint can only be at the beginning")
    }
    // Later undo steps would be taken for steps that end elsewhere.
    guard entry.action.kind.isAboutUndo || entry.target == nil && entry.reverts == nil else {
      throw StoreError.unfitJournal(
        revision: revision, problem: "it names what it reverts, but it is neither an undo nor a redo")
    }
    if let character = entry.forbiddenCharacter {
      throw StoreError.unfitJournal(revision: revision, problem: "it \(character.problem)")
    }
    for change in entry.changes {
      // An unchanged untouched field may not exist in the form.
      guard !change.isEmpty || change.isRemoved && entry.mayLeaveOutContents else {
        throw StoreError.unfitJournal(
          revision: revision, problem: "the \(change.field.rawValue) of “\(change.subject)” does not change")
      }
      guard state.apply(change) else {
        throw StoreError.unfitJournal(
          revision: revision,
          problem:
            "the \(change.field.rawValue) of “\(change.subject)” was not what the change records as its content before")
      }
    }
  }
}

extension JournalEntry {
  /// Whether a change has a value that the action lacks: it would be stored as if the action had it.
  fileprivate var leavesOutWhatWasGiven: Bool {
    guard action.value == nil, let field = action.kind.givenField, let subject = action.cell?.subject else {
      return false
    }
    return changes.contains { $0.field == field && $0.subject == subject && $0.after?.value != nil }
  }

  /// The first character in its texts that cannot be exported in every format.
  fileprivate var forbiddenCharacter: ForbiddenCharacter? {
    let contents = changes.flatMap { [$0.before, $0.after] }
    let texts =
      [author, group, action.value?.plainText, action.message, action.reporter] + contents.map { $0?.value?.plainText }
    return texts.lazy.compactMap { $0.flatMap { ForbiddenCharacter(firstIn: $0) } }.first
  }
}
