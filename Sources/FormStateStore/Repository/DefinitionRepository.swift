import FormState
import GRDB

/// Writes and reads definitions, within a transaction of the caller's.
struct DefinitionRepository {
  let db: Database

  /// A version of a form, as the database knows it.
  struct Version: Hashable {
    let id: Int64
    let formID: Int64
    let number: Int
    let digest: String
  }

  /// The newest version of a form, or the one with a number.
  ///
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``, ``StoreError/unknownVersion(form:number:)``.
  func version(ofForm key: String, number: Int? = nil) throws -> Version {
    if let version = try findVersion(ofForm: key, number: number) { return version }
    let keys = try String.fetchAll(db, sql: "SELECT key FROM formstate_form ORDER BY key")
    if let number, keys.contains(key) { throw StoreError.unknownVersion(form: key, number: number) }
    throw StoreError.unknownForm(key: key, nearest: keys.nearest(to: key))
  }

  /// Reads a version whose columns are id, form, number and digest.
  static func version(of row: Row) throws -> Version {
    Version(
      id: try row.decode(atIndex: 0), formID: try row.decode(atIndex: 1), number: try row.decode(atIndex: 2),
      digest: try row.decode(atIndex: 3))
  }

  /// The newest version of a form, or the one with a number; `nil` when there is none.
  func findVersion(ofForm key: String, number: Int? = nil) throws -> Version? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT version.id, version.form_id, version.number, version.digest
        FROM formstate_form AS form
        JOIN formstate_version AS version ON version.form_id = form.id
        WHERE form.key = :key AND version.number = coalesce(:number, version.number)
        ORDER BY version.number DESC
        LIMIT 1
        """)
    return try Row.fetchOne(statement, arguments: ["key": key, "number": number]).map(Self.version(of:))
  }

  /// Writes a definition as the next version of its form, unless the newest version is the same.
  ///
  /// - Parameter form: a definition that has been checked.
  /// - Returns: the version, and whether it is new.
  /// - Complexity: O(n) for n cells.
  func save(_ form: FormDefinition) throws -> (version: Version, isNew: Bool) {
    let digest = StateDigest.ofDefinition(form)
    let newest = try findVersion(ofForm: form.key)
    if let newest, newest.digest == digest { return (newest, false) }
    try db.execute(
      sql: "INSERT INTO formstate_form (key) VALUES (?) ON CONFLICT DO NOTHING", arguments: [form.key])
    guard
      let formID = try Int64.fetchOne(
        db, sql: "SELECT id FROM formstate_form WHERE key = ?", arguments: [form.key])
    else { throw StoreError.damaged("a form that was just written is not there") }
    let number = (newest?.number ?? 0) + 1
    try db.execute(
      sql: """
        INSERT INTO formstate_version (form_id, number, title, digest, properties, accordion)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        formID, number, form.title, digest, try form.properties.storedJSON(), form.accordion.rawValue,
      ])
    let version = Version(id: db.lastInsertedRowID, formID: formID, number: number, digest: digest)
    try insertCellTypes(of: form, version: version)
    try insertSections(of: form, version: version)
    return (version, true)
  }

  private func insertCellTypes(of form: FormDefinition, version: Version) throws {
    var identifiers = Set(form.rowHeights.keys)
    for section in form.sections {
      for cell in section.cells { identifiers.insert(cell.identifier) }
    }
    for identifier in identifiers.sorted() {
      try db.execute(
        sql: "INSERT INTO formstate_cell_type (version_id, identifier, row_height) VALUES (?, ?, ?)",
        arguments: [version.id, identifier, form.rowHeight(forIdentifier: identifier).points])
    }
  }

  private func insertSections(of form: FormDefinition, version: Version) throws {
    let writer = try CellWriter(db: db, versionID: version.id)
    for (position, section) in form.sections.enumerated() {
      try db.execute(
        sql: """
          INSERT INTO formstate_section (
            version_id, position, key, title, is_foldable, starts_folded, properties, is_accordion
          ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          version.id, position, section.key, section.title, section.isFoldable, section.startsFolded,
          try section.properties.storedJSON(), section.isAccordion,
        ])
      try writer.insertCells(of: section, sectionID: db.lastInsertedRowID)
    }
  }

  /// Reads a definition.
  ///
  /// - Complexity: O(n) for n cells, in one ordered scan.
  func form(of version: Version) throws -> FormDefinition {
    guard
      let head = try Row.fetchOne(
        db,
        sql: """
          SELECT form.key, version.title, version.properties, version.accordion
          FROM formstate_version AS version
          JOIN formstate_form AS form ON form.id = version.form_id
          WHERE version.id = ?
          """,
        arguments: [version.id])
    else { throw StoreError.damaged("a version of a form is missing") }
    var form = FormDefinition(
      key: try head.decode(atIndex: 0), title: try head.decode(atIndex: 1),
      properties: try [String: PropertyValue](storedJSON: try head.decode(atIndex: 2)))
    form.accordion = try FormAccordion(stored: try head.decode(atIndex: 3))
    form.rowHeights = try rowHeights(versionID: version.id)
    form.sections = try sections(versionID: version.id)
    return form
  }

  private func rowHeights(versionID: Int64) throws -> [String: RowHeight] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT identifier, row_height FROM formstate_cell_type WHERE version_id = ?",
      arguments: [versionID])
    var heights: [String: RowHeight] = [:]
    for row in rows {
      let identifier: String = try row.decode(atIndex: 0)
      let height = RowHeight(storedPoints: try row.decode(atIndex: 1))
      // What the identifier has anyway need not be said, so that a form reads back as it was written.
      if height != .standard(for: identifier) { heights[identifier] = height }
    }
    return heights
  }

  private func sections(versionID: Int64) throws -> [FormSection] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, key, title, is_foldable, starts_folded, properties, is_accordion
        FROM formstate_section
        WHERE version_id = ?
        ORDER BY position
        """,
      arguments: [versionID])
    return try rows.map { row in
      FormSection(
        key: try row.decode(atIndex: 1), title: try row.decode(atIndex: 2), isFoldable: try row.decode(atIndex: 3),
        startsFolded: try row.decode(atIndex: 4), isAccordion: try row.decode(atIndex: 6),
        cells: try cells(sectionID: try row.decode(atIndex: 0)),
        properties: try [String: PropertyValue](storedJSON: try row.decode(atIndex: 5)))
    }
  }

  private func cells(sectionID: Int64) throws -> [FormCell] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(FormCell.storedColumns)
        FROM formstate_cell AS cell
        WHERE cell.section_id = ?
        ORDER BY cell.position
        """,
      arguments: [sectionID])
    var cells: [FormCell] = []
    while let row = try rows.next() { cells.append(try FormCell(stored: row)) }
    return cells
  }
}

extension FormAccordion {
  /// Reads a stored accordion.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` for a name that there is not.
  init(stored name: String) throws {
    guard let accordion = FormAccordion(rawValue: name) else {
      throw StoreError.damaged("a form is an accordion of the unknown kind “\(name)”")
    }
    self = accordion
  }
}
