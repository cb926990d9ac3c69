import FormState
import GRDB

/// Names the entries of a journal as a menu does: “Set First name”, “Undo: Set First name”.
struct StepNames {
  let db: Database
  let location: ResponseLocation

  /// What a step is called that compaction has removed.
  private static let older = "an older step"

  /// What an entry did; of an undo or redo, with the step that it took back or did again.
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
    let verb = try verb(of: entry, at: revision) ?? entry.verb
    return try object(of: entry).map { "\(verb) \($0)" } ?? verb
  }

  private struct Entry {
    let kind: FormAction.Kind
    /// What the journal calls the kind.
    let verb: String
    let group: String?
    let subject: String?
    let instance: Int
    let payload: DatabaseValue
    let version: Int
  }

  private func entry(_ revision: Int) throws -> Entry? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT kind.kind, kind.name, action.group_name, action.subject, action.instance, action.payload, action.version
        FROM formstate_action AS action
        CROSS JOIN formstate_action_kind AS kind ON kind.kind = action.kind
        WHERE action.response_id = ? AND action.seq = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [location.responseID, revision]) else { return nil }
    let name: String = try row.decode(atIndex: 0)
    guard let kind = FormAction.Kind(rawValue: name) else {
      throw StoreError.damaged("the journal holds an action of the unknown kind “\(name.prefix(40))”")
    }
    return Entry(
      kind: kind, verb: try row.decode(atIndex: 1), group: try row.decode(atIndex: 2),
      subject: try row.decode(atIndex: 3), instance: try row.decode(atIndex: 4), payload: try row.decode(atIndex: 5),
      version: try row.decode(atIndex: 6))
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

  /// What a tap turned out to do; `nil` where the kind of the action says it.
  private func verb(of entry: Entry, at revision: Int) throws -> String? {
    let field: StateChange.Field
    switch entry.kind {
    case .tap: field = .disclosure
    case .toggleFold: field = .fold
    default: return nil
    }
    guard let subject = entry.subject else { return nil }
    let statement = try db.cachedStatement(
      sql: """
        SELECT after
        FROM formstate_state_change
        WHERE response_id = ? AND field = ? AND subject = ? AND instance = ? AND origin = 0 AND seq = ?
        """)
    let after = try Bool.fetchOne(
      statement, arguments: [location.responseID, field.rawValue, subject, entry.instance, revision])
    return after.map { field == .fold ? ($0 ? "Fold" : "Unfold") : $0 ? "Expand" : "Collapse" }
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
    let title = entry.kind.isAboutSection ? try sectionTitle(subject, entry) : try cellTitle(subject, entry)
    return title ?? subject
  }

  private func sectionTitle(_ key: String, _ entry: Entry) throws -> String? {
    let statement = try db.cachedStatement(
      sql: "SELECT nullif(title, '') FROM formstate_section WHERE version_id = \(Self.version) AND key = :key")
    return try String.fetchOne(statement, arguments: arguments(key, entry))
  }

  private func cellTitle(_ key: String, _ entry: Entry) throws -> String? {
    // A picker or slider often has no title of its own; then the cell above it says what it is.
    let statement = try db.cachedStatement(
      sql: """
        SELECT coalesce(nullif(cell.title, ''), nullif(cell.subtitle, ''), nullif(parent.title, ''), nullif(parent.subtitle, ''))
        FROM formstate_cell AS cell
        LEFT JOIN formstate_cell AS parent ON parent.id = cell.parent_id
        WHERE cell.version_id = \(Self.version) AND cell.key = :key
        """)
    return try String.fetchOne(statement, arguments: arguments(key, entry))
  }

  /// What an entry is about is called as the version called it that it was done in; otherwise as the one that is filled in calls it.
  private static let version = """
    coalesce((SELECT id FROM formstate_version WHERE form_id = :form AND number = :number), :version)
    """

  private func arguments(_ key: String, _ entry: Entry) -> StatementArguments {
    ["form": location.version.formID, "number": entry.version, "version": location.version.id, "key": key]
  }
}
