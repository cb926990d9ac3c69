import FormState
import GRDB

/// Writes what was read of a damaged file into a new one, response by response.
///
/// A response is in its file twice, as a journal and as a state, in different tables: usually one of them can be read.
struct FileRecovery {
  /// The rows that were read, without foreign keys.
  let rows: Database
  let new: Database
  /// Definitions from documents, for those that cannot be read.
  let given: [FormDefinition]
  private(set) var report: RecoveryReport

  /// - Parameters:
  ///   - tables: what was read of each table.
  ///   - given: definitions from documents.
  init(of rows: Database, _ tables: [RecoveryReport.Table], given: [FormDefinition], into new: Database) {
    (self.rows, self.new, self.given) = (rows, new, given)
    report = RecoveryReport(tables: tables.filter { $0.rowCount > 0 || !$0.isWhole })
  }

  /// Copies the rows of all tables into a database, except those that are the same in every file, and what
  /// collectors have.
  ///
  /// - Parameter isCut: whether the file ends within a page. SQLite reads the rest of it as zeros, which a text may
  ///   hide.
  static func readRows(of source: Database, isCut: Bool, into rows: Database) throws -> [RecoveryReport.Table] {
    try SchemaMigrator.run(Migrations.all, in: rows)
    let others: Set = [
      "formstate_migration", "formstate_cell_kind", "formstate_action_kind", "formstate_field",
      "formstate_destination", "formstate_pushed", "formstate_known_version", "formstate_exchanged_file",
    ]
    let names = try String.fetchAll(
      rows, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'formstate_*' ORDER BY rowid")
    return try WriteGate.opening(rows) {
      try names.filter { !others.contains($0) }.map { name in
        let table = try TableRecovery(name, from: source, to: rows)
        let mayBeCut = isCut && RecoveredResponse.stateTables.contains(name)
        return RecoveryReport.Table(
          name: name, rowCount: table.count, gaps: mayBeCut ? [TableRecovery.everything] : table.gaps)
      }
    }
  }

  /// Writes forms and responses.
  mutating func run() throws -> RecoveryReport {
    var content = PartsImport(in: new, keepsNumbers: true)
    for form in try Row.fetchAll(rows, sql: "SELECT id, key, version FROM formstate_form ORDER BY key") {
      try recover(
        formID: try form.decode(atIndex: 0), key: try form.decode(atIndex: 1), newest: try form.decode(atIndex: 2),
        into: &content)
    }
    _ = try content.finish()
    try DraftTable.recover(from: rows, in: new)
    try PlaceTable(db: new).recover(from: rows)
    report.namelessCount =
      try Int.fetchOne(
        rows,
        sql: """
          SELECT count(DISTINCT response_id) FROM (
            SELECT response_id FROM formstate_entry UNION ALL SELECT response_id FROM formstate_cell_state
          )
          WHERE response_id NOT IN (
            SELECT response.id FROM formstate_response AS response JOIN formstate_form AS form ON form.id = form_id
          )
          """) ?? 0
    return report
  }

  private mutating func recover(formID: Int64, key: String, newest: Int, into content: inout PartsImport) throws {
    let (versions, tornVersions) = try versions(formID: formID, key: key)
    let keys = try String.fetchAll(
      rows, sql: "SELECT key FROM formstate_response WHERE form_id = ? ORDER BY key", arguments: [formID])
    let mainNumber = versions[newest] == nil ? versions.keys.max() : newest
    guard let mainNumber, let main = versions[mainNumber],
      try isTaken(
        .form(
          FormContents(
            form: main, version: mainNumber, otherVersions: versions.filter { $0.key != mainNumber })),
        into: &content)
    else {
      report.responses += keys.map {
        RecoveryReport.Response(key: ResponseKey(form: key, response: $0), outcome: .gone, revision: 0)
      }
      return
    }
    let indexes = versions.mapValues { FormIndex($0) }
    let tornTables = report.tables.filter { !$0.isWhole }
    for response in keys {
      let remains = RecoveredResponse(
        ResponseKey(form: key, response: response), in: rows, tornTables: tornTables, tornVersions: tornVersions
      ) { indexes[$0] }
      report.responses.append(try recover(remains, into: &content))
    }
  }

  /// The versions of a form by their numbers, and the numbers of those of which the file lacks parts.
  private mutating func versions(
    formID: Int64, key: String
  ) throws -> (versions: [Int: FormDefinition], torn: Set<Int>) {
    let definitions = DefinitionRepository(db: rows)
    var versions: [Int: FormDefinition] = [:]
    var torn: Set<Int> = []
    for number in try definitions.numbers(formID: formID) {
      guard let version = try definitions.findVersion(formID: formID, number: number) else { continue }
      let read = try? definitions.form(of: version)
      versions[number] = read
      if let read, StateDigest.ofDefinition(read) == version.digest { continue }
      torn.insert(number)
      if let whole = given.first(where: { $0.key == key && StateDigest.ofDefinition($0) == version.digest }) {
        versions[number] = whole
        report.takenDefinitions.append(whole)
        continue
      }
      report.definitionFaults.append(
        read == nil
          ? "version \(number) of the form “\(key.shortened)” is gone"
          : "version \(number) of the form “\(key.shortened)” differs from the imported one: parts of it are missing")
    }
    if versions.isEmpty { report.definitionFaults.append("no version of the form “\(key.shortened)” can be read") }
    return (versions, torn)
  }

  private mutating func recover(
    _ remains: RecoveredResponse, into content: inout PartsImport
  ) throws -> RecoveryReport.Response {
    for (outcome, response) in remains.candidates()
    where try isTaken(.response(key: remains.key.response, response), into: &content) {
      return RecoveryReport.Response(
        key: remains.key, outcome: outcome, revision: response.journal.last?.revision ?? 0)
    }
    return RecoveryReport.Response(key: remains.key, outcome: .gone, revision: 0)
  }

  /// Imports a part, or leaves everything as it is.
  private func isTaken(_ part: FormContents.Part, into content: inout PartsImport) throws -> Bool {
    var next = content
    do {
      try new.inSavepoint {
        try next.take(part)
        return .commit
      }
    } catch is StoreError {
      return false
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      return false
    }
    content = next
    return true
  }
}
