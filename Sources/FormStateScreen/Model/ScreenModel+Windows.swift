import FormState
import FormStateInterchange
import FormStateStore

/// Where a window begins.
package enum WindowStart: Hashable, Sendable {
  /// At an offset from the top.
  case offset(Double)
  /// So far from the upper edge of the row of a cell, by its key or address.
  case cell(String, by: Double)
}

/// The window that a page asked for last.
struct FollowedWindow: Hashable, Sendable {
  /// What it was answered, or what changes have made of it.
  var window: ScreenWindow
  /// The past revision that it is of; `nil` for what shows now.
  let past: Int?
  /// When that was, by the model's count of changes.
  var stamp: Int
}

extension ScreenModel {
  /// The most pages whose windows are kept in mind.
  private static let mostWindows = 64

  /// What lies between two offsets, with all that stands around it.
  ///
  /// - Parameters:
  ///   - start: where to begin.
  ///   - height: how high.
  ///   - revision: the past revision to show; `nil` for now.
  ///   - client: the page that asks, which is told from then on what changes in its window.
  /// - Throws: ``ScreenRefusal`` for a cell that does not show; `ActionError.unknownCell`;
  ///   `StoreError.unknownRevision`.
  /// - Complexity: O(k log n) for k items and n cells; for a past revision that was not asked for last, O(n) besides.
  package func window(
    from start: WindowStart, height: Double, at revision: Int? = nil, client: String? = nil
  ) throws -> OrderedJSON {
    noteUse()
    let head: ScreenHead
    let window: ScreenWindow
    if let revision {
      (head, window) = try pastWindow(from: start, height: height, at: revision)
    } else {
      head = try self.head()
      let shown = session.shown
      let offset = try self.offset(of: start, in: shown) { session.rowPath(of: $0) }
      window = shown.window(from: offset, height: height, session.estimates)
    }
    if let client { follow(FollowedWindow(window: window, past: revision, stamp: stamp), by: client) }
    return .object(
      head.members(stamp: stamp) + [
        ("y", .number(window.start)), ("h", .number(window.height)), ("top", .number(window.top)),
        ("sections", window.jsonOfSections), ("items", .array(window.items.map { .json($0.json) })),
        ("preview", preview?.json ?? .null),
      ])
  }

  private func pastWindow(
    from start: WindowStart, height: Double, at revision: Int
  ) throws -> (ScreenHead, ScreenWindow) {
    let revisions = min(session.firstRevision, session.revision)...session.revision
    guard revisions.contains(revision) else {
      throw StoreError.unknownRevision(revision, first: revisions.lowerBound, last: revisions.upperBound)
    }
    var past = try screen(at: revision)
    let shown = past.shown
    let offset = try self.offset(of: start, in: shown) { past.rowPath(of: $0) }
    let window = shown.window(from: offset, height: height, session.estimates)
    let head = ScreenHead(
      key: key, layout: view.layout, title: shown.form.title, version: past.version, revision: revision, isPast: true,
      revisions: revisions, language: past.language, languages: session.languages, cellCount: shown.form.cellCount,
      isCompleted: past.isCompleted, isReadOnly: store.isReadOnly, names: UndoNames(),
      height: shown.index.totalHeight)
    return (head, window)
  }

  /// What showed at a revision; kept for the next question about the same.
  func screen(at revision: Int) throws -> PastSnapshot {
    if let past, past.revision == revision { return past }
    // Gone before the next one is made, so that there are never two.
    past = nil
    let found = try session.snapshot(at: revision)
    past = found
    return found
  }

  private func offset(
    of start: WindowStart, in shown: ShownForm, rowPath: (String) -> RowPath?
  ) throws -> Double {
    switch start {
    case .offset(let offset): return offset
    case .cell(let cell, let distance):
      guard let offset = rowPath(cell.canonicalKey).flatMap(shown.index.offset(of:)) else {
        // Says it where there is no such cell at all.
        _ = try session.explain(cell)
        throw ScreenRefusal(404, "“\(cell.shortened)” does not show; reveal it, or look why")
      }
      return max(0, offset + distance)
    }
  }

  private func follow(_ window: FollowedWindow, by client: String) {
    if windows[client] == nil, windows.count >= Self.mostWindows,
      let other = windows.keys.first(where: { followers[$0] == nil })
    {
      windows[other] = nil
    }
    if windows[client] != nil || windows.count < Self.mostWindows { windows[client] = window }
  }
}

// MARK: - After a change

extension ScreenModel {
  /// Moves the window of a page on.
  ///
  /// - Parameters:
  ///   - client: the page.
  ///   - former: the stamp before the change.
  ///   - shown: what shows now.
  /// - Returns: what takes the page there; `nil` where it has to ask.
  func moveWindow(of client: String, since former: Int, to shown: ShownForm) -> OrderedJSON? {
    guard let followed = windows[client], followed.past == nil else { return nil }
    guard followed.stamp == former else {
      windows[client] = nil
      return nil
    }
    let old = followed.window
    let new = shown.window(from: shown.start(of: old), height: old.height, session.estimates)
    let edit = WindowEdit(from: old.items, to: new.items)
    guard edit.isTold else {
      windows[client] = nil
      return nil
    }
    windows[client] = FollowedWindow(window: new, past: nil, stamp: stamp)
    return .object([
      ("base", .integer(former)), ("y", .number(new.start)), ("h", .number(new.height)), ("top", .number(new.top)),
      ("sections", new.jsonOfSections), ("steps", .array(edit.steps.map(\.json))),
    ])
  }
}

extension ShownForm {
  /// Where a window is to begin after a change, so that what it shows stays where it is on the page.
  ///
  /// At the top, what comes above is to be seen. Elsewhere the first item that is still there stays.
  fileprivate func start(of window: ScreenWindow) -> Double {
    guard window.start > 0 else { return 0 }
    var offset = window.top
    for item in window.items {
      if let now = self.offset(of: item.place) { return max(0, window.start + now - offset) }
      offset += item.height
    }
    return window.start
  }

  private func offset(of place: ScreenItem.Place) -> Double? {
    switch place {
    case .header(let section): index.hidesHeader(ofSection: section) ? nil : index.offset(ofSection: section)
    case .row(let place): index.rowPath(of: place).flatMap(index.offset(of:))
    }
  }
}

extension WindowEdit.Step {
  /// The step as a page is told.
  fileprivate var json: OrderedJSON {
    switch self {
    case .remove(let first, let count): .object([("remove", .integer(first)), ("count", .integer(count))])
    case .insert(let first, let items):
      .object([("insert", .integer(first)), ("items", .array(items.map { .json($0.json) }))])
    case .update(let position, let item): .object([("update", .integer(position)), ("item", .json(item.json))])
    }
  }
}
