import FormState
import GRDB

/// What a session learns of the store: what has happened since the revision that its screen shows.
struct SessionNews {
  /// What a screen knows of the store.
  struct Known {
    let revision: Int
    let handEdits: Int
    let compactedTo: Int?
    let definitionDigest: String
  }

  /// How the state has changed.
  enum Content {
    /// By these changes, in order.
    case changes([PlacedChange])
    /// In a way that the journal does not tell; this is what it is now.
    case state(ResponseState)
  }

  /// What happened for one reason.
  struct Part {
    let content: Content
    /// The revision that it led to.
    let revision: Int
    let cause: SessionChange.Cause
  }

  /// The last revision.
  var revision: Int
  /// How often somebody has changed what shows past the journal.
  var handEdits: Int
  /// The revision of the checkpoint that the journal begins with.
  var compactedTo: Int?
  /// Whether what could be undone may be something else now.
  var affectsHistory: Bool
  /// What happened, in order; at most others' doings and then the session's own.
  var parts: [Part] = []
  /// What undo and redo would take back now; `nil` for the same as before.
  var names: UndoNames?

  /// What others have done to a response.
  ///
  /// - Throws: ``StoreError/otherVersion(form:response:)`` when it fills in another version than the screen shows.
  init(since known: Known, of key: ResponseKey, at location: ResponseLocation, in db: Database) throws {
    guard location.version.digest == known.definitionDigest else {
      throw StoreError.otherVersion(form: key.form, response: key.response)
    }
    let journal = JournalReader(db: db, location: location)
    revision = try location.revision(in: db)
    handEdits = location.handEdits
    compactedTo = location.compactedTo
    affectsHistory = location.compactedTo != known.compactedTo
    // An edit by hand, a compaction past the screen's revision and a file that was put back leave no way by the journal.
    if handEdits != known.handEdits || revision < known.revision || (location.compactedTo ?? 0) > known.revision {
      parts = [Part(content: .state(try journal.state()), revision: revision, cause: .elsewhere)]
    } else if revision > known.revision {
      let changes = try journal.placedChanges(after: known.revision)
      parts = [Part(content: .changes(changes), revision: revision, cause: .elsewhere)]
    }
    if !parts.isEmpty { affectsHistory = true }
  }

  /// Adds what the session itself has done.
  mutating func append(_ changes: [PlacedChange], revision: Int, cause: SessionChange.Cause) {
    guard !changes.isEmpty else { return }
    self.revision = revision
    affectsHistory = true
    parts.append(Part(content: .changes(changes), revision: revision, cause: cause))
  }
}
