import FormState
import GRDB

/// Several responses read and changed in one transaction, see ``FormStore/changeResponses(isDryRun:_:)``.
package final class ResponseChanges {
  private let db: Database
  private let author: String?
  private let log: LogErasure
  private let versions: VersionIndexes
  private var forms: [DefinitionRepository.Version: FormDefinition] = [:]

  init(db: Database, author: String?, erasing log: LogErasure) {
    self.db = db
    self.author = author
    self.log = log
    versions = VersionIndexes(db)
  }

  /// The keys of a form's responses.
  package func responseKeys(ofForm form: String) throws -> Set<String> {
    Set(try FormStore.responseKeys(ofForm: form, in: db))
  }

  /// The current contents of a response, and its form with all options of its lists; a fresh response if it has not
  /// begun.
  ///
  /// - Complexity: O(k) for k touched fields, after the version was read.
  package func contents(of key: ResponseKey) throws -> (contents: ResponseContents, form: FormDefinition) {
    let location = try ResponseLocation.find(key, in: db)
    let form = try forms[location.version] ?? DefinitionRepository(db: db).form(of: location.version)
    forms[location.version] = form
    var contents = try FormStore.contents(of: key, at: location, form: form, in: db)
    contents.nextInstance =
      location.responseID == nil ? 1 : try StateTables(db: db, location: location).nextInstanceCounter()
    return (contents, form)
  }

  /// Writes decisions on the current state of a response, as one step; begins the response if necessary, even without
  /// decisions.
  ///
  /// - Parameters:
  ///   - decisions: the decisions since ``contents(of:)``, each on the state after the previous ones; initial changes
  ///     of the form precede them in the journal as a separate entry.
  ///   - name: the name of the step for undo and redo.
  ///   - key: the response.
  /// - Returns: the revision after the last one.
  /// - Throws: ``StoreError``.
  package func write(_ decisions: [Decision], as name: String, to key: ResponseKey) throws -> Int {
    let repository = try ResponseRepository(key, in: db, author: author, versions: versions)
    var start: Int?
    // An error reverts the whole transaction, so no decision needs its own savepoint.
    for decision in decisions {
      let position = try repository.position()
      guard decision.action != .recalculate else {
        _ = try repository.write(decision, as: StepPlacement(), after: position)
        continue
      }
      let first = start ?? position.revision + 1
      start = first
      _ = try repository.write(decision, as: StepPlacement(start: first, group: name), after: position)
    }
    try repository.eraseWhatWasCleared(in: log)
    return try repository.revision()
  }
}

extension FormStore {
  /// Changes several responses in one transaction, all or nothing.
  ///
  /// - Parameters:
  ///   - isDryRun: whether the work only reads, so that nothing is written.
  ///   - work: reads responses and applies actions to them.
  /// - Throws: what the work throws, with nothing changed; ``StoreError``.
  package func changeResponses<Result>(
    isDryRun: Bool = false, _ work: (ResponseChanges) throws -> Result
  ) throws -> Result {
    if isDryRun { return try read { try work(ResponseChanges(db: $0, author: author, erasing: log)) } }
    return try write { db in
      let result = try work(ResponseChanges(db: db, author: author, erasing: log))
      return (result, .commit)
    }
  }
}
