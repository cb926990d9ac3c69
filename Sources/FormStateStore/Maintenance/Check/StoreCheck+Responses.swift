import FormState
import GRDB

extension StoreCheck {
  /// Dangling references of responses: violations of foreign keys, and rows of another version.
  func strayFaults() throws -> [String] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT 'formstate_cell_state', 'response', count(*)
        FROM formstate_cell_state
        WHERE response_id NOT IN (SELECT id FROM formstate_response)
        UNION ALL
        SELECT 'formstate_section_state', 'response', count(*)
        FROM formstate_section_state
        WHERE response_id NOT IN (SELECT id FROM formstate_response)
        UNION ALL
        SELECT 'formstate_section_state', 'section of the response''s version', count(*)
        FROM formstate_section_state AS state
        JOIN formstate_response AS response ON response.id = state.response_id
        WHERE NOT EXISTS (
          SELECT 1
          FROM formstate_section AS section
          JOIN formstate_version AS version ON version.id = section.version_id
          WHERE section.id = state.section_id AND version.form_id = response.form_id
            AND (state.is_folded IS NULL OR section.is_foldable)
            AND (version.id = response.version_id) = (state.origin = 0) AND state.origin IN (0, version.number)
        )
        UNION ALL
        SELECT state.name, state.cell, count(*)
        FROM (
          SELECT 'formstate_cell_state' AS name, 'cell of the response''s version' AS cell, response_id, cell_id, origin
          FROM formstate_cell_state
          UNION ALL
          SELECT 'formstate_instance', 'repeat of the response''s version', response_id, cell_id, origin
          FROM formstate_instance
        ) AS state
        JOIN formstate_response AS response ON response.id = state.response_id
        WHERE NOT EXISTS (
          SELECT 1
          FROM formstate_cell AS cell
          JOIN formstate_version AS version ON version.id = cell.version_id
          WHERE cell.id = state.cell_id AND version.form_id = response.form_id
            AND (version.id = response.version_id) = (state.origin = 0) AND state.origin IN (0, version.number)
        )
        GROUP BY state.name
        UNION ALL
        SELECT 'formstate_instance', 'response', count(*)
        FROM formstate_instance
        WHERE response_id NOT IN (SELECT id FROM formstate_response)
        UNION ALL
        SELECT 'formstate_entry', 'response', count(*)
        FROM formstate_entry
        WHERE response_id NOT IN (SELECT id FROM formstate_response)
        UNION ALL
        SELECT name, 'response', count(*)
        FROM (
          SELECT 'formstate_line_entry' AS name, response_id FROM formstate_line_entry
          UNION ALL
          SELECT 'formstate_head', response_id FROM formstate_head
        )
        WHERE response_id NOT IN (SELECT id FROM formstate_response)
        GROUP BY name
        UNION ALL
        SELECT 'formstate_entry', 'row of formstate_key', count(*)
        FROM formstate_entry
        WHERE subject IS NOT NULL AND subject NOT IN (SELECT number FROM formstate_key)
        """
    ).compactMap { row in
      let count: Int = try row.decode(atIndex: 2)
      guard count > 0 else { return nil }
      return "\(count) of the rows of \(try row.decode(String.self, atIndex: 0)) name a "
        + "\(try row.decode(String.self, atIndex: 1)) that does not exist"
    }
  }

  /// - Parameter unusable: the keys of forms whose responses cannot be laid out.
  func responseFaults(besides unusable: Set<String>) throws -> [String] {
    let work = CheckedResponses(try StoredResponse.all(in: db), besides: unusable)
    return try work.faults(by: self, helpedBy: db.runsNoRules ? nil : file)
  }

  /// The faults of a response, each with the name of the response.
  func namedFaults(of response: StoredResponse, _ shared: CheckedDefinitions) throws -> [String] {
    let key = ResponseKey(form: response.form, response: response.key)
    let name = "the response “\(key.response)” of the form “\(key.form)”"
    if let problem = Self.problem(withKey: response.key) { return ["\(name): \(problem)"] }
    do {
      let definitions = Definitions(db: db, form: key.form, shared: shared)
      return try responseFaults(of: key, definitions).map { "\(name): \($0)" }
    } catch let error as StoreError {
      return ["\(name): \(error)"]
    } catch is RowDecodingError {
      return ["\(name): a row has a value of the wrong type"]
    }
  }

  private static func problem(withKey key: String) -> String? {
    if let problem = FormDefinition.problem(withKey: key) { return problem }
    return key.utf8.elementsEqual(key.canonicalKey.utf8)
      ? nil : "the key is not canonically composed (NFC), so the response cannot be named"
  }

  /// The definitions of one form's versions, cached for all workers.
  private struct Definitions {
    let db: Database
    let form: String
    let shared: CheckedDefinitions

    /// The questions of a version of the form.
    func questions(_ form: FormDefinition, ofVersion number: Int) -> [Question] {
      shared.questions(form, ofVersion: number)
    }

    /// The definition of a version of the form; `nil` if there is no such version.
    func index(ofVersion number: Int) throws -> FormIndex? {
      try shared.index(of: form, version: number) {
        let repository = DefinitionRepository(db: db)
        return try repository.findVersion(ofForm: form, number: number).map {
          FormIndex(try repository.form(of: $0))
        }
      }
    }
  }

  private func responseFaults(of key: ResponseKey, _ definitions: Definitions) throws -> [String] {
    let location = try ResponseLocation.find(key, in: db)
    let entries = try StoredJournal(db: db, location: location, keys: keys).entries()
    let journal = try JournalCheck(
      entries, compactedTo: location.compactedTo, version: location.version.number, decides: !db.runsNoRules,
      definition: definitions.index(ofVersion:))
    var faults = journal.faults
    guard !journal.isBroken else { return faults }
    let readable = ReadableValues(db: db, location: location, index: definitions.index(ofVersion:))
    faults += try JournalRowProof(
      of: entries, positions: journal.expectedPositions, readable, most: JournalCheck.mostFaults, at: location,
      keys: keys, in: db
    ).faults
    if let version = journal.version, version != location.version.number {
      faults.append("the journal leads to version \(version), but the response has version \(location.version.number)")
    }
    faults += try numberFaults(of: entries, at: location)
    if location.emptiedTo != RecordedJournal.emptiedTo(in: entries) {
      faults.append("another revision than the last that emptied entries is recorded as having done so")
    }
    let shown = try StateTables(db: db, location: location).state(withDraftsOf: nil)
    let state = shown.withoutDrafts
    faults += Self.differences(between: journal.state, and: state)
    faults += try unfitFaults(of: state, at: location, definitions)
    faults += try settingFaults(at: location)
    faults += try StoredLines(db: db, location: location).faults(
      besides: entries, definition: definitions.index(ofVersion:))
    faults += try PushedProof(db: db, location: location).faults()
    faults += try ReadableProof(db: db, location: location, readable: readable).faults(most: JournalCheck.mostFaults)
    if let form = try definitions.index(ofVersion: location.version.number)?.form {
      faults += try rowFaults(of: form, location: location, state: shown)
      let contents = ResponseContents(
        key: key, location: location, form: form, revision: entries.last?.revision ?? 0, state: shown)
      faults += try ViewProof(db: db, location: location).faults(
        of: contents, questions: definitions.questions(form, ofVersion: location.version.number))
    }
    return faults
  }

  /// Checks whether cells, sections and instances can have their states.
  private func unfitFaults(
    of state: ResponseState, at location: ResponseLocation, _ definitions: Definitions
  ) throws -> [String] {
    guard let index = try definitions.index(ofVersion: location.version.number) else { return [] }
    let fit = StateFit(index, version: location.version.number, definition: definitions.index(ofVersion:))
    return try fit.unfitSubjects(in: state).prefix(JournalCheck.mostFaults).map {
      "the state of “\($0.description(naming: state.instanceNames))” is impossible"
    }
  }

  /// Checks the counter of the next instance: numbers are never reused.
  private func numberFaults(of entries: [JournalEntry], at location: ResponseLocation) throws -> [String] {
    let next = try StateTables(db: db, location: location).nextInstanceCounter()
    let given = InstanceNumber.counter(of: entries.lazy.flatMap(\.changes).map(\.subject.instance).max() ?? 0)
    return next > given ? [] : ["the next instance of a repeat would be number \(next), which is already in use"]
  }

  /// Checks which revisions are recorded as having set the values.
  private func settingFaults(at location: ResponseLocation) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT printf(
          '“%s” says that %s set it, but %s did', key, coalesce('revision ' || recorded, 'no revision'),
          coalesce('revision ' || expected, 'no revision')
        )
        FROM (
          SELECT
            named.key || iif(state.instance > 0, ':' || \(ChangeSentences.spelling(of: "state.instance", in: "?1")), '')
              AS key,
            state.set_at AS recorded,
            iif(state.is_set, setting.revision, NULL) AS expected
          FROM formstate_cell_state AS state
          CROSS JOIN formstate_cell AS named ON named.id = state.cell_id
          LEFT JOIN (\(StateTables.settings)) AS setting
            ON setting.cell_id = state.cell_id AND setting.instance = state.instance AND setting.origin = state.origin
          WHERE state.response_id = ?1
        )
        WHERE recorded IS NOT expected
        ORDER BY key
        LIMIT ?2
        """)
    return try String.fetchAll(statement, arguments: [location.responseID, JournalCheck.mostFaults])
  }

  private static func differences(between journal: ResponseState, and tables: ResponseState) -> [String] {
    journal.changes(to: tables).map { change in
      let subject = change.subject.description(naming: tables.instanceNames)
      return "the \(change.field.rawValue) of “\(subject)” differs from the journal"
    }.sorted()
  }

  /// Compares the view `visible_row` with the visibility index.
  private func rowFaults(of form: FormDefinition, location: ResponseLocation, state: ResponseState) throws -> [String] {
    let rows = VisibilityIndex(form: form, state: state)
    let statement = try db.cachedStatement(
      sql: """
        SELECT section_position, position, instance
        FROM visible_row
        WHERE response_id = ?
        ORDER BY section_position, row
        """)
    let found = try Row.fetchAll(statement, arguments: [location.responseID]).map { row in
      ViewedRow(
        section: try row.position(atIndex: 0), position: try row.position(atIndex: 1),
        instance: try row.spelledInstance(atIndex: 2))
    }
    let bySection = Dictionary(grouping: found, by: \.section)
    return (0..<rows.numberOfSections).compactMap { section in
      let expected = (0..<rows.numberOfRows(in: section)).compactMap {
        rows.place(at: RowPath(section: section, row: $0)).map { place in
          ViewedRow(
            section: place.section, position: place.position,
            instance: state.instanceNames.spelling(of: place.instance))
        }
      }
      return expected == bySection[section] ?? []
        ? nil
        : "the view visible_row shows other rows in section \(section) than the definition and state make visible"
    }
  }
}

/// A row of the view `visible_row`.
private struct ViewedRow: Equatable {
  let section: Int
  let position: Int
  /// What people call its instance of a repeat; `0` outside of repeats.
  let instance: String
}
