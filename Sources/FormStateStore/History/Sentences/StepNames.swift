import FormState
import GRDB

/// Names the entries of a journal for a menu: “Set First name”, “Undo: Set First name”.
struct StepNames {
  let db: Database
  let location: ResponseLocation
  /// Whether the names tell what was chosen for sensitive questions.
  var reveals = false
  /// The words, and the titles in a language.
  var speech = Speech.english

  /// The name of a compacted step.
  private var older: String { Wording(.olderStep).text(in: speech) }

  /// The name of an entry; for an undo or redo, with that of the reverted or restored step.
  func sentence(of revision: Int, target: Int?) throws -> String {
    let name = try storedName(of: revision)
    guard let target else { return name }
    return Wording(.stepOf, .text(name), .text(try self.name(of: target))).text(in: speech)
  }

  /// The name of the step that ends with an entry.
  ///
  /// - Complexity: O(log n) for n entries and cells.
  func name(of revision: Int) throws -> String {
    revision > location.compactedTo ?? 0 ? try storedName(of: revision) : older
  }

  private func storedName(of revision: Int) throws -> String {
    guard let entry = try entry(revision) else { return older }
    if let group = entry.group { return group }
    if entry.kind == .upgrade, try isOfFormerVersion(revision, entry) { return Wording(.stepSettle).text(in: speech) }
    if entry.kind == .reset, entry.subject == nil { return Wording(.stepResetAll).text(in: speech) }
    return Wording(entry.phrase, .text(try object(of: entry) ?? "")).text(in: speech)
  }

  private struct Entry {
    let kind: FormAction.Kind
    /// What was done, by its effect.
    let phrase: Phrase
    let group: String?
    let subject: String?
    /// The revision that a revert or a restore names; `nil` for all other actions.
    let revision: String?
    let version: Int
    /// The title of its cell; `nil` for none, and for a cell without a title.
    let cellTitle: String?
    /// What people call the instance that it is about; `nil` for none. What is added has no number before.
    let instance: String?
  }

  /// Reads an entry with everything in its name, in one query: every action of a session needs one.
  private func entry(_ revision: Int) throws -> Entry? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT action.kind, action.group_name, named.key,
          -- A revision is said with whether only its entry was reverted: “7 only”.
          (action.payload ->> 'revision') || iif(action.payload ->> 'only', ' only', ''),
          action.version,
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
            -- A toggle to what the definition says leaves the field untouched.
            SELECT coalesce(change.value ->> '$[3][0]', NOT change.value ->> '$[2][0]')
            FROM json_each(action.changes) AS change
            WHERE change.value ->> 1 = action.subject AND coalesce(change.value ->> 5, 0) = action.instance
              AND change.value ->> 0 = CASE action.kind WHEN 'tap' THEN 'disclosure' WHEN 'toggleFold' THEN 'fold' END
          ),
          iif(
            action.kind = 'add' OR action.instance = 0,
            NULL,
            \(ChangeSentences.spelling(of: "action.instance", in: "action.response_id"))
          )
        FROM formstate_entry AS action
        LEFT JOIN formstate_key AS named ON named.number = action.subject
        WHERE action.response_id = :response AND action.revision = :revision
        """)
    let row = try Row.fetchOne(
      statement,
      arguments: [
        "form": location.version.formID, "version": location.version.id, "response": location.responseID,
        "revision": revision, "reveals": reveals,
      ])
    guard let row else { return nil }
    let kind = try StoredEntry.kind(try row.decode(atIndex: 0))
    return Entry(
      kind: kind, phrase: Self.phrase(of: kind, opening: try row.decode(atIndex: 6)),
      group: try row.decode(atIndex: 1), subject: try row.decode(atIndex: 2), revision: try row.decode(atIndex: 3),
      version: try row.decode(atIndex: 4), cellTitle: try row.decode(atIndex: 5),
      instance: row.hasNull(atIndex: 7) ? nil : try row.spelledInstance(atIndex: 7))
  }

  /// What an action did.
  ///
  /// - Parameter opening: whether a tap expanded its cell or folded its section; `nil` for any other action.
  static func phrase(of kind: FormAction.Kind, opening: Bool?) -> Phrase {
    switch kind {
    case .add: .stepAdd
    case .checkpoint: .stepCheckpoint
    case .choose: .stepChoose
    case .clear: .stepClear
    case .collapse: .stepCollapse
    case .collapseAll: .stepCollapseAll
    case .complete: .stepComplete
    case .expand: .stepExpand
    case .expandAll: .stepExpandAll
    case .fold: .stepFold
    case .markSaved: .stepMarkSaved
    case .merge: .stepMerge
    case .move: .stepMove
    case .recalculate: .stepRecalculate
    case .redo: .stepRedo
    case .remove: .stepRemove
    case .reopen: .stepReopen
    case .reportFault: .stepReportFault
    case .reset: .stepReset
    case .restore: .stepRestore
    case .reveal: .stepReveal
    case .revert: .stepRevert
    // No journal has drafts.
    case .set, .draft, .emptied: .stepSet
    case .settle: .stepSettleQuestion
    case .tap: opening.map { $0 ? .stepExpand : .stepCollapse } ?? .stepChoose
    case .toggleFold: opening == false ? .stepUnfold : .stepFold
    case .undo: .stepUndo
    case .unfold: .stepUnfold
    case .upgrade: .stepUpgrade
    case .withdrawFaults: .stepWithdrawFaults
    }
  }

  /// Whether an upgrade stayed in the version that was in force before it.
  private func isOfFormerVersion(_ revision: Int, _ entry: Entry) throws -> Bool {
    try StoredJournal(db: db, location: location).version(at: revision - 1) == entry.version
  }

  /// The object in the name of an entry; `nil` if its kind implies it.
  private func object(of entry: Entry) throws -> String? {
    switch entry.kind {
    case .upgrade: return String(entry.version)
    case .revert, .restore: return entry.revision
    default: break
    }
    guard let subject = entry.subject else {
      let isAboutResponse = [.reportFault, .withdrawFaults, .settle].contains(entry.kind)
      return isAboutResponse ? Wording(.theResponse).text(in: speech) : nil
    }
    // What was chosen for a sensitive question stays concealed.
    if entry.cellTitle == SensitiveCells.mask { return entry.cellTitle }
    let name = try name(of: subject, in: entry)
    return entry.instance.map { "\(name) (\($0))" } ?? name
  }

  private func name(of subject: String, in entry: Entry) throws -> String {
    if speech.isOfTranslation, let title = speech.title(subject) { return title.shortened }
    return try (entry.kind.isAboutSection ? sectionTitle(subject, entry) : entry.cellTitle) ?? speech.title(subject)
      ?? subject
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
