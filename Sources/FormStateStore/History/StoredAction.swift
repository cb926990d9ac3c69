import FormState
import GRDB

/// An action as its entry stores it.
struct StoredAction: Hashable {
  /// The key of its cell or section; `nil` for the whole response.
  private(set) var subject: String?
  /// The number of the subject's instance; 0 outside of repeats.
  private(set) var instance = 0
  /// The given value; NULL if the entry's own change of that field has it.
  let payload: DatabaseValue
  /// The type of the value; `nil` if SQLite's type suffices.
  let payloadType: CellValue.StoredType?

  /// Prepares to store an action.
  ///
  /// - Parameters:
  ///   - changes: its changes.
  ///   - chain: of a checkpoint, the chain up to it; `nil` if unknown.
  init(_ action: FormAction, leadingTo changes: [StateChange], chain: JournalChain? = nil) throws {
    subject = action.section
    switch action.cell {
    case .key(let key): subject = key
    case .instance(let key, let number): (subject, instance) = (key, number)
    case .rowPath, nil: break
    }
    payload =
      try chain?.description.databaseValue ?? Self.payload(of: action, changes, subject, instance) ?? .null
    payloadType = payload.isNull ? nil : action.value.flatMap { $0.storedType == .plain ? nil : $0.storedType }
  }

  /// Reads a stored action from four columns that begin at an index.
  init(row: Row, from index: Int) throws {
    subject = try row.decode(atIndex: index)
    instance = try row.decode(atIndex: index + 1)
    payload = try row.decode(atIndex: index + 2)
    payloadType = try CellValue.StoredType(number: try row.decode(atIndex: index + 3))
  }

  /// The columns of an entry, called `action`, that ``init(row:from:)`` reads.
  static let columns = """
    (SELECT key FROM formstate_key WHERE number = action.subject), action.instance, action.payload, action.payload_type
    """

  private static func payload(
    of action: FormAction, _ changes: [StateChange], _ subject: String?, _ instance: Int
  ) throws -> DatabaseValue? {
    if let placement = action.storedPlacement { return placement.databaseValue }
    if let revision = action.storedRevision { return revision.databaseValue }
    if let report = action.storedReport { return report.databaseValue }
    if let move = action.move { return try move.stored() }
    if action.scope == .values { return UndoScope.values.rawValue.databaseValue }
    guard let field = action.kind.givenField, let given = action.value else { return nil }
    let isInChanges = changes.contains {
      $0.field == field && $0.subject.key == subject && $0.subject.instance == instance && $0.after == .value(given)
    }
    return isInChanges ? nil : given.stored
  }
}
