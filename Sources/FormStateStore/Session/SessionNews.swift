import FormState
import GRDB

/// What a session learns of the store: what has happened since the revision that its screen shows.
struct SessionNews: Sendable {
  /// What a screen knows of the store.
  struct Known: Hashable {
    let revision: Int
    let compactedTo: Int?
    let definitionDigest: String
    /// Which response it is; `nil` for one that nothing has happened to.
    let stream: StreamName?

    /// Whether a response is another one than the screen shows, such as after it was deleted and begun again.
    func isReplaced(at location: ResponseLocation) -> Bool { stream != nil && location.stream != stream }
  }

  /// How the state has changed.
  enum Content: Sendable {
    /// By these changes, in order.
    case changes([PlacedChange])
    /// In a way that the journal does not tell; this is what it is now.
    case state(ResponseState)
    /// The response has moved to another version of its form; this is all of it.
    case version(ResponseContents)
  }

  /// What happened for one reason.
  struct Part: Sendable {
    let content: Content
    /// The revision that it led to.
    let revision: Int
    let cause: SessionChange.Cause
    /// The edit that it was, which the next one may continue as the same undo step.
    var edit: SessionSnapshot.Edit?
  }

  /// What the session has done itself; its screen may not show it yet.
  struct Doing: Sendable {
    /// The revisions that it led to.
    let revisions: ClosedRange<Int>
    let cause: SessionChange.Cause
    let edit: SessionSnapshot.Edit?
  }

  /// Which response the news are about, once something has happened to it.
  var stream: StreamName? { revision > 0 ? foundStream : nil }
  private let foundStream: StreamName?
  /// Where the news begin.
  let known: Known
  /// The last revision.
  var revision: Int
  /// The revision of the checkpoint that the journal begins with.
  var compactedTo: Int?
  /// Whether what could be undone may be something else now.
  var affectsHistory: Bool
  /// What happened, in order; at most others' doings and then the session's own.
  var parts: [Part] = []
  /// The revision after which the session has just done something that undo would take back; `nil` where it has not.
  var doneAfter: Int?

  /// What has happened to a response.
  ///
  /// - Parameter doings: what the session itself may have done since, in order; all the rest is what others have done.
  init(
    since known: Known, _ doings: [Doing] = [], of key: ResponseKey, at location: ResponseLocation, in db: Database,
    _ definitions: OpenDefinitions
  ) throws {
    self.known = known
    foundStream = location.stream
    let journal = JournalReader(db: db, location: location)
    revision = try location.revision(in: db)
    compactedTo = location.compactedTo
    affectsHistory = location.compactedTo != known.compactedTo
    // A compaction past the screen's revision, a file that was put back and another response leave no way by the
    // journal.
    let isReplaced = known.isReplaced(at: location)
    if try isReplaced || revision < known.revision || (location.compactedTo ?? 0) > known.revision
      || known.definitionDigest != location.version.digest
      || RevisionReader(db: db, location: location).crossesVersions(from: known.revision, to: revision)
    {
      parts = [try Self.part(of: key, at: location, known, revision: revision, cause: .elsewhere, in: db, definitions)]
    } else if revision > known.revision {
      parts = try Self.parts(from: known.revision, to: revision, doings, journal)
    }
    if !parts.isEmpty { affectsHistory = true }
  }

  /// Everything at once, whatever led there.
  private static func part(
    of key: ResponseKey, at location: ResponseLocation, _ known: Known, revision: Int, cause: SessionChange.Cause,
    in db: Database, _ definitions: OpenDefinitions
  ) throws -> Part {
    let state = try StateTables(db: db, location: location).state()
    guard known.definitionDigest != location.version.digest else {
      return Part(content: .state(state), revision: revision, cause: cause)
    }
    let form = try definitions.definition(of: location.version, in: db).form
    let contents = ResponseContents(key: key, location: location, form: form, revision: revision, state: state)
    return Part(content: .version(contents), revision: revision, cause: cause)
  }

  /// Whether the response has moved to another version of its form.
  var movesToVersion: Bool { formMovedTo != nil }

  /// The version of the form that the response has moved to; `nil` where it has not.
  var formMovedTo: FormDefinition? {
    parts.lazy.compactMap { part in
      if case .version(let contents) = part.content { contents.form } else { nil }
    }.first
  }

  /// Tells everything again after the session itself has done something that led to another version, or in one.
  ///
  /// - Returns: what it did; `nil` if it came to nothing.
  mutating func replace(
    with key: ResponseKey, at location: ResponseLocation, after before: Int, revision: Int, cause: SessionChange.Cause,
    in db: Database, _ definitions: OpenDefinitions
  ) throws -> Doing? {
    guard revision > before else { return nil }
    self.revision = revision
    affectsHistory = true
    parts = [try Self.part(of: key, at: location, known, revision: revision, cause: cause, in: db, definitions)]
    return Doing(revisions: (before + 1)...revision, cause: cause, edit: nil)
  }

  private static func parts(
    from start: Int, to revision: Int, _ doings: [Doing], _ journal: JournalReader
  ) throws -> [Part] {
    var parts: [Part] = []
    var shown = start
    func add(through last: Int, _ cause: SessionChange.Cause, _ edit: SessionSnapshot.Edit? = nil) throws {
      guard last > shown else { return }
      let changes = try journal.placedChanges(after: shown, through: last)
      parts.append(Part(content: .changes(changes), revision: last, cause: cause, edit: edit))
      shown = last
    }
    for doing in doings where doing.revisions.lowerBound > shown && doing.revisions.upperBound <= revision {
      try add(through: doing.revisions.lowerBound - 1, .elsewhere)
      try add(through: doing.revisions.upperBound, doing.cause, doing.edit)
    }
    try add(through: revision, .elsewhere)
    return parts
  }

  /// Adds what the session itself has just done.
  ///
  /// - Returns: that; `nil` if it came to nothing.
  mutating func append(
    _ changes: [PlacedChange], after before: Int, revision: Int, cause: SessionChange.Cause, edit: SessionSnapshot.Edit?
  ) -> Doing? {
    guard !changes.isEmpty, revision > before else { return nil }
    self.revision = revision
    affectsHistory = true
    parts.append(Part(content: .changes(changes), revision: revision, cause: cause, edit: edit))
    return Doing(revisions: (before + 1)...revision, cause: cause, edit: edit)
  }
}
