import FormState
import Foundation
import GRDB

/// A response as a table view shows it: everything a data source asks for, answered from memory.
///
/// Every question is answered synchronously and never touches the disk, so it may be asked from the main thread; any
/// other thread will do as well. Actions are committed to the store first and move the session only then: when an
/// action throws, the session shows what it showed before.
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

  private let store: FormStore
  let screen: Locked<Screen>
  // Held from deciding to advancing, so that revisions reach the screen in the order in which they were committed,
  // while the screen itself stays free to be read.
  private let applying = NSLock()

  init(store: FormStore, key: ResponseKey, hiddenRows: HiddenRows, estimates: HeightEstimates) throws {
    self.store = store
    self.key = key
    screen = Locked(Screen(try store.contents(of: key), hiddenRows: hiddenRows, estimates: estimates))
  }

  // MARK: Doing

  /// Applies an action.
  ///
  /// A row path means the row that this session shows there. When other writers have changed the response since, what
  /// they did is part of the returned batch update.
  ///
  /// - Returns: the revision and what takes the table view there.
  /// - Throws: `ActionError` when the action is refused; ``StoreError``. The session shows what it showed before.
  /// - Complexity: a transaction, then O(k log n) for k state changes, however many rows they show or hide.
  @discardableResult
  public func apply(_ action: Action) throws -> ScreenChange {
    try change { try commit(action) }
  }

  /// Applies an action and hands what it did to a table view in stages: reloads first, then everything else.
  ///
  /// ```swift
  /// try session.apply(.tap(.rowPath(path))) { stage in
  ///   tableView.performBatchUpdates { … }
  /// }
  /// ```
  ///
  /// During the stage of reloads the session answers with the rows as they stood, their content being new; from the next
  /// stage on, with the rows as they stand. A view may apply other actions meanwhile.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - show: shows one stage; called once or twice, or not at all when nothing on screen changed.
  /// - Returns: the revision and the whole batch update.
  /// - Throws: as ``apply(_:)``, before anything is shown.
  @discardableResult
  public func apply(_ action: Action, showing show: (BatchUpdate) -> Void) throws -> ScreenChange {
    try change(showing: show) { try commit(action) }
  }

  /// Catches up with what other sessions and processes have done.
  ///
  /// - Returns: the revision and what takes the table view there; an empty batch update when nobody did anything.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func refresh() throws -> ScreenChange {
    try change { try read() }
  }

  /// Catches up, and hands what others have done to a table view in stages, as ``apply(_:showing:)`` does.
  ///
  /// - Parameter show: shows one stage.
  /// - Returns: the revision and the whole batch update.
  /// - Throws: ``StoreError``, before anything is shown.
  @discardableResult
  public func refresh(showing show: (BatchUpdate) -> Void) throws -> ScreenChange {
    try change(showing: show) { try read() }
  }
}

// MARK: - Moving on

extension FormSession {
  /// What the store says that has changed since the session's revision.
  private struct News {
    let revision: Int
    let changes: [PlacedChange]
  }

  private func change(_ news: () throws -> News) throws -> ScreenChange {
    try advance(inStages: false, news).change
  }

  private func change(showing show: (BatchUpdate) -> Void, _ news: () throws -> News) throws -> ScreenChange {
    let (change, turn) = try advance(inStages: true, news)
    for stage in change.batch.stages {
      // The last stage moves the rows, unless an action that came in between has taken them along.
      if let turn, stage.reloadedRows.isEmpty, !screen.withLock({ $0.moveRows(of: turn) }) { break }
      show(stage)
    }
    return change
  }

  private func advance(
    inStages: Bool, _ news: () throws -> News
  ) throws -> (change: ScreenChange, turn: Int?) {
    applying.lock()
    defer { applying.unlock() }
    let news = try news()
    let (batch, turn) = screen.withLock { $0.advance(by: news.changes, to: news.revision, inStages: inStages) }
    return (ScreenChange(revision: news.revision, batch: batch), turn)
  }

  private func commit(_ action: Action) throws -> News {
    let (named, known, digest) = try screen.withLock { screen in
      (try screen.named(action), screen.revision, screen.definitionDigest)
    }
    return try store.write { db in
      let repository = try ResponseRepository(key, in: db)
      try Self.require(digest, of: repository.location, key)
      let applied = try repository.apply(named)
      let isNext = applied.revision == known + (applied.changes.isEmpty ? 0 : 1)
      let changes =
        isNext
        ? applied.changes
        : try JournalReader(db: db, location: repository.location).placedChanges(after: known)
      return (News(revision: applied.revision, changes: changes), applied.revision == 0 ? .rollback : .commit)
    }
  }

  private func read() throws -> News {
    let (known, digest) = screen.withLock { ($0.revision, $0.definitionDigest) }
    return try store.read { db in
      let location = try ResponseLocation.find(key, in: db)
      try Self.require(digest, of: location, key)
      return News(
        revision: try location.revision(in: db),
        changes: try JournalReader(db: db, location: location).placedChanges(after: known))
    }
  }

  /// Makes sure that the response fills in the version that the session shows.
  private static func require(_ digest: String, of location: ResponseLocation, _ key: ResponseKey) throws {
    guard location.version.digest == digest else {
      throw StoreError.otherVersion(form: key.form, response: key.response)
    }
  }
}

// MARK: - Asking

extension FormSession {
  /// The number of entries of the response's journal that the session shows; 0 before the first action.
  public var revision: Int { screen.withLock { $0.revision } }

  /// The digest of definition and state, see `StateDigest`. O(k log k) for k touched fields.
  public var digest: String {
    screen.withLock { StateDigest.ofState($0.state, definition: $0.definitionDigest) }
  }

  /// What the person has touched.
  public var state: ResponseState { screen.withLock { $0.state } }

  /// The number of sections, folded ones and those without cells included. O(1).
  public var numberOfSections: Int { screen.withLock { $0.index.numberOfSections } }

  /// What the session has of rows that do not show.
  public var hiddenRows: HiddenRows { screen.withLock { $0.index.hiddenRows } }

  /// The number of rows of a section, visible ones unless hidden ones are kept; 0 for a section that there is not. O(log n).
  public func numberOfRows(in section: Int) -> Int {
    screen.withLock { $0.index.numberOfRows(in: section) }
  }

  /// The row at a row path; `nil` when there is none. O(log n).
  public func row(at path: RowPath) -> VisibleRow? {
    screen.withLock { $0.row(at: path) }
  }

  /// The row path of the cell with a key; `nil` when the cell does not show or there is none.
  ///
  /// O(log n), but for the first question of a session, which makes an index of the keys in O(n).
  public func rowPath(of key: String) -> RowPath? {
    screen.withLock { screen in
      screen.place(ofCell: key).flatMap { screen.index.rowPath(of: $0) }
    }
  }

  /// The positions of every section's visible cells in its preorder. O(v log n) for v visible rows.
  public var visibleRowsPerSection: [[Int]] {
    screen.withLock { $0.index.visibleRowsPerSection }
  }

  /// The key of a section; `nil` when there is none. O(1).
  public func key(ofSection section: Int) -> String? {
    screen.withLock { $0.form.sections.element(at: section)?.key }
  }

  /// The title of a section; `nil` when there is no such section. O(1).
  public func title(ofSection section: Int) -> String? {
    screen.withLock { $0.form.sections.element(at: section)?.title }
  }

  /// Whether a section is folded; `false` for a section that there is not. O(1).
  public func isFolded(section: Int) -> Bool {
    screen.withLock { $0.index.isFolded(section: section) }
  }

  /// Whether the section with a key is folded; `false` for a section that there is not. O(s) for s sections.
  public func isFolded(section key: String) -> Bool {
    screen.withLock { screen in
      screen.form.sections.firstIndex { $0.key == key }.map { screen.index.isFolded(section: $0) } ?? false
    }
  }

  /// Whether a section can be folded; `false` for a section that there is not. O(1).
  public func isFoldable(section: Int) -> Bool {
    screen.withLock { $0.form.sections.element(at: section)?.isFoldable ?? false }
  }

  /// How tall the row at a row path is by its definition; `nil` when there is none. O(log n).
  ///
  /// Of a cell that grows in place, the height that it has now; 0 points for a row that is kept but hidden.
  public func height(at path: RowPath) -> RowHeight? {
    screen.withLock { $0.height(at: path) }
  }

  /// Whether the cell with a key shows, and what keeps it from showing.
  ///
  /// Asks the store, so unlike the rest this does touch the disk.
  ///
  /// - Throws: `ActionError.unknownCell`; ``StoreError``.
  public func explain(_ cell: String) throws -> VisibilityExplanation {
    try store.explain(cell, of: key)
  }
}

extension FormStore {
  /// Opens a response for a screen.
  ///
  /// A response that there is not yet shows as a fresh one of its form's newest version; its first action begins it.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - hiddenRows: what the session has of rows that do not show; nothing unless said otherwise.
  ///   - estimates: how tall rows with automatic heights are taken to be until they are measured.
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(n) for n cells.
  public func session(
    for key: ResponseKey, hiddenRows: HiddenRows = .removed, estimates: HeightEstimates = HeightEstimates()
  ) throws -> FormSession {
    try FormSession(store: self, key: key, hiddenRows: hiddenRows, estimates: estimates)
  }
}
