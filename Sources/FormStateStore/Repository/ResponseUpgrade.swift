import FormState
import GRDB

/// Takes a response from the version that it fills in to the newest version of its form, where nothing is lost by that.
///
/// Everything that the person touched and everything that the journal tells of must have its place in the newest version, by
/// key, and be of the same kind there: then state and journal mean in the new version what they meant in the old one. A key that
/// nobody gave may have slid to another cell; see `VersionMatch`.
struct ResponseUpgrade {
  let db: Database
  let key: ResponseKey

  /// A subject of the state or the journal whose place in the newest version is not as it was.
  private struct Misfit {
    let isSection: Bool
    let subject: String
    let oldKind: String?
    let newKind: String?
  }

  /// Upgrades the response.
  ///
  /// - Returns: the number of the version that it fills in now, and whether that is another one than before.
  /// - Throws: ``StoreError/cannotUpgrade(form:response:version:problems:)``, nothing changed.
  func run() throws -> FormStore.UpgradedResponse {
    let location = try ResponseLocation.find(key, in: db)
    let newest = try DefinitionRepository(db: db).version(ofForm: key.form)
    guard let responseID = location.responseID, location.version != newest else {
      return FormStore.UpgradedResponse(version: newest.number, isNew: false)
    }
    let state = try StateTables(db: db, location: location).state()
    let reader = ResponseReader(db: db, location: ResponseLocation(responseID: nil, version: newest))
    var problems = try misfits(from: location.version, to: newest, responseID: responseID).map(Self.words)
    if problems.isEmpty { problems = try strangers(from: location.version, to: newest, responseID: responseID) }
    if problems.isEmpty { problems = try state.changes.compactMap { try problem(with: $0, reader: reader) }.sorted() }
    if problems.isEmpty { problems = try formerProblems(at: location, reader: reader) }
    guard problems.isEmpty else {
      throw StoreError.cannotUpgrade(
        form: key.form, response: key.response, version: newest.number, problems: problems)
    }
    try StateWriter(db: db, location: ResponseLocation(responseID: responseID, version: newest), author: nil).move(
      state)
    return FormStore.UpgradedResponse(version: newest.number, isNew: true)
  }

  /// The table expression of all that the state or the journal of a response names.
  private static let subjects = """
    WITH subject (is_section, key) AS (
      SELECT field = 'fold', subject
      FROM formstate_state_change
      WHERE response_id = :response AND field <> 'completion'
      UNION
      SELECT kind IN ('fold', 'unfold', 'toggleFold'), subject
      FROM formstate_action
      WHERE response_id = :response AND subject IS NOT NULL
    )
    """

  /// What state or journal name that the newest version does not have, or has as another kind of cell.
  private func misfits(
    from old: DefinitionRepository.Version, to new: DefinitionRepository.Version, responseID: Int64
  ) throws -> [Misfit] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        \(Self.subjects)
        SELECT subject.is_section, subject.key, old_cell.kind, new_cell.kind
        FROM subject
        LEFT JOIN formstate_cell AS old_cell ON old_cell.version_id = :old AND old_cell.key = subject.key
        LEFT JOIN formstate_cell AS new_cell ON new_cell.version_id = :new AND new_cell.key = subject.key
        WHERE CASE
          WHEN subject.is_section
          THEN NOT EXISTS (SELECT 1 FROM formstate_section WHERE version_id = :new AND key = subject.key)
          ELSE new_cell.kind IS NOT old_cell.kind
        END
        ORDER BY subject.is_section, subject.key
        """,
      arguments: ["response": responseID, "old": old.id, "new": new.id])
    return try rows.map { row in
      Misfit(
        isSection: try row.decode(atIndex: 0), subject: try row.decode(atIndex: 1), oldKind: try row.decode(atIndex: 2),
        newKind: try row.decode(atIndex: 3))
    }
  }

  /// What state or journal name that another cell or section is called in the newest version.
  private func strangers(
    from old: DefinitionRepository.Version, to new: DefinitionRepository.Version, responseID: Int64
  ) throws -> [String] {
    let definitions = DefinitionRepository(db: db)
    let match = VersionMatch(from: try definitions.form(of: old), to: try definitions.form(of: new))
    let rows = try Row.fetchAll(
      db,
      sql: """
        \(Self.subjects)
        SELECT is_section, key FROM subject ORDER BY is_section, key
        """,
      arguments: ["response": responseID])
    return try rows.compactMap { row in
      let isSection: Bool = try row.decode(atIndex: 0)
      let key: String = try row.decode(atIndex: 1)
      guard (isSection ? match.sections : match.cells)[key] != key else { return nil }
      return
        "the \(isSection ? "section" : "cell") “\(key.shortened)” may be another one there, since nobody gave it its key"
    }
  }

  private static func words(_ misfit: Misfit) -> String {
    if misfit.isSection { return "there is no section “\(misfit.subject)” any more" }
    guard let old = misfit.oldKind, let new = misfit.newKind else {
      return "there is no cell “\(misfit.subject)” any more"
    }
    return "the cell “\(misfit.subject)” was of kind \(old) and is of kind \(new) now"
  }

  /// What an undo or a redo could bring back that has no place in the newest version.
  private func formerProblems(at location: ResponseLocation, reader: ResponseReader) throws -> [String] {
    let changes = try JournalReader(db: db, location: location).entries().flatMap(\.changes)
    let problems = try changes.flatMap { [$0, $0.inverse] }.compactMap { change -> String? in
      guard let problem = try problem(with: change, reader: reader) else { return nil }
      guard change.field == .value else { return problem }
      return "the journal tells of a value of “\(change.subject)” that the cell does not accept any more"
    }
    return Set(problems).sorted()
  }

  /// Why a touched field has no place in the newest version; `nil` when it has one.
  private func problem(with change: StateChange, reader: ResponseReader) throws -> String? {
    let key = change.subject.key
    if change.field == .fold {
      guard let section = try reader.section(withKey: key), !section.isFoldable else { return nil }
      return "the section “\(key)” cannot be folded any more"
    }
    guard let cell = try reader.cell(withKey: key) else { return nil }
    switch change.field {
    case .value:
      guard let value = change.after?.value, try !accepts(value, in: cell, reader) else { return nil }
      return "the cell “\(key)” does not accept the value that it holds any more"
    case .disclosure, .title:
      return cell.cell.isExpandable ? nil : "the cell “\(key)” cannot be expanded any more"
    // A cell of the same kind keeps a draft as it did, and what was saved stays what was saved.
    case .fold, .draft, .saved, .touched, .completion:
      return nil
    }
  }

  private func accepts(_ value: CellValue, in cell: CellSnapshot, _ reader: ResponseReader) throws -> Bool {
    guard cell.cell.kind == .group, case .text(let chosen) = value else {
      return (try? cell.cell.accepted(value)) == value
    }
    return try reader.option(withValue: chosen, under: cell) != nil
  }
}
