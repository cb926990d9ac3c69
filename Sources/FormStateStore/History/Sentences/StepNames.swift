import FormState
import GRDB

/// Names the entries of a journal as a menu does: “Set First name”, “Undo: Set First name”.
struct StepNames {
  let db: Database
  let location: ResponseLocation

  /// What a step is called that compaction has removed.
  private static let older = "an older step"

  /// What an entry did; of an undo or redo, with the step that it reverted or did again.
  func sentence(of revision: Int, target: Int?) throws -> String {
    let name = try storedName(of: revision)
    guard let target else { return name }
    return "\(name): \(try self.name(of: target))"
  }

  /// What a step is called that an entry ends.
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
    /// What it turned out to do, or what the journal calls the kind.
    let verb: String
    let group: String?
    let subject: String?
    let payload: DatabaseValue
    let version: Int
    /// What the cell is called that it is about; `nil` for none, and for one without a title.
    let cellTitle: String?
  }

  /// Reads an entry with all that its name takes: every action of a session asks for one.
  private func entry(_ revision: Int) throws -> Entry? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT kind.kind, kind.name, action.group_name, named.key, action.payload, action.version,
          (
            -- A picker or slider often has no title of its own; then the cell above it says what it is.
            SELECT coalesce(nullif(cell.title, ''), nullif(cell.subtitle, ''), nullif(parent.title, ''), nullif(parent.subtitle, ''))
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
        "revision": revision,
      ])
    guard let row else { return nil }
    let name: String = try row.decode(atIndex: 0)
    guard let kind = FormAction.Kind(rawValue: name) else {
      throw StoreError.damaged("the journal holds an action of the unknown kind “\(name.prefix(40))”")
    }
    return Entry(
      kind: kind, verb: try Self.verb(of: kind, opening: row.decode(atIndex: 7)) ?? row.decode(atIndex: 1),
      group: try row.decode(atIndex: 2), subject: try row.decode(atIndex: 3), payload: try row.decode(atIndex: 4),
      version: try row.decode(atIndex: 5), cellTitle: try row.decode(atIndex: 6))
  }

  /// What a tap turned out to do; `nil` where the kind of the action says it.
  private static func verb(of kind: FormAction.Kind, opening: Bool?) -> String? {
    opening.map { kind == .toggleFold ? ($0 ? "Fold" : "Unfold") : $0 ? "Expand" : "Collapse" }
  }

  /// Whether an upgrade led to the version that was in force before it.
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

  /// What an entry is about; `nil` where its kind says it.
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

  /// What an entry is about is called as the version called it that it was done in; otherwise as the one that is filled
  /// in calls it.
  private static let version = """
    coalesce((SELECT id FROM formstate_version WHERE form_id = :form AND number = action.version), :version)
    """
}
