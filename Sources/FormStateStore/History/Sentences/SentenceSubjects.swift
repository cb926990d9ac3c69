import FormState
import GRDB

/// Reads the subjects of journals: the titles of cells and sections, and their contents in a fresh response.
final class SentenceSubjects {
  private let db: Database
  private let location: ResponseLocation
  private var known: [Name: Subject?] = [:]

  init(db: Database, location: ResponseLocation) {
    self.db = db
    self.location = location
  }

  private struct Name: Hashable {
    let key: String
    let isSection: Bool
    let version: Int
  }

  /// A cell or section.
  struct Subject {
    fileprivate let id: Int64
    /// Its full name.
    let name: String
    /// The kind of the cell; `nil` for a section.
    let kind: CellKind?
    /// Whether the definition hides the cell or one above it.
    let isHidden: Bool
    /// Whether it starts expanded or folded.
    fileprivate let isOnAtFirst: Bool
    fileprivate let defaultValue: DatabaseValue
  }

  /// A cell or section in a version; if that is unknown, in the response's version.
  ///
  /// - Parameter version: the number of the version.
  func subject(_ key: String, isSection: Bool, inVersion version: Int) throws -> Subject? {
    let name = Name(key: key, isSection: isSection, version: version)
    if let known = known[name] { return known }
    let statement = try db.cachedStatement(sql: isSection ? Self.section : Self.cell)
    let arguments: StatementArguments = [
      "form": location.version.formID, "number": version, "version": location.version.id, "key": key,
    ]
    let subject = try Row.fetchOne(statement, arguments: arguments).map { row in
      Subject(
        id: try row.decode(atIndex: 0), name: try row.decode(atIndex: 1),
        kind: try row.decode(String?.self, atIndex: 2).map(CellKind.init(stored:)),
        isHidden: try row.decode(atIndex: 5), isOnAtFirst: try row.decode(atIndex: 3),
        defaultValue: try row.decode(atIndex: 4))
    }
    known[name] = .some(subject)
    return subject
  }

  private static let version = """
    coalesce((SELECT id FROM formstate_version WHERE form_id = :form AND number = :number), :version)
    """

  private static let cell = """
    SELECT cell.id, (SELECT question FROM formstate_name WHERE cell_id = cell.id), kind, starts_expanded, default_value,
      coalesce(
        (SELECT is_hidden FROM formstate_question WHERE version_id = cell.version_id AND cell_id = cell.id), cell.is_hidden)
    FROM formstate_cell AS cell
    WHERE version_id = \(version) AND key = :key
    """

  private static let section = """
    SELECT id, coalesce(nullif(title, ''), key), NULL, starts_folded, NULL, 0
    FROM formstate_section
    WHERE version_id = \(version) AND key = :key
    """

  /// The value of a flag in a fresh response.
  func flag(_ field: StateChange.Field, of subject: Subject) throws -> Bool {
    switch field {
    case .relevance, .sectionRelevance: try starts(.relevant, of: subject) ?? true
    case .requirement: try starts(.required, of: subject) ?? false
    case .readOnly: try starts(.readOnly, of: subject) ?? false
    default: subject.isOnAtFirst
    }
  }

  private func starts(_ kind: FormRule.Kind, of subject: Subject) throws -> Bool? {
    let owner = subject.kind == nil ? "cell_id IS NULL AND section_id = ?" : "cell_id = ?"
    let statement = try db.cachedStatement(sql: "SELECT starts FROM formstate_rule WHERE \(owner) AND kind = ?")
    return try Bool.fetchOne(statement, arguments: [subject.id, kind.rawValue])
  }

  /// The violated constraints in a fresh response, by their numbers, as in `1 3`.
  func faultsAtFirst(of subject: Subject) throws -> String {
    let statement = try db.cachedStatement(
      sql: "SELECT number FROM formstate_rule WHERE cell_id = ? AND kind = 'constraint' AND NOT starts ORDER BY number")
    return try Int.fetchAll(statement, arguments: [subject.id]).map(String.init).joined(separator: " ")
  }

  /// The value of a cell in a fresh response by its rule, and the default, which applies if the rule has no result.
  func valuesAtFirst(
    of subject: Subject, _ kind: CellKind
  ) throws -> (hasRule: Bool, byRule: CellValue?, byDefault: CellValue?) {
    let statement = try db.cachedStatement(
      sql: "SELECT starts FROM formstate_rule WHERE cell_id = ? AND kind IN ('calculate', 'default')")
    let starts = try Row.fetchOne(statement, arguments: [subject.id])
    return (
      starts != nil, try starts.flatMap { try CellValue(stored: try $0.decode(atIndex: 0), kind: kind) },
      try CellValue(stored: subject.defaultValue, kind: kind)
    )
  }
}
