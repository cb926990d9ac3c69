import FormState
import GRDB

/// The app's files that responses still refer to, so the app can delete the others.
extension FormStore {
  /// The names of files in cells of kind `file`, each by the most direct way to it.
  public struct Attachments: Hashable, Sendable {
    /// Names in current answers, including drafts, contents that are set aside, cells that are not relevant, and the
    /// defaults of the form's versions.
    public fileprivate(set) var answers: Set<String> = []
    /// Names in no answer that an undo or a redo would restore.
    fileprivate(set) var undoable: Set<String> = []
    /// Names only in past revisions, such as those of unreachable undone steps.
    ///
    /// Without their files nothing that a person can do breaks; a compaction removes the names.
    public fileprivate(set) var history: Set<String> = []

    /// Names whose files answers, undo and redo still need.
    public var inUse: Set<String> { answers.union(undoable) }

    /// Adds the names of another response.
    fileprivate mutating func add(_ other: Attachments) {
      answers.formUnion(other.answers)
      undoable = undoable.union(other.undoable).subtracting(answers)
      history = history.union(other.history).subtracting(inUse)
    }
  }

  /// The files that a response refers to, or all responses of the store.
  ///
  /// A name may also be in another response, such as a copy of this one.
  ///
  /// - Parameter key: the response; `nil` for all of them.
  /// - Throws: ``StoreError/Code/unknownResponse``, ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n + k) for n cells of the form's versions and k changes in the journal, for each response.
  public func attachments(of key: ResponseKey? = nil) throws -> Attachments {
    try read { db in
      if let key {
        let location = try Self.require(key, in: db)
        return try FileCells(ofForm: location.version.formID, in: db).attachments(of: location, in: db)
      }
      var all = Attachments()
      for form in try String.fetchAll(db, sql: "SELECT key FROM formstate_form ORDER BY key") {
        let cells = try FileCells(ofForm: try DefinitionRepository(db: db).version(ofForm: form).formID, in: db)
        for response in try Self.responseKeys(ofForm: form, in: db) {
          let location = try ResponseLocation.find(ResponseKey(form: form, response: response), in: db)
          all.add(try cells.attachments(of: location, in: db))
        }
      }
      return all
    }
  }

  /// The names of files in the answers of all responses, and in the alternatives of open questions.
  ///
  /// - Complexity: O(a log n) for a cells of responses that take files.
  package func answeredFiles() throws -> Set<String> {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT state.value, state.alternatives
          FROM formstate_cell AS cell
          CROSS JOIN formstate_response AS response ON response.version_id = cell.version_id
          CROSS JOIN formstate_cell_state AS state ON state.response_id = response.id AND state.cell_id = cell.id
          WHERE cell.kind = 'file'
          """)
      var names: Set<String> = []
      while let row = try rows.next() {
        if case .string(let name) = try row.decode(DatabaseValue.self, atIndex: 0).storage { names.insert(name) }
        let question = try row.decode(String?.self, atIndex: 1).flatMap(OpenQuestion.init(text:))
        names.formUnion(question?.alternatives.compactMap { $0.content?.text } ?? [])
      }
      return names
    }
  }
}

/// The cells of a form for names of files, in any of its versions.
private struct FileCells {
  private var keys: Set<String> = []
  /// The defaults of the versions.
  private var given: Set<String> = []

  init(ofForm form: Int64, in db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT cell.key, cell.default_value, rule.starts
        FROM formstate_version AS version
        JOIN formstate_cell AS cell ON cell.version_id = version.id
        LEFT JOIN formstate_rule AS rule ON rule.cell_id = cell.id AND rule.kind IN ('calculate', 'default')
        WHERE version.form_id = ? AND cell.kind = 'file'
        """, arguments: [form])
    while let row = try rows.next() {
      keys.insert(try row.decode(atIndex: 0))
      for column in 1...2 {
        if case .string(let name) = try row.decode(DatabaseValue.self, atIndex: column).storage { given.insert(name) }
      }
    }
  }

  func attachments(of location: ResponseLocation, in db: Database) throws -> FormStore.Attachments {
    let names = try NamesInJournal(ofCells: keys, at: location, in: db)
    let reachable = try ReachableEntries(db: db, location: location, since: names.replaced.lazy.map(\.revision).min())
    var attachments = FormStore.Attachments()
    let drafts = try DraftTable(db: db, location: location).drafts(of: nil)
      .filter { keys.contains($0.key.key) }
    attachments.answers = names.present.union(given).union(drafts.values)
    attachments.undoable = Set(names.replaced.filter { reachable.hold($0.revision) }.map(\.name))
      .subtracting(attachments.answers)
    attachments.history = names.all.subtracting(attachments.inUse)
    return attachments
  }
}

/// The names in the cells of a journal.
private struct NamesInJournal {
  /// All of them.
  private(set) var all: Set<String> = []
  /// Those that were not replaced.
  private(set) var present: Set<String> = []
  /// Those that an entry has replaced, with its revision; reverting the entry restores the name.
  private(set) var replaced: [(name: String, revision: Int)] = []

  /// Reads the names in the cells with some keys, in any instance. O(k) for k changes of the journal.
  init(ofCells keys: Set<String>, at location: ResponseLocation, in db: Database) throws {
    guard !keys.isEmpty else { return }
    var contents: [StateChange.Identity: String] = [:]
    try StoredJournal(db: db, location: location).forEachEntry(in: 1 ... .max) { entry in
      for change in entry.changes where keys.contains(change.subject.key) {
        guard [.value, .calculated, .original].contains(change.field) else { continue }
        if let name = change.name(in: change.before) { replaced.append((name, entry.revision)) }
        contents[change.identity] = change.name(in: change.after)
      }
      return true
    }
    present = Set(contents.values)
    all = present.union(replaced.lazy.map(\.name))
  }
}

/// The entries of a journal on the stacks for undo and redo.
///
/// Removing an entry from a stack leaves an older one on top, and nothing restores it: a redo makes its step again as a
/// new entry. An entry is therefore still on the stack if every top since is the entry itself or a newer one.
private struct ReachableEntries {
  private var held: Set<Int> = []

  /// - Parameter start: the first revision; `nil` for none.
  /// - Complexity: O(k) for k entries from there.
  init(db: Database, location: ResponseLocation, since start: Int?) throws {
    guard let start else { return }
    let statement = try db.cachedStatement(
      sql: """
        SELECT revision, coalesce(undo_top, revision), coalesce(redo_top, 0)
        FROM formstate_entry
        WHERE response_id = ? AND revision >= ? AND revision > ?
        ORDER BY revision DESC
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID, start, location.compactedTo ?? 0])
    var (undoTop, redoTop) = (Int.max, Int.max)
    while let row = try rows.next() {
      let revision: Int = try row.decode(atIndex: 0)
      undoTop = min(undoTop, try row.decode(atIndex: 1))
      redoTop = min(redoTop, try row.decode(atIndex: 2))
      if undoTop >= revision || redoTop >= revision { held.insert(revision) }
    }
  }

  func hold(_ revision: Int) -> Bool { held.contains(revision) }
}

extension StateChange {
  /// The name in a content of the field, which may be an answer to an earlier version; `nil` for none.
  fileprivate func name(in content: FieldContent?) -> String? {
    field == .original ? OriginalAnswer(content)?.value.plainText : content?.text
  }
}
