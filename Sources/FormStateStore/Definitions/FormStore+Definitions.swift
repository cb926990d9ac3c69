import FormState
import GRDB

extension FormStore {
  /// A saved definition.
  public struct SavedForm: Hashable, Sendable {
    /// The key of the form.
    public let key: String
    /// The version of the definition in this store: 1, 2, 3 …
    public let version: Int
    /// Whether the definition was new; `false` if the form already had it.
    public let isNew: Bool
  }

  /// Saves a definition as the next version of its form, which becomes the one for new responses.
  ///
  /// Responses keep their version. A definition that the form already has keeps its version number, and saving it again
  /// changes nothing: two builds of an app may each save their own.
  ///
  /// - Throws: `InvalidDefinition` with every fault of the definition; ``StoreError``.
  /// - Complexity: O(n log n) for n cells.
  @discardableResult
  public func save(_ form: FormDefinition) throws -> SavedForm {
    try form.checkDefinition()
    return try write { db in (try Self.save(form, promotes: true, in: db), .commit) }
  }

  /// Saves the definition of an import, without its responses, as the version for new responses, even if the form
  /// already has it.
  ///
  /// Upgrades then lead to it. Only the author of a form should do this, to withdraw a change: of two builds of an app
  /// that both save their own, the older one must not win.
  ///
  /// - Throws: as ``save(_:)``.
  /// - Complexity: O(n log n) for n cells.
  package func saveAsNewest(_ content: FormContents) throws -> SavedForm {
    try Self.check([content])
    return try write { db in
      let saved = try Self.save(content.form, promotes: true, in: db)
      if !saved.isNew { try Self.promote(saved, in: db) }
      return (saved, .commit)
    }
  }

  /// Makes a version the one for new responses.
  static func promote(_ saved: SavedForm, in db: Database) throws {
    try db.execute(sql: "UPDATE formstate_form SET version = ? WHERE key = ?", arguments: [saved.version, saved.key])
  }

  static func save(
    _ form: FormDefinition, promotes: Bool, number: Int? = nil, in db: Database
  ) throws -> SavedForm {
    let (version, isNew) = try DefinitionRepository(db: db).save(form, promotes: promotes, number: number)
    return SavedForm(key: form.key, version: version.number, isNew: isNew)
  }

  /// Reads a definition.
  ///
  /// - Parameters:
  ///   - key: the key of the form.
  ///   - version: the number of the version; by default the one for new responses.
  /// - Throws: ``StoreError/Code/unknownForm``, ``StoreError/Code/unknownVersion``.
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

  /// The properties of all versions of a form, or for `nil` of all forms, with the keys of their forms in alphabetical
  /// order.
  package func propertiesOfVersions(ofForm form: String?) throws -> [(
    form: String, properties: [String: PropertyValue]
  )] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT form.key, version.properties
          FROM formstate_version AS version JOIN formstate_form AS form ON form.id = version.form_id
          WHERE form.key = ?1 OR ?1 IS NULL
          ORDER BY form.key, version.number
          """, arguments: [form])
      return try rows.map {
        (try $0.decode(atIndex: 0), try [String: PropertyValue](storedJSON: try $0.decode(atIndex: 1)))
      }
    }
  }
}

extension FormStore {
  /// Imports definitions and responses, all or nothing.
  ///
  /// The changes of each journal entry are applied unchanged, not decided again, so the state, every revision and every
  /// time are those of the document.
  ///
  /// - Parameter imports: the imports; a definition that its form already has is not saved again. A new one becomes a
  ///   version, which is used for new responses only if it has no responses: those of others must not change
  ///   everybody's form.
  /// - Returns: the saved definitions, in the given order.
  /// - Throws: `InvalidDefinition`; ``StoreError/Code/responseExists``;
  ///   ``StoreError/Code/unfitJournal`` if an entry does not follow from the one before it.
  /// - Complexity: O(n log n) for n cells, state changes included.
  @discardableResult
  public func importForms(_ imports: [FormContents]) throws -> [SavedForm] {
    try Self.check(imports)
    return try write { db in (try imports.map { try DefinitionImport($0, in: db).finish() }, .commit) }
  }

  static func check(_ imports: [FormContents]) throws {
    for each in imports where !each.isProven {
      for form in [each.form] + each.otherVersions.values { try form.checkDefinition() }
    }
  }
}

extension FormStore {
  /// Reads a form with responses and every version in their journals, at one point in time, for import by
  /// ``importForms(_:)``.
  ///
  /// - Parameters:
  ///   - key: the key of the form.
  ///   - responses: the keys of the responses; all of them by default.
  /// - Returns: the form, in the version of the only response, or else in the version for new responses.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n + k log n) for n cells of the versions and k journal entries and changes.
  public func contents(ofForm key: String, responses: [String]? = nil) throws -> FormContents {
    var content: FormContents?
    try forEachPart(ofForm: key, responses: responses) { part in
      switch part {
      case .form(let form): content = form
      case .response(let key, let response): content?.responses[key] = response
      }
    }
    guard let content else { throw StoreError.damaged("the form “\(key.shortened)” has no version") }
    return content
  }

  /// Reads the parts of ``contents(ofForm:responses:)`` one at a time: the form with its versions, then the responses
  /// in alphabetical order.
  ///
  /// - Parameter body: receives the parts.
  /// - Throws: as ``contents(ofForm:responses:)``; what `body` throws.
  /// - Complexity: as ``contents(ofForm:responses:)``.
  package func forEachPart(
    ofForm key: String, responses: [String]? = nil, _ body: (FormContents.Part) throws -> Void
  ) throws {
    try read { db in
      let definitions = DefinitionRepository(db: db)
      let newest = try definitions.version(ofForm: key)
      let keys = try responses ?? Self.responseKeys(ofForm: key, in: db)
      let locations = try keys.map { try ResponseLocation.find(ResponseKey(form: key, response: $0), in: db) }
      let main = responses?.count == 1 ? locations.first?.version.number ?? newest.number : newest.number
      var named: Set<Int> = []
      for location in locations { named.formUnion(try Self.versions(namedAt: location, in: db)) }
      func form(_ number: Int) throws -> FormDefinition {
        try definitions.form(of: try definitions.version(ofForm: key, number: number))
      }
      var content = FormContents(form: try form(main), version: main)
      for number in named.subtracting([main]).sorted() { content.otherVersions[number] = try form(number) }
      try body(.form(content))
      for response in keys {
        try body(.response(key: response, try Self.response(ResponseKey(form: key, response: response), in: db)))
      }
    }
  }

  /// The numbers of the versions named by a response and its journal.
  private static func versions(namedAt location: ResponseLocation, in db: Database) throws -> Set<Int> {
    let numbers = try db.cachedStatement(
      sql: """
        SELECT version FROM formstate_entry WHERE response_id = ?1 AND version > 0
        UNION
        SELECT change.value ->> 6
        FROM formstate_entry AS entry, json_each(entry.changes) AS change
        WHERE response_id = ?1 AND change.value ->> 6 > 0
        """)
    let upgrades = try db.cachedStatement(
      sql: "SELECT revision FROM formstate_entry WHERE response_id = ? AND kind = 'upgrade'")
    let found = try Int.fetchAll(numbers, arguments: [location.responseID])
    let journal = StoredJournal(db: db, location: location)
    return try Int.fetchAll(upgrades, arguments: [location.responseID]).reduce(into: Set(found)) { named, revision in
      named.formUnion(try journal.entry(at: revision).versions)
    }.union([location.version.number]).union(
      try StoredLines(db: db, location: location).entries().flatMap(\.entry.versions))
  }
}
