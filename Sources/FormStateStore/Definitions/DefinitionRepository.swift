import FormState
import GRDB

/// Writes and reads definitions within the caller's transaction.
struct DefinitionRepository {
  let db: Database

  /// A version of a form in the database.
  struct Version: Hashable {
    let id: Int64
    let formID: Int64
    let number: Int
    let digest: String
  }

  /// The version with a number, or by default the one for new responses.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``, ``StoreError/Code/unknownVersion``.
  func version(ofForm key: String, number: Int? = nil) throws -> Version {
    if let version = try findVersion(ofForm: key, number: number) { return version }
    let keys = try String.fetchAll(db, sql: "SELECT key FROM formstate_form ORDER BY key")
    if keys.contains(key.canonicalKey) {
      // Without a number it is the file that names a missing version.
      let offered = try Int.fetchOne(
        db, sql: "SELECT version FROM formstate_form WHERE key = ?", arguments: [key.canonicalKey])
      throw StoreError.unknownVersion(form: key, number: number ?? offered ?? 0)
    }
    throw StoreError.unknownForm(key: key, nearest: keys.nearest(to: key))
  }

  /// Reads a version whose columns are id, form, number and digest.
  static func version(of row: Row) throws -> Version {
    Version(
      id: try row.decode(atIndex: 0), formID: try row.decode(atIndex: 1),
      number: try ResponseLocation.checked(try row.decode(atIndex: 2)), digest: try row.decode(atIndex: 3))
  }

  /// The version with a number, or by default the one for new responses; `nil` if there is none.
  func findVersion(ofForm key: String, number: Int? = nil) throws -> Version? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT version.id, version.form_id, version.number, version.digest
        FROM formstate_form AS form
        JOIN formstate_version AS version ON version.form_id = form.id
        WHERE form.key = :key AND version.number = coalesce(:number, form.version)
        """)
    return try Row.fetchOne(statement, arguments: ["key": key.canonicalKey, "number": number]).map(Self.version(of:))
  }

  /// The version of a form with a number; `nil` if there is none.
  func findVersion(formID: Int64, number: Int) throws -> Version? {
    let statement = try db.cachedStatement(
      sql: "SELECT id, form_id, number, digest FROM formstate_version WHERE form_id = ? AND number = ?")
    return try Row.fetchOne(statement, arguments: [formID, number]).map(Self.version(of:))
  }

  /// The numbers of a form's versions, in order.
  func numbers(formID: Int64) throws -> [Int] {
    let sql = "SELECT number FROM formstate_version WHERE form_id = ? ORDER BY number"
    return try Int.fetchAll(db, sql: sql, arguments: [formID]).map(ResponseLocation.checked)
  }

  /// The version with a definition's digest; `nil` if the store does not have it.
  func findVersion(ofForm key: String, digest: String) throws -> Version? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT version.id, version.form_id, version.number, version.digest
        FROM formstate_form AS form
        JOIN formstate_version AS version ON version.form_id = form.id
        WHERE form.key = ? AND version.digest = ?
        """,
      arguments: [key, digest])
    return try row.map(Self.version(of:))
  }

  /// Writes a definition as a version of its form, unless it is one already.
  ///
  /// - Parameters:
  ///   - form: a definition without faults.
  ///   - promotes: whether a new version becomes the one for new responses, as a form's first version always does.
  ///   - number: the number of a new version; the next one by default.
  /// - Returns: the version, and whether it is new.
  /// - Complexity: O(n) for n cells.
  func save(
    _ form: FormDefinition, promotes: Bool, number: Int? = nil
  ) throws -> (version: Version, isNew: Bool) {
    let digest = StateDigest.ofDefinition(form)
    if let known = try findVersion(ofForm: form.key, digest: digest) { return (known, false) }
    try db.execute(
      sql: "INSERT INTO formstate_form (key) VALUES (?) ON CONFLICT DO NOTHING", arguments: [form.key])
    guard let formID = try Int64.fetchOne(db, sql: "SELECT id FROM formstate_form WHERE key = ?", arguments: [form.key])
    else { throw StoreError.damaged("a form that was just written is missing") }
    let number = try number ?? nextNumber(ofForm: formID)
    try db.execute(
      sql: """
        INSERT INTO formstate_version (form_id, number, title, digest, properties, accordion, language)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        formID, number, form.title, digest, try form.properties.storedJSON(), form.accordion?.rawValue, form.language,
      ])
    let version = Version(id: db.lastInsertedRowID, formID: formID, number: number, digest: digest)
    try insertRowHeights(of: form, version: version)
    try writingMany { try ListTables(db: db).insertLists(of: form, versionID: version.id) }
    try writingMany {
      try insertSections(of: form, version: version)
      try StructureTables(db: db, version: version).insert(form.structure)
    }
    try RepeatTable(db: db, versionID: version.id).insert(form)
    try TranslationTable(db: db, versionID: version.id).insert(form.translations)
    if form.hasRules {
      try RuleTables(db: db, version: version).insertRules(of: form)
      try QuestionTable(db: db, versionID: version.id).insertConditions()
    }
    if promotes || number == 1 {
      try db.execute(sql: "UPDATE formstate_form SET version = ? WHERE id = ?", arguments: [number, formID])
    }
    return (version, true)
  }

  private func nextNumber(ofForm formID: Int64) throws -> Int {
    let sql = "SELECT coalesce(max(number), 0) FROM formstate_version WHERE form_id = ?"
    return try ResponseLocation.checked(try Int.fetchOne(db, sql: sql, arguments: [formID]) ?? 0) + 1
  }

  private func insertRowHeights(of form: FormDefinition, version: Version) throws {
    for (identifier, height) in form.rowHeights where height != .standard(for: identifier) {
      try db.execute(
        sql: "INSERT INTO formstate_row_height (version_id, identifier, points) VALUES (?, ?, ?)",
        arguments: [version.id, identifier, height.points])
    }
  }

  /// SQLite's cache size while a definition is written: KiB, negative as in `cache_size`.
  ///
  /// With the default of 2 MB it writes pages of a large form more than once, since the indexes are filled in another
  /// order than the rows.
  private static let cacheSizeForWriting = -65_536

  /// Writes checked data without the CHECKs of the tables, which cost as much as all the rest.
  ///
  /// `FormDefinition.checkDefinition` has already checked the same for the whole definition. Foreign keys, types, NOT
  /// NULL and uniqueness are still checked, and `PRAGMA integrity_check` would find a row that violates a CHECK.
  private func writingMany(_ work: () throws -> Void) throws {
    try with("ignore_check_constraints", 1) {
      try with("cache_size", Self.cacheSizeForWriting, work)
    }
  }

  /// Executes work with another setting of the connection, and restores the old one.
  private func with(_ setting: String, _ value: Int, _ work: () throws -> Void) throws {
    let before = try Int.fetchOne(db, sql: "PRAGMA \(setting)") ?? 0
    try db.execute(sql: "PRAGMA \(setting) = \(value)")
    do {
      try work()
    } catch {
      try? db.execute(sql: "PRAGMA \(setting) = \(before)")
      throw error
    }
    try db.execute(sql: "PRAGMA \(setting) = \(before)")
  }

  /// Writes the sections with their cells.
  private func insertSections(of form: FormDefinition, version: Version) throws {
    let statement = try db.makeStatement(
      sql: """
        INSERT INTO formstate_section (
          version_id, position, key, is_key_derived, title, is_foldable, starts_folded, properties, is_accordion
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let sectionIDs = try form.sections.enumerated().map { position, section in
      try statement.execute(
        arguments: [
          version.id, position, section.key, section.isKeyDerived, section.title, section.isFoldable,
          section.startsFolded,
          try section.properties.storedJSON(), section.isAccordion,
        ])
      return db.lastInsertedRowID
    }
    let firstCellIDs = try CellWriter(db: db, versionID: version.id).insertCells(of: form, sectionIDs: sectionIDs)
    try QuestionTable(db: db, versionID: version.id).insert(
      form, sectionIDs: sectionIDs, firstCellIDs: firstCellIDs)
  }

  /// How much of a form's lists is read.
  enum Lists {
    /// All options, for writing the definition or running rules in memory.
    case whole
    /// Only the names and columns of lists with many options, for queries to the store.
    case outlined
  }

  /// Reads a definition, and refuses one that no import would have accepted.
  ///
  /// - Parameter lists: how much of its lists is read.
  /// - Throws: ``StoreError/Code/damaged`` with the first fault and its place.
  /// - Complexity: O(n) for n cells, in one ordered scan.
  func form(of version: Version, lists: Lists = .whole) throws -> FormDefinition {
    var form = try unprovenForm(of: version, lists: lists)
    if let fault = form.firstFaultAsStored() {
      throw StoreError.damaged(
        "version \(version.number) of the form “\(form.key.shortened)” could not have been imported (\(fault))")
    }
    try takeStoredFresh(of: &form, version)
    return form
  }

  /// Reads the stored results of rules in a fresh response, for rules that may not run, or depend on options that were
  /// not read.
  func takeStoredFresh(of form: inout FormDefinition, _ version: Version) throws {
    guard form.hasRules, form.leavesOptions || db.runsNoRules else { return }
    form.setFresh(try RuleTables(db: db, version: version).fresh(of: form))
  }

  /// Reads a definition without checking it, for finding all of its faults.
  ///
  /// - Parameter lists: how much of its lists is read.
  /// - Complexity: O(n) for n cells, in one ordered scan.
  func unprovenForm(of version: Version, lists: Lists = .whole) throws -> FormDefinition {
    var form = try formWithoutSections(of: version, lists: lists)
    let cells = try cells(versionID: version.id)
    var sections = try sections(versionID: version.id) { id, _ in FormCells(cells[id] ?? []) }
    try RuleTables(db: db, version: version).readRules(into: &sections)
    try RepeatTable(db: db, versionID: version.id).read(into: &sections)
    form.sections = sections
    return form
  }

  /// The form of a version, without sections.
  func formWithoutSections(of version: Version, lists: Lists) throws -> FormDefinition {
    guard
      let head = try Row.fetchOne(
        db,
        sql: """
          SELECT form.key, version.title, version.properties, version.accordion, version.language
          FROM formstate_version AS version
          JOIN formstate_form AS form ON form.id = version.form_id
          WHERE version.id = ?
          """,
        arguments: [version.id])
    else { throw StoreError.damaged("a version of a form is missing") }
    var form = FormDefinition(
      key: try head.decode(atIndex: 0), title: try head.decode(atIndex: 1),
      properties: try [String: PropertyValue](storedJSON: try head.decode(atIndex: 2)))
    form.accordion = try head.decode(String?.self, atIndex: 3).map(FormAccordion.init(stored:))
    form.language = try head.decode(atIndex: 4)
    form.lists = try ListTables(db: db).lists(versionID: version.id, lists)
    form.translations = try TranslationTable(db: db, versionID: version.id).translations(
      besides: form.lists.filter { $0.outline != nil }.map(\.name))
    form.rowHeights = try rowHeights(versionID: version.id)
    return form
  }

  private func rowHeights(versionID: Int64) throws -> [String: RowHeight] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT identifier, points FROM formstate_row_height WHERE version_id = ?",
      arguments: [versionID])
    var heights: [String: RowHeight] = [:]
    for row in rows {
      heights[try row.decode(atIndex: 0)] = RowHeight(storedPoints: try row.decode(atIndex: 1))
    }
    return heights
  }

  /// The sections of a version.
  ///
  /// - Parameter cells: returns the cells of a section by its row and its position.
  func sections(versionID: Int64, cells: (Int64, Int) -> FormCells) throws -> [FormSection] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, key, title, is_foldable, starts_folded, properties, is_accordion, is_key_derived, position
        FROM formstate_section
        WHERE version_id = ?
        ORDER BY position
        """,
      arguments: [versionID])
    return try rows.enumerated().map { position, row in
      try row.requirePosition(position, atIndex: 8)
      var section = FormSection(
        key: try row.decode(atIndex: 1), title: try row.decode(atIndex: 2), isFoldable: try row.decode(atIndex: 3),
        startsFolded: try row.decode(atIndex: 4), isAccordion: try row.decode(atIndex: 6),
        properties: try [String: PropertyValue](storedJSON: try row.decode(atIndex: 5)),
        isKeyDerived: try row.decode(atIndex: 7))
      section.cells = cells(try row.decode(atIndex: 0), position)
      return section
    }
  }

  /// The cells of a version in their order, by the ids of their sections.
  private func cells(versionID: Int64) throws -> [Int64: [FormCell]] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(FormCell.storedColumns), cell.section_id, cell.position
        FROM formstate_section AS section
        CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id
        WHERE section.version_id = ?
        ORDER BY section.position, cell.position
        """,
      arguments: [versionID])
    var cells: [Int64: [FormCell]] = [:]
    let next = FormCell.columnNames.count
    var (last, position): (Int64?, Int) = (nil, 0)
    while let row = try rows.next() {
      let section: Int64 = try row.decode(atIndex: next)
      position = section == last ? position + 1 : 0
      last = section
      try row.requirePosition(position, atIndex: next + 1)
      cells[section, default: []].append(try FormCell(stored: row))
    }
    return cells
  }
}

extension FormAccordion {
  /// Reads a stored accordion.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for an unknown name.
  init(stored name: String) throws {
    guard let accordion = FormAccordion(rawValue: name) else {
      throw StoreError.damaged("a form has an accordion of the unknown kind “\(name)”")
    }
    self = accordion
  }
}
