import FormState
import GRDB

extension FormStore {
  /// Reads everything, a part at a time, at one point in time: each form with all of its versions, then its responses.
  ///
  /// ```swift
  /// var writer = StoreDumpWriter { try file.write(contentsOf: $0) }
  /// try store.forEachPart { try writer.write($0) }
  /// try writer.finish()
  /// ```
  ///
  /// - Parameter body: receives the parts, forms and responses in alphabetical order.
  /// - Throws: ``StoreError``, ``StoreError/Code/damaged`` for dangling foreign keys; what `body` throws.
  /// - Complexity: O(n + k log n) for n cells of all versions and k journal entries and changes.
  public func forEachPart(_ body: (FormContents.Part) throws -> Void) throws {
    try read { db in
      try StoreCheck.requireParents(in: db)
      let definitions = DefinitionRepository(db: db)
      for key in try String.fetchAll(db, sql: "SELECT key FROM formstate_form ORDER BY key") {
        let newest = try definitions.version(ofForm: key)
        var versions: [Int: FormDefinition] = [:]
        for number in try definitions.numbers(formID: newest.formID) {
          versions[number] = try definitions.form(of: try definitions.version(ofForm: key, number: number))
        }
        guard let main = versions.removeValue(forKey: newest.number) else {
          throw StoreError.damaged("the form “\(key.shortened)” has no version \(newest.number)")
        }
        try body(.form(FormContents(form: main, version: newest.number, otherVersions: versions)))
        for response in try Self.responseKeys(ofForm: key, in: db) {
          try body(.response(key: response, try Self.response(ResponseKey(form: key, response: response), in: db)))
        }
      }
    }
  }

  /// Reads a response for import by ``importForms(_:)``.
  static func response(_ key: ResponseKey, in db: Database) throws -> FormContents.Response {
    let location = try ResponseLocation.find(key, in: db)
    return FormContents.Response(
      stream: location.stream, version: location.version.number,
      nextInstance: try StateTables(db: db, location: location).nextInstanceCounter(),
      journal: try StoredJournal(db: db, location: location).entries(),
      others: try StoredLines(db: db, location: location).entries())
  }

  /// Imports everything of another store into this one, as ``restore(parts:progress:)`` does.
  @discardableResult
  package func restore(_ forms: [FormContents], progress: (_ done: Int) -> Void = { _ in }) throws -> ContentCounts {
    try restore(parts: { take in for form in forms { try take(.form(form)) } }, progress: progress)
  }

  /// Imports everything of another store into this one, which must be empty, while it is read, a response at a time:
  /// versions keep their numbers, responses their names.
  ///
  /// ```swift
  /// try other.restore(parts: store.forEachPart)
  /// ```
  ///
  /// - Parameters:
  ///   - parts: passes on the parts: each form with its versions, then its responses. It runs within the transaction;
  ///     if it throws, nothing is imported.
  ///   - progress: receives the number of imported responses so far.
  /// - Returns: the number of imported responses.
  /// - Throws: ``StoreError/Code/notEmpty``; as ``importForms(_:)``, in which case nothing is imported; what `parts`
  ///   throws.
  /// - Complexity: as ``importForms(_:)``.
  @discardableResult
  public func restore(
    parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, progress: (_ done: Int) -> Void = { _ in }
  ) throws -> ContentCounts {
    try write { db in
      guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM formstate_form)") == false else {
        throw StoreError.notEmpty(path: path)
      }
      return (try Self.restore(parts, in: db, progress: progress), .commit)
    }
  }

  static func restore(
    _ parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, in db: Database,
    progress: (_ done: Int) -> Void
  ) throws -> ContentCounts {
    var content = PartsImport(in: db, keepsNumbers: true)
    try withoutActuallyEscaping(progress) { progress in
      try parts {
        try content.take($0)
        progress(content.responseCount)
      }
    }
    _ = try content.finish()
    return try counts(ofAllIn: db)
  }

  /// Merges the responses of another store, as ``merge(parts:isDryRun:progress:)`` does.
  @discardableResult
  package func merge(
    _ forms: [FormContents], isDryRun: Bool = false, progress: (_ done: Int) -> Void = { _ in }
  ) throws -> MergeReport {
    try merge(parts: { take in for form in forms { try take(.form(form)) } }, isDryRun: isDryRun, progress: progress)
  }

  /// Merges the responses of another store, with their versions, while they are read, one at a time; all or nothing.
  ///
  /// Copies of a response are identified by their random name. If the journal of one is the beginning of the other's,
  /// the longer one is kept; if each has entries that the other lacks, both are kept, the merged one under a new key
  /// and name. A response whose key is taken gets a new key. Merging the same again changes nothing.
  ///
  /// ```swift
  /// let report = try store.merge(parts: other.forEachPart)
  /// ```
  ///
  /// - Parameters:
  ///   - parts: passes on the parts: each form with its versions, then its responses. It runs within the transaction;
  ///     if it throws, nothing is changed.
  ///   - isDryRun: whether to decide everything and write nothing.
  ///   - progress: receives the number of merged responses so far.
  /// - Returns: the outcome for each response.
  /// - Throws: as ``importForms(_:)``; what `parts` throws.
  /// - Complexity: O(n + k log n) for n cells of the versions and k journal entries and changes of the merged responses
  ///   and of their copies.
  @discardableResult
  public func merge(
    parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, isDryRun: Bool = false,
    progress: (_ done: Int) -> Void = { _ in }
  ) throws -> MergeReport {
    try write { try Self.merge(parts, isDryRun: isDryRun, in: $0, erasing: log, progress: progress) }
  }

  static func merge(
    _ parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, isDryRun: Bool, in db: Database,
    erasing log: LogErasure, progress: (_ done: Int) -> Void
  ) throws -> (MergeReport, Database.TransactionCompletion) {
    var merge: FormMerge?
    try withoutActuallyEscaping(progress) { progress in
      try parts { part in
        switch part {
        case .form(let form):
          try check([form])
          merge = try FormMerge(form, in: db, merge?.report ?? MergeReport(), erasing: log)
        case .response(let key, let response): try merge?.take(response, key: key)
        }
        progress(merge?.report.responses.count ?? 0)
      }
    }
    let report = merge?.report ?? MergeReport()
    return (report, isDryRun || !report.changesAnything ? .rollback : .commit)
  }
}
