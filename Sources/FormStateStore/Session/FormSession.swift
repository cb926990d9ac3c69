import FormState
import GRDB

/// A response for a table view: everything that a data source needs, answered from memory.
///
/// All queries are synchronous and never access the disk, so they are safe on the main thread; any other thread works
/// as well. Actions are committed to the store first, and only then advance the session: if an action throws, the
/// session is unchanged.
///
/// Each action has an `async` form, which waits for other writers without blocking a thread and advances the session
/// where its caller runs: on the main actor, between two queries of the table view.
///
/// A session locks first the database and then its own screen, briefly and never during a callback. You may therefore
/// use it within a transaction observer, or in a closure that reads. Within a transaction you can query it, but not
/// advance it: ``StoreError/Code/withinTransaction``.
///
/// ```swift
/// let session = try store.session(for: ResponseKey(form: "profile"))
/// session.numberOfRows(in: 0)
/// session.row(at: RowPath(section: 0, row: 0))?.title
/// let change = try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
/// ```
public final class FormSession: Sendable {
  /// The key of the response.
  public let key: ResponseKey
  /// Whether undo and redo of this session include disclosure and folding.
  let undoScope: UndoScope

  /// The name of the device whose place and drafts it keeps; empty for the only one.
  let device: String

  let store: FormStore
  let snapshot: Locked<SessionSnapshot>
  let subscribers = Subscribers()
  let coalescing: Duration
  /// The language in which it speaks to people if its own has no words; `nil` for none.
  let fallbackTongue = Locked<Tongue?>(nil)
  /// Whether an action begins the response if it does not exist.
  let begins: Bool

  init(
    store: FormStore, key: ResponseKey, snapshot: SessionSnapshot, undoScope: UndoScope, coalescing: Duration,
    begins: Bool, device: String
  ) {
    self.device = device
    self.store = store
    self.key = key
    self.begins = begins
    self.undoScope = undoScope
    self.coalescing = coalescing
    self.snapshot = Locked(snapshot)
  }

  // MARK: Actions

  /// Applies an action, and passes its changes to a table view in stages: reloads first, then everything else.
  ///
  /// ```swift
  /// try session.apply(.tap(.rowPath(path))) { stage in
  ///   tableView.performBatchUpdates { … }
  /// }
  /// ```
  ///
  /// A row path refers to the row that this session shows at the time of the call, wherever it moves until the commit.
  /// Changes by other writers since then are part of the batch update.
  ///
  /// During the stage of reloads the session returns the rows at their old positions with their new contents; from the
  /// next stage on, at their new positions. A view may apply other actions meanwhile.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - show: receives one stage; called once or twice, or not at all if nothing on screen changed. By default the
  ///     rows move at once.
  /// - Returns: the revision and the whole batch update.
  /// - Throws: `ActionError` if the action is refused; ``StaleRowsError`` if it names its cell by a row path and
  ///   another writer has changed or removed that row; ``StoreError``. The session is then unchanged, and no stage is
  ///   shown.
  /// - Complexity: a transaction, then O(k log n) for k state changes, however many rows they show or hide.
  @discardableResult
  public func apply(_ action: FormAction, showing show: ((BatchUpdate) -> Void)? = nil) throws -> ScreenChange {
    try change(by: try seen(action), showing: show)
  }

  /// Applies an action as it was seen, perhaps a while ago: by another session, or before the app was closed.
  ///
  /// A row path refers to the row that was there then, wherever it has moved. If others have changed, hidden or removed
  /// that row, or moved the response to another version of its form, the action is refused. For a session that did not
  /// resolve the action itself, any change of the row counts, also one by an earlier action of the same person.
  ///
  /// - Parameters:
  ///   - seen: the action, from ``seen(_:)``.
  ///   - show: receives one stage, as with ``apply(_:showing:)-(FormAction,_)``.
  /// - Throws: as for an action by a row path.
  @discardableResult
  public func apply(_ seen: SeenAction, showing show: ((BatchUpdate) -> Void)? = nil) throws -> ScreenChange {
    try change(by: seen, showing: show)
  }

  /// Applies several actions as one: one transaction, one undo step, one batch update, all or nothing.
  ///
  /// ```swift
  /// try session.group("Paste address") { group in
  ///   try group.apply(.set("street", "Main Street 1"))
  ///   try group.apply(.set("city", "Hannibal"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the step for undo and redo.
  ///   - show: receives one stage, after the commit, as with ``apply(_:showing:)-(FormAction,_)``.
  ///   - work: applies the actions; an error reverts all of them. The session can be queried meanwhile, but not
  ///     advanced.
  /// - Returns: the revision after the last action, and the update of the screen for all of them.
  /// - Throws: what `work` throws; ``StoreError``. The session is then unchanged, and no stage is shown.
  @discardableResult
  public func group(
    _ name: String, showing show: ((BatchUpdate) -> Void)? = nil, _ work: (ActionGroup) throws -> Void
  ) throws -> ScreenChange {
    try change(showing: show) { try commit(name, work, committed: $0) }
  }

  /// Reverts the last undo steps, as one batch update.
  ///
  /// - Parameters:
  ///   - count: the number of steps; limited to the existing ones, and none if below 1.
  ///   - show: receives one stage, as with ``apply(_:showing:)-(FormAction,_)``.
  /// - Returns: the revision and the update of the table view.
  /// - Throws: `ActionError.Code.nothingToUndo`, `ActionError.Code.completed`; ``StoreError``. The session is then
  ///   unchanged.
  @discardableResult
  public func undo(count: Int = 1, showing show: ((BatchUpdate) -> Void)? = nil) throws -> ScreenChange {
    try change(by: try seen(.undo(undoScope)), times: count, showing: show)
  }

  /// Restores the last undone steps, as one batch update.
  ///
  /// - Parameters:
  ///   - count: the number of steps; limited to the existing ones, and none if below 1.
  ///   - show: receives one stage, as with ``apply(_:showing:)-(FormAction,_)``.
  /// - Returns: the revision and the update of the table view.
  /// - Throws: `ActionError.Code.nothingToRedo`, `ActionError.Code.completed`; ``StoreError``. The session is then
  ///   unchanged.
  @discardableResult
  public func redo(count: Int = 1, showing show: ((BatchUpdate) -> Void)? = nil) throws -> ScreenChange {
    try change(by: try seen(.redo(undoScope)), times: count, showing: show)
  }

  /// Catches up with the changes by other sessions and processes.
  ///
  /// - Parameter show: receives one stage, as with ``apply(_:showing:)-(FormAction,_)``.
  /// - Returns: the revision and the update of the table view; empty without changes.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func refresh(showing show: ((BatchUpdate) -> Void)? = nil) throws -> ScreenChange {
    try change(showing: show) { $0(try read()) }
  }
}

extension FormStore {
  /// Opens a response for a screen.
  ///
  /// A response that has not begun is displayed as a fresh one of its form's newest version; its first action begins
  /// it. If rules of the form use the clock or random values, or repeats have initial instances, opening the session
  /// begins it with their results.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - hiddenRows: how the session represents hidden rows; by default it leaves them out.
  ///   - estimates: the estimated heights of rows with automatic heights until they are measured.
  ///   - undoScope: whether undo and redo of this session include disclosure and folding.
  ///   - coalescing: the maximum interval between two edits of the same text cell or slider in this session to be one
  ///     undo step; zero for never.
  ///   - language: the language, see ``FormSession/show(in:showing:)``; the form's own by default.
  ///   - begins: whether an action begins the response if it does not exist. With `false`, opening an unknown response
  ///     throws, for example for a mistyped key, and so does an action after others have deleted it.
  ///   - device: a name that tells the devices or browsers of one file apart, each with its own ``FormSession/place``
  ///     and drafts; at most 200 characters, and empty where there is one.
  /// - Throws: ``StoreError/Code/unknownForm``, ``StoreError/Code/unknownLanguage``, ``StoreError/Code/unusableName``;
  ///   ``StoreError/Code/unknownResponse`` if none begins.
  /// - Complexity: O(n) for n cells with three bytes for each, and O(k log n) for k touched cells and rules. Other
  ///   sessions of the store on the form share what does not depend on the response. Cells are read on demand.
  public func session(
    for key: ResponseKey, hiddenRows: HiddenRows = .removed, estimates: HeightEstimates = HeightEstimates(),
    undoScope: UndoScope = .everything, coalescing: Duration = .seconds(1), language: String? = nil,
    begins: Bool = true,
    device: String = ""
  ) throws -> FormSession {
    if let problem = PlaceTable.problem(withDevice: device) {
      throw StoreError.unusableName(of: "device", problem: problem)
    }
    let device = device.canonicalKey
    func snapshot() throws -> (snapshot: SessionSnapshot, asksMoment: Bool) {
      try read { db in
        let location = begins ? try ResponseLocation.find(key, in: db) : try Self.require(key, in: db)
        let definition = try definitions.definition(of: location.version, in: db)
        let contents = try Self.contents(of: key, at: location, form: definition.form, on: device, in: db)
        let language = try language.map(contents.form.language(meantBy:))
        let snapshot = SessionSnapshot(
          contents, of: definition, compactedTo: location.compactedTo, generation: location.generation,
          hiddenRows: hiddenRows, estimates: estimates, language: language)
        let isFresh = snapshot.revision == 0 && !isReadOnly
        return (snapshot, try isFresh && RuleTables(db: db, version: location.version).beginsWithRules())
      }
    }
    var opened = try snapshot()
    if opened.asksMoment {
      // The person sees the results of rules that use the clock and random values before the first action.
      try apply(.recalculate, to: key, begins: begins)
      opened = try snapshot()
    }
    return FormSession(
      store: self, key: key, snapshot: opened.snapshot, undoScope: undoScope, coalescing: coalescing, begins: begins,
      device: device)
  }
}
