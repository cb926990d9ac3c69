import FormState
import GRDB

/// What a session reads from the store: everything since the revision of its screen.
struct SessionNews: Sendable {
  /// What a screen knows of the store.
  struct Known: Hashable {
    let revision: Int
    let compactedTo: Int?
    let definitionDigest: String
    /// The name of the response; `nil` for one that has not begun.
    let stream: StreamName?
    /// How often the journal was replaced.
    let generation: Int

    /// Whether a response is not the one on screen, for example after it was deleted and begun again,
    /// or since another line became the one that its journal follows.
    func isReplaced(at location: ResponseLocation) -> Bool {
      stream != nil && (location.stream != stream || location.generation != generation)
    }
  }

  /// How the state has changed.
  enum Content: Sendable {
    /// By these changes, in order.
    case changes([PlacedChange])
    /// In a way that the journal does not record; this is the current state.
    case state(ResponseState)
    /// The response was upgraded to another version of its form; this is its contents.
    case version(ResponseContents)
    /// Only in what the device keeps beside the response; these are all of its drafts.
    case drafts([StateSubject: String])
  }

  /// Changes with one cause.
  struct Part: Sendable {
    let content: Content
    /// The resulting revision.
    let revision: Int
    let cause: SessionChange.Cause
    /// The edit, which the next one may continue as the same undo step.
    var edit: SessionSnapshot.Edit?
  }

  /// The session's own changes; its screen may not show them yet.
  struct OwnChange: Sendable {
    /// The resulting revisions.
    let revisions: ClosedRange<Int>
    let cause: SessionChange.Cause
    let edit: SessionSnapshot.Edit?
  }

  /// The name of the response, once it has begun.
  var stream: StreamName? { revision > 0 ? foundStream : nil }
  private let foundStream: StreamName?
  /// The beginning of the news.
  let known: Known
  /// The last revision.
  var revision: Int
  /// The revision of the journal's checkpoint.
  var compactedTo: Int?
  /// How often the journal was replaced.
  let generation: Int
  /// Whether the steps for undo may have changed.
  var affectsHistory: Bool
  /// The changes, in order; at most those by others and then the session's own.
  var parts: [Part] = []
  /// The last of the session's own commits with drafts that the news include; `nil` if they say nothing about drafts.
  var draftTurn: Int?
  /// Whether the news have all drafts of the device, and not only changes of some.
  private(set) var hasAllDrafts = false
  /// The revision after which the session has just done something that undo would revert; `nil` if it has not.
  var doneAfter: Int?

  /// Reads what has happened to a response.
  ///
  /// - Parameters:
  ///   - ownChanges: the session's own recent changes, in order; all others are by other writers.
  ///   - last: the last revision to read; `nil` for that of the response.
  init(
    since known: Known, _ ownChanges: [OwnChange] = [], through last: Int? = nil, of key: ResponseKey,
    at location: ResponseLocation, on device: String, in db: Database, _ definitions: OpenDefinitions
  ) throws {
    self.known = known
    foundStream = location.stream
    revision = try last ?? location.revision(in: db)
    compactedTo = location.compactedTo
    generation = location.generation
    affectsHistory = location.compactedTo != known.compactedTo
    // After a compaction past the screen's revision, a restored file or a replaced response, the journal does not
    // connect the two revisions.
    let isReplaced = known.isReplaced(at: location)
    if try isReplaced || revision < known.revision || (location.compactedTo ?? 0) > known.revision
      || known.definitionDigest != location.version.digest
      || revision > known.revision
        && RevisionReader(db: db, location: location).crossesVersions(from: known.revision, to: revision)
    {
      parts = [
        try Self.part(
          of: key, at: location, on: device, known, revision: revision, cause: .elsewhere, in: db, definitions)
      ]
    } else if revision > known.revision {
      let index = try definitions.definition(of: location.version, in: db).index
      let journal = StoredJournal(db: db, location: location)
      parts = try Self.parts(from: known.revision, to: revision, ownChanges) { first, last in
        try journal.placed(journal.entries(after: first, through: last).flatMap(\.changes), in: index)
      }
    }
    if !parts.isEmpty { affectsHistory = true }
    if case .changes? = parts.first?.content {} else { hasAllDrafts = !parts.isEmpty }
  }

  /// All changes as one.
  private static func part(
    of key: ResponseKey, at location: ResponseLocation, on device: String, _ known: Known, revision: Int,
    cause: SessionChange.Cause, in db: Database, _ definitions: OpenDefinitions
  ) throws -> Part {
    let state = try StateTables(db: db, location: location).state(withDraftsOf: device)
    guard known.definitionDigest != location.version.digest else {
      return Part(content: .state(state), revision: revision, cause: cause)
    }
    let form = try definitions.definition(of: location.version, in: db).form
    let contents = ResponseContents(key: key, location: location, form: form, revision: revision, state: state)
    return Part(content: .version(contents), revision: revision, cause: cause)
  }

  /// Whether the response was upgraded to another version of its form.
  var movesToVersion: Bool { formMovedTo != nil }

  /// The version of the form that the response was upgraded to; `nil` if it was not.
  var formMovedTo: FormDefinition? {
    parts.lazy.compactMap { part in
      if case .version(let contents) = part.content { contents.form } else { nil }
    }.first
  }

  /// Replaces everything after the session itself has changed the version, or acted in a new one.
  ///
  /// - Returns: its change; `nil` if there is no effect.
  mutating func replace(
    with key: ResponseKey, at location: ResponseLocation, on device: String, after before: Int, revision: Int,
    cause: SessionChange.Cause, in db: Database, _ definitions: OpenDefinitions
  ) throws -> OwnChange? {
    guard revision > before else { return nil }
    self.revision = revision
    affectsHistory = true
    hasAllDrafts = true
    parts = [
      try Self.part(of: key, at: location, on: device, known, revision: revision, cause: cause, in: db, definitions)
    ]
    return OwnChange(revisions: (before + 1)...revision, cause: cause, edit: nil)
  }

  /// Takes all drafts of the device, which are no news where the screen shows the same.
  mutating func take(drafts: [StateSubject: String], shown: [StateSubject: String]) {
    hasAllDrafts = true
    guard drafts != shown else { return }
    parts.append(Part(content: .drafts(drafts), revision: revision, cause: parts.last?.cause ?? .elsewhere))
  }

  private static func parts(
    from start: Int, to revision: Int, _ ownChanges: [OwnChange],
    changes: (_ first: Int, _ last: Int) throws -> [PlacedChange]
  ) throws -> [Part] {
    var parts: [Part] = []
    var shown = start
    func add(through last: Int, _ cause: SessionChange.Cause, _ edit: SessionSnapshot.Edit? = nil) throws {
      guard last > shown else { return }
      parts.append(Part(content: .changes(try changes(shown, last)), revision: last, cause: cause, edit: edit))
      shown = last
    }
    for ownChange in ownChanges
    where ownChange.revisions.lowerBound > shown && ownChange.revisions.upperBound <= revision {
      try add(through: ownChange.revisions.lowerBound - 1, .elsewhere)
      try add(through: ownChange.revisions.upperBound, ownChange.cause, ownChange.edit)
    }
    try add(through: revision, .elsewhere)
    return parts
  }

  /// Appends a change by the session itself.
  ///
  /// - Returns: the change; `nil` if there is no effect.
  mutating func append(
    _ changes: [PlacedChange], after before: Int, revision: Int, cause: SessionChange.Cause, edit: SessionSnapshot.Edit?
  ) -> OwnChange? {
    guard !changes.isEmpty else { return nil }
    guard revision > before else {
      parts.append(Part(content: .changes(changes), revision: revision, cause: cause, edit: nil))
      return nil
    }
    self.revision = revision
    affectsHistory = true
    parts.append(Part(content: .changes(changes), revision: revision, cause: cause, edit: edit))
    return OwnChange(revisions: (before + 1)...revision, cause: cause, edit: edit)
  }
}
