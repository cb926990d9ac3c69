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
  private let screen: Locked<Screen>
  // Held from deciding to advancing, so that revisions reach the screen in the order in which they were committed,
  // while the screen itself stays free to be read.
  private let applying = NSLock()

  init(store: FormStore, key: ResponseKey) throws {
    self.store = store
    self.key = key
    screen = Locked(Screen(try store.contents(of: key)))
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
    applying.lock()
    defer { applying.unlock() }
    let (named, known, digest) = try screen.withLock { screen in
      (try Self.named(action, on: screen), screen.revision, screen.definitionDigest)
    }
    let (revision, changes) = try store.write { db in
      let repository = try ResponseRepository(key, in: db)
      guard repository.location.version.digest == digest else {
        throw StoreError.otherVersion(form: key.form, response: key.response)
      }
      let applied = try repository.apply(named)
      let isNext = applied.revision == known + (applied.changes.isEmpty ? 0 : 1)
      let changes =
        isNext
        ? applied.changes
        : try JournalReader(db: db, location: repository.location).placedChanges(after: known)
      return ((applied.revision, changes), applied.revision == 0 ? .rollback : .commit)
    }
    return advance(by: changes, to: revision)
  }

  /// Catches up with what other sessions and processes have done.
  ///
  /// - Returns: the revision and what takes the table view there; an empty batch update when nobody did anything.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func refresh() throws -> ScreenChange {
    applying.lock()
    defer { applying.unlock() }
    let known = screen.withLock { $0.revision }
    let (revision, changes) = try store.read { db in
      let location = try ResponseLocation.find(key, in: db)
      return (
        try location.revision(in: db),
        try JournalReader(db: db, location: location).placedChanges(after: known)
      )
    }
    return advance(by: changes, to: revision)
  }

  private func advance(by changes: [PlacedChange], to revision: Int) -> ScreenChange {
    let batch = screen.withLock { $0.advance(by: changes, to: revision) }
    return ScreenChange(revision: revision, batch: batch)
  }

  /// The action with its cell named by key, as the rows on the screen have it.
  private static func named(_ action: Action, on screen: Screen) throws(ActionError) -> Action {
    guard case .rowPath(let path) = action.cell else { return action }
    guard (0..<screen.index.numberOfSections).contains(path.section) else {
      throw .noSuchSection(path, sectionCount: screen.index.numberOfSections)
    }
    guard let cell = screen.cell(at: path) else {
      throw .noSuchRow(path, rowCount: screen.index.numberOfRows(in: path.section))
    }
    return Action(kind: action.kind, cell: .key(cell.key), value: action.value) ?? action
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

  /// The number of visible rows of a section; 0 for a section that there is not. O(log n).
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

  /// How tall the row at a row path is; `nil` when there is none. O(log n).
  public func height(at path: RowPath) -> RowHeight? {
    screen.withLock { screen in
      screen.cell(at: path).map { screen.form.rowHeight(forIdentifier: $0.identifier) }
    }
  }
}

extension FormStore {
  /// Opens a response for a screen.
  ///
  /// A response that there is not yet shows as a fresh one of its form's newest version; its first action begins it.
  ///
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(n) for n cells.
  public func session(for key: ResponseKey) throws -> FormSession {
    try FormSession(store: self, key: key)
  }
}
