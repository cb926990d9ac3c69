import FormState
import GRDB

/// The definitions in a store's memory: one for all sessions with a version of a form.
///
/// Reading and checking a definition, and calculating the results of its rules in a fresh response, takes most of the
/// time of opening a session. A version never changes, so the result stays valid. A definition is released with its
/// last session; the last one read stays for the next session or action.
final class OpenDefinitions: Sendable {
  private struct Entry: Sendable {
    let version: DefinitionRepository.Version
    weak var definition: OpenDefinition?
  }

  private struct Contents: Sendable {
    /// By the row of the version. A row may reuse the number of a deleted one, so its digest is compared too.
    var entries: [Int64: Entry] = [:]
    var last: OpenDefinition?
  }

  private let contents = Locked(Contents())
  /// The database from which cells are read on demand; `nil` if forms are read whole.
  private let database: (any DatabaseReader)?
  private let path: String

  /// Creates the collection for a store.
  ///
  /// - Parameters:
  ///   - database: the database from which cells are read on demand; `nil` to read and check forms whole.
  ///   - path: the path of its file, for messages.
  init(_ database: (any DatabaseReader)? = nil, path: String = "") {
    self.database = database
    self.path = path
  }

  /// The definition of a version, with its long lists outlined.
  ///
  /// - Throws: as ``DefinitionRepository/form(of:lists:)``.
  /// - Complexity: O(1) if it is in memory, O(n) for n cells if it is not.
  func definition(of version: DefinitionRepository.Version, in db: Database) throws -> OpenDefinition {
    let known = contents.withLock { contents in
      contents.entries[version.id].flatMap { $0.version == version ? $0.definition : nil }
    }
    if let known { return known }
    // Read outside the lock: two sessions that open at once may both read it.
    let read = OpenDefinition(try form(of: version, in: db), digest: version.digest)
    contents.withLock { contents in
      contents.entries = contents.entries.filter { $0.value.definition != nil }
      contents.entries[version.id] = Entry(version: version, definition: read)
      contents.last = read
    }
    return read
  }

  /// The form of a version with all of its cells in memory.
  ///
  /// - Throws: as ``DefinitionRepository/form(of:lists:)``.
  /// - Complexity: O(n) for n cells, O(1) if they are in memory.
  func wholeForm(of version: DefinitionRepository.Version, in db: Database) throws -> FormDefinition {
    try database != nil
      ? DefinitionRepository(db: db).form(of: version, lists: .outlined) : definition(of: version, in: db).form
  }

  /// The definition of a version whose cells are read on demand; `nil` for one that is read whole.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  /// - Complexity: O(n) for n cells, O(1) if it is in memory.
  func definitionInPages(of version: DefinitionRepository.Version, in db: Database) throws -> OpenDefinition? {
    database == nil ? nil : try definition(of: version, in: db)
  }

  private func form(of version: DefinitionRepository.Version, in db: Database) throws -> FormDefinition {
    let repository = DefinitionRepository(db: db)
    if let database { return try repository.formInPages(of: version, from: database, path: path) }
    return try repository.form(of: version, lists: .outlined)
  }
}
