import FormState
import Foundation
import GRDB

extension FormStore {
  /// A definition that was saved.
  public struct SavedForm: Hashable, Sendable {
    /// The key of the form.
    public let key: String
    /// The version that the definition is in this store: 1, 2, 3 …
    public let version: Int
    /// Whether the definition was new; `false` when it is a version of the form already.
    public let isNew: Bool
  }

  /// Saves a definition as the next version of its form, with which new responses begin.
  ///
  /// Responses keep the version that they were begun with. A definition that the form has had before is the version that it
  /// was, and saving it again changes nothing: two builds of an app may each save their own.
  ///
  /// - Throws: `InvalidDefinition` with every fault of the definition; ``StoreError``.
  /// - Complexity: O(n log n) for n cells.
  @discardableResult
  public func save(_ form: FormDefinition) throws -> SavedForm {
    try form.checkDefinition()
    return try write { db in (try Self.save(form, promotes: true, in: db), .commit) }
  }

  static func save(_ form: FormDefinition, promotes: Bool, in db: Database) throws -> SavedForm {
    let (version, isNew) = try DefinitionRepository(db: db).save(form, promotes: promotes)
    return SavedForm(key: form.key, version: version.number, isNew: isNew)
  }

  /// Reads a definition.
  ///
  /// - Parameters:
  ///   - key: the key of the form.
  ///   - version: the number of the version; the one that new responses begin with when left out.
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``, ``StoreError/unknownVersion(form:number:)``.
  /// - Complexity: O(n) for n cells.
  public func form(_ key: String, version: Int? = nil) throws -> FormDefinition {
    try read { db in
      let repository = DefinitionRepository(db: db)
      return try repository.form(of: try repository.version(ofForm: key, number: version))
    }
  }

  /// The keys of all forms, in alphabetical order.
  public func formKeys() throws -> [String] {
    try read { try String.fetchAll($0, sql: "SELECT key FROM formstate_form ORDER BY key") }
  }
}

extension FormStore {
  /// Takes in definitions and responses, all or none.
  ///
  /// The changes of each journal entry are applied as they stand, not decided anew, so that the state, every revision
  /// and every time are those of the document.
  ///
  /// - Parameter imports: what to take in; a definition that is a version of its form already is not saved again. One that is
  ///   new becomes a version, with which new responses begin only when it comes without responses: those of somebody else must
  ///   not change what everybody fills in.
  /// - Returns: what was saved, in the order given.
  /// - Throws: `InvalidDefinition`; ``StoreError/responseExists(form:key:)``;
  ///   ``StoreError/unfitJournal(revision:problem:)`` when an entry does not follow from the one before it.
  /// - Complexity: O(n log n) for n cells, state changes included.
  @discardableResult
  public func take(_ imports: [FormImport]) throws -> [SavedForm] {
    for each in imports where !each.isProven { try each.form.checkDefinition() }
    return try write { db in
      let saved = try imports.map { each in
        let saved = try Self.save(each.form, promotes: each.responses.isEmpty, in: db)
        let version = try DefinitionRepository(db: db).version(ofForm: each.form.key, number: saved.version)
        for (key, response) in each.responses.sorted(by: { $0.key < $1.key }) {
          let key = ResponseKey(form: each.form.key, response: key)
          _ = try Self.makeRoom(for: key, in: db)
          let location = try ResponseLocation.create(
            key, filling: version, stream: try Self.stream(of: response, in: db), in: db)
          try JournalAdoption(db: db, location: location, form: each.form).run(response.journal)
        }
        return saved
      }
      return (saved, .commit)
    }
  }

  /// The name of a response that is taken in: its own, unless the store has a copy of it already.
  private static func stream(of response: FormImport.Response, in db: Database) throws -> StreamName {
    guard let stream = response.stream else { return .random() }
    let isTaken = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM formstate_response WHERE stream = ?)", arguments: [Data(stream.bytes)])
    return isTaken == true ? .random() : stream
  }
}
