import FormState
import GRDB

/// Reads what a decision needs beside the form and the touched state, inside the caller's transaction.
struct ResponseSource: DecisionSource {
  let db: Database
  let location: ResponseLocation
  let journal: any Journal
  /// The definition of the response's version.
  let definition: OpenDefinition
  /// The versions read for upgrades; `nil` if none was read.
  var versions: VersionIndexes?

  var stream: StreamName? { location.stream }

  func nextInstanceCounter() throws -> Int { try StateTables(db: db, location: location).nextInstanceCounter() }

  func list(named name: String) throws -> (any RuleList)? {
    try ListTables(db: db).list(named: name, versionID: location.version.id)
  }

  func definition(ofVersion number: Int) throws -> FormIndex? {
    try (versions ?? VersionIndexes(db)).index(ofVersion: number, of: location)
  }
}

extension FormReader {
  /// Reads a response with the store's definition in memory.
  ///
  /// - Complexity: O(k) for k touched cells.
  convenience init(_ location: ResponseLocation, in db: Database, _ definitions: OpenDefinitions) throws {
    let definition = try definitions.definition(of: location.version, in: db)
    self.init(
      definition.index, version: location.version.number,
      LoadedState(try StateTables(db: db, location: location).state(withDraftsOf: ""), of: definition.form),
      source: ResponseSource(
        db: db, location: location, journal: StoredJournal(db: db, location: location), definition: definition))
  }
}
