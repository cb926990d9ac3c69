import FormState
import GRDB

/// Names the entries of a journal for a menu: “Set First name”, “Undo: Set First name”.
struct StepNames {
  let db: Database
  let location: ResponseLocation
  /// Whether the names tell what was chosen for sensitive questions.
  var reveals = false

  /// The name of a compacted step.
  private static let older = "an older step"

  /// The name of an entry; for an undo or redo, with that of the reverted or restored step.
  func sentence(of revision: Int, target: Int?) throws -> String {
    let name = try storedName(of: revision)
    guard let target else { return name }
    return "\(name): \(try self.name(of: target))"
  }

  /// The name of the step that ends with an entry.
  ///
  /// - Complexity: O(log n) for n entries and cells.
  func name(of revision: Int) throws -> String {
    revision > location.compactedTo ?? 0 ? try storedName(of: revision) : Self.older
  }

  private func storedName(of revision: Int) throws -> String {
    guard let entry = try entry(revision) else { return Self.older }
    if let group = entry.group { return group }
    if entry.kind == .upgrade, try isOfFormerVersion(revision, entry) { return "Settle what is set aside" }
    return try object(of: entry).map { "\(entry.verb) \($0)" } ?? entry.verb
  }

  private struct Entry {
    let kind: FormAction.Kind
    /// The verb for its effect, or the journal's name of the kind.
    let verb: String
    let group: String?
    let subject: String?
    let payload: DatabaseValue
    let version: Int
    /// The title of its cell; `nil` for none, and for a cell without a title.
    let cellTitle: String?
  }

  /// Reads an entry with everything in its name, in one query: every action of a session needs one.
  private func entry(_ revision: Int) throws -> Entry? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT kind.kind, kind.name, action.group_name, named.key, action.payload, action.version,
          (
            -- A picker or slider often has no title of its own; then the cell above it says what it is.
            SELECT iif(
              -- The title of an option says what was chosen.
              cell.kind = 'option' AND parent.is_sensitive AND NOT :reveals,
              '\(SensitiveCells.mask)',
              coalesce(nullif(cell.title, ''), nullif(cell.subtitle, ''), nullif(parent.title, ''), nullif(parent.subtitle, ''))
            )
            FROM formstate_cell AS cell
            LEFT JOIN formstate_cell AS parent ON parent.id = cell.parent_id
            WHERE cell.version_id = \(Self.version) AND cell.key = named.key
          ),
          (
            SELECT after
            FROM formstate_state_change
            WHERE response_id = action.response_id AND subject = action.subject AND instance = action.instance AND origin = 0
              AND seq = action.seq AND field = CASE action.kind
                WHEN 'tap' THEN \(StateChange.Field.disclosure.number)
                WHEN 'toggleFold' THEN \(StateChange.Field.fold.number)
              END
          )
        FROM formstate_action AS action
        CROSS JOIN formstate_action_kind AS kind ON kind.kind = action.kind
        LEFT JOIN formstate_key AS named ON named.number = action.subject
        WHERE action.response_id = :response AND action.seq = :revision
        """)
    let row = try Row.fetchOne(
      statement,
      arguments: [
        "form": location.version.formID, "version": location.version.id, "response": location.responseID,
        "revision": revision, "reveals": reveals,
      ])
    guard let row else { return nil }
    let name: String = try row.decode(atIndex: 0)
    guard let kind = FormAction.Kind(rawValue: name) else {
      throw StoreError.damaged("the journal has an action of the unknown kind “\(name.prefix(40))”")
    }
    return Entry(
      kind: kind, verb: try Self.verb(of: kind, opening: row.decode(atIndex: 7)) ?? row.decode(atIndex: 1),
      group: try row.decode(atIndex: 2), subject: try row.decode(atIndex: 3), payload: try row.decode(atIndex: 4),
      version: try row.decode(atIndex: 5), cellTitle: try row.decode(atIndex: 6))
  }

  /// The verb for the effect of a tap; `nil` for any other kind of action.
  private static func verb(of kind: FormAction.Kind, opening: Bool?) -> String? {
    opening.map { kind == .toggleFold ? ($0 ? "Fold" : "Unfold") : $0 ? "Expand" : "Collapse" }
  }

  /// Whether an upgrade stayed in the version that was in force before it.
  private func isOfFormerVersion(_ revision: Int, _ entry: Entry) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT version
        FROM formstate_action
        WHERE response_id = ? AND seq < ? AND version > 0
        ORDER BY seq DESC
        LIMIT 1
        """)
    return try Int.fetchOne(statement, arguments: [location.responseID, revision]) == entry.version
  }

  /// The object in the name of an entry; `nil` if its kind implies it.
  private func object(of entry: Entry) throws -> String? {
    switch entry.kind {
    case .upgrade: return "to version \(entry.version)"
    case .revert, .restore: return String.fromDatabaseValue(entry.payload).map { "revision \($0)" }
    default: break
    }
    guard let subject = entry.subject else {
      switch entry.kind {
      case .reset: return "all"
      case .reportFault, .withdrawFaults: return "the response"
      default: return nil
      }
    }
    return try (entry.kind.isAboutSection ? sectionTitle(subject, entry) : entry.cellTitle) ?? subject
  }

  private func sectionTitle(_ key: String, _ entry: Entry) throws -> String? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT nullif(section.title, '')
        FROM (SELECT :number AS version) AS action
        CROSS JOIN formstate_section AS section ON section.version_id = \(Self.version) AND section.key = :key
        """)
    return try String.fetchOne(
      statement,
      arguments: [
        "form": location.version.formID, "number": entry.version, "version": location.version.id, "key": key,
      ])
  }

  /// The subject of an entry has its title in the entry's version, or else in the response's version.
  private static let version = """
    coalesce((SELECT id FROM formstate_version WHERE form_id = :form AND number = action.version), :version)
    """
}
