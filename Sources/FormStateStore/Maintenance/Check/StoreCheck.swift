import FormState
import GRDB

/// Finds inconsistencies in a database: SQLite's integrity, the schema, the definitions, whether each entry of a
/// journal matches its action, and whether each response's state matches its journal.
///
/// SQLite's integrity check finds a broken file but not an altered row; replaying the journal does.
struct StoreCheck {
  let db: Database
  /// The names, in lower case, of the host's own triggers and indexes on FormState's tables.
  let allowed: Set<String>
  /// The path of the file for helpers; `nil` for none.
  let file: String?
  /// What is known of the keys' numbers: a check writes nothing, so none of them changes.
  let keys: KeyNumbers

  init(db: Database, allowed: Set<String> = [], file: String? = nil) {
    (self.db, self.allowed, self.file, keys) = (db, allowed, file, KeyNumbers(db))
  }

  /// Every fault, as a sentence each; empty if the database is consistent.
  func faults() throws -> [String] {
    var faults = try integrityFaults()
    // In a broken file the following checks may have any result.
    guard faults.isEmpty else { return faults + (try unreadableParts()) }
    faults += try schemaFaults()
    // All further checks use FormState's own views and tables.
    guard faults.isEmpty else { return faults }
    faults += try vocabularyFaults()
    faults += try Self.lostParents(in: db)
    guard faults.isEmpty else { return faults }
    faults += try textFaults()
    faults += try listFaults()
    faults += try strayFaults()
    faults += try placeFaults()
    faults += try formFaults()
    var unusable: Set<String> = []
    faults += try definitionFaults(unusable: &unusable)
    faults += try responseFaults(besides: unusable)
    return faults
  }

  private func integrityFaults() throws -> [String] {
    do {
      return try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }.map {
        "SQLite reports: \($0)"
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return ["SQLite reports: \(error.message ?? "the database disk image is malformed")"]
    }
  }

  /// The first page that SQLite cannot read, or that is of no use where it is; `nil` if there is none.
  ///
  /// - Complexity: O(n) in the size of the file, which is read whole.
  static func unreadablePage(in db: Database) throws -> String? {
    do {
      let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "nothing"
      let fault = found.split(separator: "\n").filter { !$0.hasPrefix("***") }.joined(separator: " ")
      return found == "ok" ? nil : fault
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return error.message ?? "the database disk image is malformed"
    }
  }

  /// Checks for dangling foreign keys: a copy with them could not be restored.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  /// - Complexity: O(n log n) for n rows.
  static func requireParents(in db: Database) throws {
    if let fault = try lostParents(in: db).first { throw StoreError.damaged(fault) }
  }

  private static func lostParents(in db: Database) throws -> [String] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT "table", parent, count(*)
        FROM pragma_foreign_key_check
        WHERE "table" GLOB 'formstate_*'
        GROUP BY "table", parent
        """
    ).map { row in
      "\(try row.decode(Int.self, atIndex: 2)) of the rows of \(try row.decode(String.self, atIndex: 0)) name a row of \(try row.decode(String.self, atIndex: 1)) that does not exist"
    }
  }

  /// Forms whose version for new responses does not exist.
  private func formFaults() throws -> [String] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT key, version
        FROM formstate_form AS form
        WHERE NOT EXISTS (SELECT 1 FROM formstate_version WHERE form_id = form.id AND number = form.version)
        ORDER BY key
        """
    ).map { row in
      "the form “\(try row.decode(String.self, atIndex: 0))”: new responses begin with version "
        + "\(try row.decode(Int.self, atIndex: 1)), which does not exist"
    }
  }

  /// - Parameter unusable: receives the keys of the forms with a version that cannot lay out a response.
  private func definitionFaults(unusable: inout Set<String>) throws -> [String] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT version.id, version.form_id, version.number, version.digest, form.key
        FROM formstate_version AS version
        JOIN formstate_form AS form ON form.id = version.form_id
        ORDER BY form.key, version.number
        """)
    return try rows.flatMap { row in
      let version = DefinitionRepository.Version(
        id: try row.decode(atIndex: 0), formID: try row.decode(atIndex: 1), number: try row.decode(atIndex: 2),
        digest: try row.decode(atIndex: 3))
      let key: String = try row.decode(atIndex: 4)
      let (faults, isUsable) = try definitionFaults(of: version)
      if !isUsable { unusable.insert(key) }
      return faults.map { "the form “\(key)”, version \(version.number): \($0)" }
    }
  }

  private func definitionFaults(
    of version: DefinitionRepository.Version
  ) throws -> (faults: [String], isUsable: Bool) {
    let repository = DefinitionRepository(db: db)
    var form: FormDefinition
    do {
      form = try repository.unprovenForm(of: version)
    } catch let error as StoreError {
      return ([error.cause ?? error.description], false)
    }
    let found = form.definitionFaults(isStored: true, runsRules: !db.runsNoRules)
    guard found.isEmpty else {
      let digest = StateDigest.ofDefinition(form) == version.digest ? [] : [DefinitionProof.digestFault]
      return (found.map(\.description) + digest, false)
    }
    try repository.takeStoredFresh(of: &form, version)
    // Writing the definition again would run its rules.
    guard !db.runsNoRules else {
      return (StateDigest.ofDefinition(form) == version.digest ? [] : [DefinitionProof.digestFault], true)
    }
    return (try DefinitionProof(db: db, version: version).faults(of: form), true)
  }
}

extension FormStore {
  /// Verifies the store: SQLite's integrity, the schema word for word, the definitions, every entry of every journal
  /// against its action, every response's state against its journal, derived columns against their sources, and the
  /// views against what is read.
  ///
  /// - Returns: every fault, as a sentence each, without any value; empty if the store is consistent. For each journal
  ///   only the first faults are included, since later ones mostly follow from them.
  /// - Throws: ``StoreError`` if the database cannot be read at all.
  /// - Complexity: O(n + k) for n cells and k state changes, with the versions of at most two forms in memory.
  ///   Responses of a file that the store has opened itself are checked on all processors.
  public func check() throws -> [String] {
    // Only the host knows how to open another connection to its database.
    let file = isObservable || files == nil ? nil : path
    var found: [String] = []
    do {
      try read { found = try StoreCheck(db: $0, allowed: schema.allowed, file: file).faults() }
    } catch let error as StoreError where error.code == .damaged && !found.isEmpty {
      // SQLite ends no transaction without an error in which a page could not be read.
    }
    return found
  }
}

extension StoreCheck {
  /// The objects that are not FormState's, or that were altered.
  func schemaFaults() throws -> [String] {
    try SchemaInspection.faults(in: db, allowing: allowed).map(\.description)
  }

  /// A table whose rows are part of the schema: its key column, and its other columns.
  private struct Vocabulary {
    let table: String
    let name: String
    let columns: [String]
  }

  private static let vocabularies = [
    Vocabulary(table: "formstate_migration", name: "number", columns: ["name"]),
    Vocabulary(table: "formstate_cell_kind", name: "kind", columns: ["storage", "takes_input", "meaning"]),
    Vocabulary(table: "formstate_action_kind", name: "kind", columns: ["name", "meaning"]),
    Vocabulary(table: "formstate_field", name: "field", columns: ["no", "yes", "meaning"]),
  ]

  /// The words of a new store, read once per process.
  private static let reference = Result {
    try ReferenceStore.read { db in try vocabularies.map { try words(of: $0, in: db) } }
  }

  /// The columns of a vocabulary's rows, by their keys.
  private static func words(of vocabulary: Vocabulary, in db: Database) throws -> [String: [DatabaseValue]] {
    let columns = ([vocabulary.name] + vocabulary.columns).joined(separator: ", ")
    let rows = try Row.fetchAll(db, sql: "SELECT \(columns) FROM \(vocabulary.table)").map { Array($0.databaseValues) }
    let words = rows.map { row in
      (String((row.first.flatMap { String.fromDatabaseValue($0) ?? $0.description } ?? "").prefix(40)), row)
    }
    return Dictionary(words) { first, _ in first }
  }

  /// Compares the words of the schema with those of a new store.
  func vocabularyFaults() throws -> [String] {
    try zip(Self.vocabularies, Self.reference.get()).flatMap { vocabulary, expected in
      let found = try Self.words(of: vocabulary, in: db)
      return Set(expected.keys).union(found.keys).sorted().compactMap { word -> String? in
        let row = "the row “\(word)” of \(vocabulary.table)"
        switch (expected[word], found[word]) {
        case (_?, nil): return "\(row) is missing"
        case (nil, _?): return "\(row) is not FormState's"
        case (let expected, let found): return expected == found ? nil : "\(row) differs from FormState's"
        }
      }
    }
  }
}
