import FormState
import GRDB

/// Looks for whatever contradicts itself in a database: SQLite's own rules, the schema, the definitions, and whether
/// each response's state is what its journal says.
///
/// SQLite's integrity check finds a broken file but not an altered row; replaying the journal finds that.
struct StoreCheck {
  let db: Database

  /// Every fault, as a sentence each; empty when the database is sound.
  func faults() throws -> [String] {
    var faults = try integrityFaults()
    // In a broken file the questions that follow may have any answer.
    guard faults.isEmpty else { return faults }
    faults += try foreignKeyFaults()
    faults += try schemaFaults()
    guard faults.isEmpty else { return faults }
    faults += try definitionFaults()
    faults += try responseFaults()
    return faults
  }

  private func integrityFaults() throws -> [String] {
    try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }.map { "SQLite finds: \($0)" }
  }

  private func foreignKeyFaults() throws -> [String] {
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

  private func schemaFaults() throws -> [String] {
    let reference = try DatabaseQueue()
    try SchemaMigrator.migrate(reference)
    let expected = try reference.read { db in try SchemaText.statements(in: db) }
    let found = Dictionary(try SchemaText.statements(in: db).map { ($0.name, $0.sql) }) { first, _ in first }
    return expected.compactMap { name, sql in
      switch found[name] {
      case nil: "\(name) is missing from the schema"
      case sql?: nil
      default: "\(name) is not as the schema has it"
      }
    }
  }

  private func definitionFaults() throws -> [String] {
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
      let name = "the form “\(try row.decode(String.self, atIndex: 4))”, version \(version.number)"
      return try definitionFaults(of: version).map { "\(name): \($0)" }
    }
  }

  private func definitionFaults(of version: DefinitionRepository.Version) throws -> [String] {
    let form: FormDefinition
    do {
      form = try DefinitionRepository(db: db).form(of: version)
    } catch let error as StoreError {
      return [error.description]
    }
    var faults = form.definitionFaults().map(\.description)
    if StateDigest.ofDefinition(form) != version.digest {
      faults.append("the definition is not the one that was imported: its digest differs")
    }
    faults += try nestingFaults(of: form, versionID: version.id)
    return faults
  }

  /// Compares the parents and levels that are stored with those that follow from `additional_rows`.
  private func nestingFaults(of form: FormDefinition, versionID: Int64) throws -> [String] {
    var faults: [String] = []
    for (position, section) in form.sections.enumerated() {
      let nesting = Nesting(of: section)
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT cell.position, parent.position, cell.level, cell.key, parent.section_id IS NOT cell.section_id
          FROM formstate_section AS section
          JOIN formstate_cell AS cell ON cell.section_id = section.id
          LEFT JOIN formstate_cell AS parent ON parent.id = cell.parent_id
          WHERE section.version_id = ? AND section.position = ?
          ORDER BY cell.position
          """,
        arguments: [versionID, position])
      var expectedPosition = 0
      while let row = try rows.next() {
        let foundPosition: Int = try row.decode(atIndex: 0)
        let level: Int = try row.decode(atIndex: 2)
        let parent: Int? = try row.decode(atIndex: 1)
        let isElsewhere: Bool = try row.decode(atIndex: 4)
        if foundPosition != expectedPosition || (parent != nil && isElsewhere)
          || nesting.parents.element(at: expectedPosition) != .some(parent)
          || nesting.levels.element(at: expectedPosition) != level
        {
          faults.append(
            "the place of the cell “\(try row.decode(String.self, atIndex: 3))” contradicts additional_rows")
        }
        expectedPosition += 1
      }
    }
    return faults
  }

  private func responseFaults() throws -> [String] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT form.key, response.key
        FROM formstate_response AS response
        JOIN formstate_form AS form ON form.id = response.form_id
        ORDER BY form.key, response.version_id, response.key
        """)
    var loaded: LoadedForm?
    return try rows.flatMap { row in
      let key = ResponseKey(form: try row.decode(atIndex: 0), response: try row.decode(atIndex: 1))
      let name = "the response “\(key.response)” of the form “\(key.form)”"
      do {
        return try responseFaults(of: key, loaded: &loaded).map { "\(name): \($0)" }
      } catch let error as StoreError {
        return ["\(name): \(error)"]
      }
    }
  }

  /// The definition that was loaded last: responses come version by version, so each is loaded once and held alone.
  private struct LoadedForm {
    let versionID: Int64
    let form: FormDefinition
  }

  private func responseFaults(of key: ResponseKey, loaded: inout LoadedForm?) throws -> [String] {
    let location = try ResponseLocation.find(key, in: db)
    let reader = JournalReader(db: db, location: location)
    let journal = JournalCheck(try reader.entries(), compactedTo: location.compactedTo)
    var faults = journal.faults
    guard faults.isEmpty else { return faults }
    faults += try stackFaults(of: journal, at: location)
    let state = try reader.state()
    faults += Self.differences(between: journal.state, and: state)
    let version = location.version
    if loaded?.versionID != version.id {
      loaded = LoadedForm(versionID: version.id, form: try DefinitionRepository(db: db).form(of: version))
    }
    if let form = loaded?.form { faults += try rowFaults(of: form, location: location, state: state) }
    return faults
  }

  /// Compares what the entries say can be undone and redone after them with what follows from the journal.
  private func stackFaults(of journal: JournalCheck, at location: ResponseLocation) throws -> [String] {
    let history = HistoryReader(db: db, location: location)
    return try journal.expectedPositions.compactMap { expected in
      try history.position(at: expected.revision) == expected
        ? nil : "revision \(expected.revision) says something else of what can be undone than the journal"
    }
  }

  private static func differences(between journal: ResponseState, and tables: ResponseState) -> [String] {
    journal.changes(to: tables).map { change in
      "the \(change.field.rawValue) of “\(change.subject)” is not what the journal says"
    }.sorted()
  }

  /// Compares the view `visible_row` with the visibility index.
  private func rowFaults(of form: FormDefinition, location: ResponseLocation, state: ResponseState) throws -> [String] {
    let expected = VisibilityIndex(form: form, state: state).visibleRowsPerSection
    let view = VisiblePositions(db: db, location: location)
    return try expected.indices.compactMap { section in
      try view.positions(inSection: section) == expected[section]
        ? nil
        : "the view visible_row shows other rows in section \(section) than the definition and state make visible"
    }
  }
}

extension FormStore {
  /// Proves the store: SQLite's integrity, the schema, the definitions, and that every response's state is what its
  /// journal says.
  ///
  /// - Returns: every fault, as a sentence each; empty when the store is sound.
  /// - Throws: ``StoreError`` when the database cannot be read at all.
  /// - Complexity: O(n + k) for n cells and k state changes, definitions loaded one at a time.
  public func check() throws -> [String] {
    try read { try StoreCheck(db: $0).faults() }
  }
}
