import FormState
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
