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

/// What a page asks for, and on which page of the form that is.
private struct WindowQuestion {
  let start: WindowStart
  let height: Double
  let page: String?
  var shownPage: ShownPage?
}

/// The window that a page asked for last.
struct FollowedWindow: Hashable, Sendable {
  /// What it was answered, or what changes have made of it.
  var window: ScreenWindow
  /// The past revision that it is of; `nil` for what shows now.
  let past: Int?
  /// The key of the page that it is on; `nil` where the whole form is shown.
  let page: String?
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
  ///   - page: the key of the page to show alone, the first one for an unknown key; `nil` for the whole form. A cell to
  ///     begin at says by itself on which page it is.
  ///   - client: the page that asks, which is told from then on what changes in its window.
  /// - Throws: ``ScreenRefusal`` for a cell that does not show; `ActionError.unknownCell`;
  ///   `StoreError.unknownRevision`.
  /// - Complexity: O(k log n) for k items and n cells; for a past revision that was not asked for last, O(n) besides.
  package func window(
    from start: WindowStart, height: Double, at revision: Int? = nil, on page: String? = nil,
    client: String? = nil
  ) throws -> OrderedJSON {
    noteUse()
    var question = WindowQuestion(start: start, height: height, page: page)
    let head: ScreenHead
    let window: ScreenWindow
    if let revision {
      (head, window) = try pastWindow(&question, at: revision)
    } else {
      head = try self.head()
      window = try answer(&question, in: session.shown) { session.rowPath(of: $0) }
    }
    if let client {
      follow(
        FollowedWindow(window: window, past: revision, page: question.shownPage?.page.key, stamp: stamp), by: client)
    }
    return .object(
      head.members(stamp: stamp, height: window.extent) + window.placement + [
        ("page", question.shownPage?.json ?? .null), ("items", .array(window.items.map { .json($0.json) })),
        ("preview", preview?.json ?? .null),
      ])
  }

  /// The window that is asked for, and the page that it is on.
  private func answer(
    _ question: inout WindowQuestion, in shown: ShownForm, rowPath: (String) -> RowPath?
  ) throws -> ScreenWindow {
    let path = try self.path(of: question.start, rowPath)
    if let key = question.page {
      let pages = FormPages(of: shown.form)
      let all = shown.shownPages(of: pages)
      question.shownPage = path.flatMap(all.page(of:)) ?? all.page(key, of: pages)
    }
    let origin = question.shownPage?.bounds.lowerBound ?? 0
    let offset =
      switch question.start {
      case .offset(let offset): origin + offset
      case .cell(_, let distance): max(0, (path.flatMap(shown.index.offset(of:)) ?? 0) + distance)
      }
    return shown.window(from: offset, height: question.height, session.estimates, on: question.shownPage)
  }

  private func pastWindow(
    _ question: inout WindowQuestion, at revision: Int
  ) throws -> (ScreenHead, ScreenWindow) {
    let revisions = min(session.firstRevision, session.revision)...session.revision
    guard revisions.contains(revision) else {
      throw StoreError.unknownRevision(revision, first: revisions.lowerBound, last: revisions.upperBound)
    }
    var past = try screen(at: revision)
    let shown = past.shown
    let window = try answer(&question, in: shown) { past.rowPath(of: $0) }
    let head = ScreenHead(
      key: key, layout: view.layout, title: shown.form.title, version: past.version, revision: revision, isPast: true,
      revisions: revisions, language: past.language, languages: session.languages, cellCount: shown.form.cellCount,
      isCompleted: past.isCompleted, isReadOnly: store.isReadOnly, isInPages: shown.form.isInPages, names: UndoNames(),
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

  /// Where the cell stands at which a window is to begin; `nil` where it begins at an offset.
  private func path(of start: WindowStart, _ rowPath: (String) -> RowPath?) throws -> RowPath? {
    guard case .cell(let cell, _) = start else { return nil }
    if let path = rowPath(cell.canonicalKey) { return path }
    // Says it where there is no such cell at all.
    _ = try session.explain(cell)
    throw ScreenRefusal(404, "“\(cell.shortened)” is hidden; reveal it, or find out why")
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
    let page = page(followed.page, in: shown)
    let new = shown.window(from: shown.start(of: old, on: page), height: old.height, session.estimates, on: page)
    let edit = WindowEdit(from: old.items, to: new.items)
    guard edit.isTold else {
      windows[client] = nil
      return nil
    }
    windows[client] = FollowedWindow(window: new, past: nil, page: page?.page.key, stamp: stamp)
    return .object(
      [("base", .integer(former)), ("height", .number(new.extent)), ("page", page?.json ?? .null)] + new.placement
        + [("steps", .array(edit.steps.map(\.json)))])
  }

  /// The page with a key as it shows now; `nil` where the whole form is shown.
  private func page(_ key: String?, in shown: ShownForm) -> ShownPage? {
    guard let key else { return nil }
    let pages = FormPages(of: shown.form)
    return shown.shownPages(of: pages).page(key, of: pages)
  }
}

extension ShownForm {
  /// Where a window is to begin after a change, so that what it shows stays where it is on the page.
  ///
  /// At the top, what comes above is to be seen. Elsewhere the first item that is still there stays.
  fileprivate func start(of window: ScreenWindow, on page: ShownPage?) -> Double {
    let origin = page?.bounds.lowerBound ?? 0
    guard window.start > window.bounds.lowerBound else { return origin }
    var offset = window.top
    for item in window.items {
      if let now = self.offset(of: item.place) { return max(origin, window.start + now - offset) }
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
