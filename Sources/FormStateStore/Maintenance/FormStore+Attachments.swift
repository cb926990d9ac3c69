import FormState
import GRDB

/// Which files of the app its responses still name, so that the app can delete the others.
extension FormStore {
  /// The names of files that cells of kind `file` hold, each by the nearest way that leads to it.
  public struct Attachments: Hashable, Sendable {
    /// Names that answers hold now: also drafts, what is set aside, what stands in cells that are not relevant, and
    /// what a version of the form itself gives.
    public fileprivate(set) var answers: Set<String> = []
    /// Names that no answer holds, but that an undo or a redo brings back.
    public fileprivate(set) var undoable: Set<String> = []
    /// Names that only a look at a past revision still shows, such as those of steps that were undone and left behind.
    ///
    /// Without their files nothing that a person can do breaks; a compaction lets the names go.
    public fileprivate(set) var history: Set<String> = []

    /// Names whose files answers, undo and redo still need.
    public var inUse: Set<String> { answers.union(undoable) }

    /// Adds what another response names.
    fileprivate mutating func add(_ other: Attachments) {
      answers.formUnion(other.answers)
      undoable = undoable.union(other.undoable).subtracting(answers)
      history = history.union(other.history).subtracting(inUse)
    }
  }

  /// Which files a response names.
  ///
  /// A name that another response holds too, such as a copy of this one, is needed there as well; ``attachments()``
  /// asks all of them.
  ///
  /// - Throws: ``StoreError/Code/unknownResponse``, ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n + k) for n cells of the form's versions and k changes in the journal.
  public func attachments(of key: ResponseKey) throws -> Attachments {
    try read { db in
      let location = try Self.require(key, in: db)
      return try FileCells(ofForm: location.version.formID, in: db).attachments(of: location, in: db)
    }
  }

  /// Which files the responses of a store name, all of them together.
  ///
  /// - Complexity: O(n) for n cells of all versions, and as ``attachments(of:)`` for each response.
  public func attachments() throws -> Attachments {
    try read { db in
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
}

/// The cells of a form that hold names of files, in any of its versions.
private struct FileCells {
  private var keys: Set<String> = []
  /// What the versions themselves give.
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
    let stacks = try UndoStacks(db: db, location: location, since: names.replaced.lazy.map(\.revision).min())
    var attachments = FormStore.Attachments()
    attachments.answers = names.present.union(given)
    attachments.undoable = Set(names.replaced.filter { stacks.hold($0.revision) }.map(\.name))
      .subtracting(attachments.answers)
    attachments.history = names.all.subtracting(attachments.inUse)
    return attachments
  }
}

/// The names that a journal has put into cells.
private struct NamesInJournal {
  /// All of them.
  private(set) var all: Set<String> = []
  /// Those that nothing has replaced.
  private(set) var present: Set<String> = []
  /// Those that an entry has replaced, with its revision; taking the entry back brings the name back.
  private(set) var replaced: [(name: String, revision: Int)] = []

  /// Reads what was in the cells with some keys, wherever they stand. O(k) for k changes of the journal.
  init(ofCells keys: Set<String>, at location: ResponseLocation, in db: Database) throws {
    guard !keys.isEmpty else { return }
    let fields = [StateChange.Field.value, .draft, .calculated].map { String($0.number) }.joined(separator: ", ")
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredChange.columns), change.seq
        FROM formstate_state_change AS change
        WHERE response_id = ? AND field IN (\(fields))
        ORDER BY seq, ordinal
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
    var follower = ChangeFollower(ContentReader(db: db, location: location))
    var contents: [StateChange.Identity: String] = [:]
    while let row = try rows.next() {
      let stored = try StoredChange(row: row)
      guard keys.contains(stored.subject.key) else { continue }
      let revision: Int = try row.decode(atIndex: StoredChange.columnCount)
      let change = try follower.changes(stored, at: revision)[0]
      if let name = change.before?.text { replaced.append((name, revision)) }
      contents[change.identity] = change.after?.text
    }
    present = Set(contents.values)
    all = present.union(replaced.lazy.map(\.name))
  }
}

/// Which entries of a journal lie on the stacks of what can be undone and redone.
///
/// Whatever takes an entry off a stack leaves something older on top of it, and nothing brings the entry back: a redo
/// does its step again as an entry of its own. So an entry is still there if every top since is the entry itself or a
/// newer one.
private struct UndoStacks {
  private var held: Set<Int> = []

  /// - Parameter start: the revision to begin with; `nil` for none.
  /// - Complexity: O(k) for k entries from there.
  init(db: Database, location: ResponseLocation, since start: Int?) throws {
    guard let start else { return }
    let statement = try db.cachedStatement(
      sql: """
        SELECT seq, coalesce(undo_top, seq), coalesce(redo_top, 0)
        FROM formstate_action
        WHERE response_id = ? AND seq >= ? AND seq > ?
        ORDER BY seq DESC
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
