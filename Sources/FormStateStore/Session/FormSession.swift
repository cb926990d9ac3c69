import FormState
import GRDB

/// A response as a table view shows it: everything a data source asks for, answered from memory.
///
/// Every question is answered synchronously and never touches the disk, so it may be asked from the main thread; any
/// other thread will do as well. Actions are committed to the store first and move the session only then: when an
/// action throws, the session shows what it showed before.
///
/// Each of them has an `async` form, which waits for others' writing without holding a thread up and moves the session
/// where its caller runs: on the main actor, between two questions of the table view.
///
/// A session takes the database first and its own screen then, for a moment and never while it calls anybody back. So
/// it may be used from within a transaction observer, or from a closure that reads. Within a transaction it can be
/// asked, but not moved on: ``StoreError/Code/withinTransaction``.
///
/// ```swift
/// let session = try store.session(for: ResponseKey(form: "profile"))
/// session.numberOfRows(in: 0)
/// session.row(at: RowPath(section: 0, row: 0))?.title
/// let change = try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
/// ```
public final class FormSession: Sendable {
  /// Which response the session shows.
  public let key: ResponseKey
  /// Whether undo and redo of this session take disclosure and folds along.
  public let undoScope: UndoScope

  let store: FormStore
  let snapshot: Locked<SessionSnapshot>
  let subscribers = Subscribers()
  let coalescing: Duration
  /// Whether an action begins the response if there is none.
  let begins: Bool

  init(
    store: FormStore, key: ResponseKey, snapshot: SessionSnapshot, undoScope: UndoScope, coalescing: Duration,
    begins: Bool
  ) {
    self.store = store
    self.key = key
    self.begins = begins
    self.undoScope = undoScope
    self.coalescing = coalescing
    self.snapshot = Locked(snapshot)
  }

  // MARK: Doing

  /// Applies an action.
  ///
  /// A row path means the row that this session shows when this is called, wherever it moves until the commit. When
  /// other writers have changed the response since, what they did is part of the returned batch update.
  ///
  /// - Returns: the revision and what takes the table view there.
  /// - Throws: `ActionError` when the action is refused; ``StaleRowsError`` when it names its cell by a row path and
  ///   another writer has changed or removed that row; ``StoreError``. The session shows what it showed before.
  /// - Complexity: a transaction, then O(k log n) for k state changes, however many rows they show or hide.
  @discardableResult
  public func apply(_ action: FormAction) throws -> ScreenChange {
    try change(by: action)
  }

  /// Applies an action and hands what it did to a table view in stages: reloads first, then everything else.
  ///
  /// ```swift
  /// try session.apply(.tap(.rowPath(path))) { stage in
  ///   tableView.performBatchUpdates { … }
  /// }
  /// ```
  ///
  /// During the stage of reloads the session answers with the rows as they stood, their content being new; from the
  /// next stage on, with the rows as they stand. A view may apply other actions meanwhile.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - show: shows one stage; called once or twice, or not at all when nothing on screen changed.
  /// - Returns: the revision and the whole batch update.
  /// - Throws: as ``apply(_:)``, before anything is shown.
  @discardableResult
  public func apply(_ action: FormAction, showing show: (BatchUpdate) -> Void) throws -> ScreenChange {
    try change(by: action, showing: show)
  }

  /// Applies several actions as one: one transaction, one undo step, one batch update, all or nothing.
  ///
  /// ```swift
  /// try session.group("Paste address") { group in
  ///   try group.apply(.set(.key("street"), .text("Main Street 1")))
  ///   try group.apply(.set(.key("city"), .text("Hannibal")))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: what undo and redo call the step.
  ///   - work: applies the actions; whatever it throws takes all of them back. The session itself can be asked
  ///     meanwhile, but refuses to be moved on.
  /// - Returns: the revision after the last action, and what all of them did to the screen.
  /// - Throws: what `work` throws; ``StoreError``. The session shows what it showed before.
  @discardableResult
  public func group(_ name: String, _ work: (ActionGroup) throws -> Void) throws -> ScreenChange {
    try change { try commit(name, work, committed: $0) }
  }

  /// Applies several actions as one and hands what they did to a table view in stages, as ``apply(_:showing:)`` does.
  ///
  /// ```swift
  /// try session.group("Paste address", showing: take) { group in
  ///   try group.apply(.set("street", "Main Street 1"))
  ///   try group.apply(.set("city", "Hannibal"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: what undo and redo call the step.
  ///   - show: shows one stage, when the actions are committed.
  ///   - work: as for ``group(_:_:)``.
  /// - Returns: the revision after the last action, and what all of them did to the screen.
  /// - Throws: as ``group(_:_:)``, before anything is shown.
  @discardableResult
  public func group(
    _ name: String, showing show: (BatchUpdate) -> Void, _ work: (ActionGroup) throws -> Void
  ) throws -> ScreenChange {
    try change(showing: show) { try commit(name, work, committed: $0) }
  }

  /// Takes the last undo steps back, as one batch update.
  ///
  /// - Parameter count: how many; as many as there are when there are fewer, and none below 1.
  /// - Returns: the revision and what takes the table view there.
  /// - Throws: `ActionError.Code.nothingToUndo`, `ActionError.Code.completed`; ``StoreError``. The session shows
  ///   what it showed before.
  @discardableResult
  public func undo(count: Int = 1) throws -> ScreenChange {
    try change(by: .undo(undoScope), times: count)
  }

  /// Takes the last undo steps back and hands that to a table view in stages, as ``apply(_:showing:)`` does.
  @discardableResult
  public func undo(count: Int = 1, showing show: (BatchUpdate) -> Void) throws -> ScreenChange {
    try change(by: .undo(undoScope), times: count, showing: show)
  }

  /// Does the steps again that were reverted last, as one batch update.
  ///
  /// - Parameter count: how many; as many as there are when there are fewer, and none below 1.
  /// - Returns: the revision and what takes the table view there.
  /// - Throws: `ActionError.Code.nothingToRedo`, `ActionError.Code.completed`; ``StoreError``. The session shows
  ///   what it showed before.
  @discardableResult
  public func redo(count: Int = 1) throws -> ScreenChange {
    try change(by: .redo(undoScope), times: count)
  }

  /// Does the steps again that were reverted last and hands that to a table view in stages, as ``apply(_:showing:)``
  /// does.
  @discardableResult
  public func redo(count: Int = 1, showing show: (BatchUpdate) -> Void) throws -> ScreenChange {
    try change(by: .redo(undoScope), times: count, showing: show)
  }

  /// Catches up with what other sessions and processes have done.
  ///
  /// - Returns: the revision and what takes the table view there; an empty batch update when nobody did anything.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func refresh() throws -> ScreenChange {
    try change { $0(try read()) }
  }

  /// Catches up, and hands what others have done to a table view in stages, as ``apply(_:showing:)`` does.
  ///
  /// - Parameter show: shows one stage.
  /// - Returns: the revision and the whole batch update.
  /// - Throws: ``StoreError``, before anything is shown.
  @discardableResult
  public func refresh(showing show: (BatchUpdate) -> Void) throws -> ScreenChange {
    try change(showing: show) { $0(try read()) }
  }
}

extension FormStore {
  /// Opens a response for a screen.
  ///
  /// A response that has not begun shows as a fresh one of its form's newest version; its first action begins it.
  /// Where rules of the form ask the clock or chance, or repeats have instances at first, this begins it already, with
  /// what they give.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - hiddenRows: what the session has of rows that do not show; nothing unless said otherwise.
  ///   - estimates: how tall rows with automatic heights are taken to be until they are measured.
  ///   - undoScope: whether undo and redo of this session take disclosure and folds along.
  ///   - coalescing: how soon an edit of a text cell or a slider must follow the one before, by this session and in the
  ///     same cell, to be part of the same undo step; zero for never.
  ///   - language: the language to show it in, see ``FormSession/show(in:)``; the form's own unless said otherwise.
  ///   - begins: whether an action begins the response if there is none. With `false` opening throws where there is
  ///     none, as for a mistyped key, and so does an action after somebody has deleted it.
  /// - Throws: ``StoreError/Code/unknownForm``, ``StoreError/Code/unknownLanguage``;
  ///   ``StoreError/Code/unknownResponse`` where none begins.
  /// - Complexity: O(n) for n cells; of a form of more than 2,000 cells, where each rule counts as 14, in a file of the
  ///   store's own, O(n/1,024) and O(log n) for each cell that was opened or closed: its cells are read when they are
  ///   asked for.
  public func session(
    for key: ResponseKey, hiddenRows: HiddenRows = .removed, estimates: HeightEstimates = HeightEstimates(),
    undoScope: UndoScope = .everything, coalescing: Duration = .seconds(1), language: String? = nil, begins: Bool = true
  ) throws -> FormSession {
    func snapshot() throws -> (snapshot: SessionSnapshot, asksMoment: Bool) {
      try read { db in
        let location = begins ? try ResponseLocation.find(key, in: db) : try Self.require(key, in: db)
        let definition = try definitions.definition(of: location.version, in: db)
        let contents = try Self.contents(of: key, at: location, form: definition.form, in: db)
        let language = try language.map(contents.form.language(meantBy:))
        let snapshot = SessionSnapshot(
          contents, of: definition, compactedTo: location.compactedTo, hiddenRows: hiddenRows, estimates: estimates,
          language: language)
        let isFresh = snapshot.revision == 0 && !isReadOnly
        return (snapshot, try isFresh && RuleTables(db: db, version: location.version).beginsWithRules())
      }
    }
    var opened = try snapshot()
    if opened.asksMoment {
      // A person sees what the clock and chance give, before anything is done.
      try apply(.recalculate, to: key, begins: begins)
      opened = try snapshot()
    }
    return FormSession(
      store: self, key: key, snapshot: opened.snapshot, undoScope: undoScope, coalescing: coalescing, begins: begins)
  }
}
