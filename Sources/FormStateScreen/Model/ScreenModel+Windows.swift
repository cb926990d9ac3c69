import FormState
import FormStateInterchange
import FormStateStore

/// The beginning of a window.
enum WindowStart: Hashable, Sendable {
  /// At an offset from the top.
  case offset(Double)
  /// At a distance above the row of a cell, given by its key or address.
  case cell(String, by: Double)
  /// At a distance above the row where the person of a browser stood; at the top if that is unknown.
  case place(device: String, by: Double)
}

/// A page's query, and the page of the form.
private struct WindowQuestion {
  let start: WindowStart
  let height: Double
  let page: String?
  var shownPage: ShownPage?
  /// Where the person of the querying browser stood; `nil` if that is unknown.
  var place: FormPlace?

  /// Whether the page wants to know that.
  var asksPlace: Bool { if case .place = start { true } else { false } }
}

/// The last window of a page.
struct FollowedWindow: Hashable, Sendable {
  /// The items, as last answered or advanced by changes.
  var window: ScreenWindow
  /// The past revision; `nil` for the current state.
  let past: Int?
  /// The key of the form's page; `nil` if the whole form is shown.
  let page: String?
  /// The model's count of changes at that time.
  var stamp: Int
}

extension ScreenModel {
  /// The maximum number of pages whose windows are remembered.
  private static let mostWindows = 64

  /// The items between two offsets, with the state around them.
  ///
  /// - Parameters:
  ///   - start: the beginning.
  ///   - height: the height.
  ///   - revision: the past revision to show; `nil` for the current state.
  ///   - page: the key of the only page to show, the first one for an unknown key; `nil` for the whole form. A cell to
  ///     begin at determines its page. A place on another page than a known one is passed over.
  ///   - client: the querying page, which is notified of changes in its window from then on.
  /// - Throws: ``ScreenRefusal`` for a hidden cell; `ActionError.Code.unknownCell`; `StoreError.Code.unknownRevision`.
  /// - Complexity: O(k log n) for k items and n cells; for a past revision that is not cached, O(n) in addition.
  func window(
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
      window = try answer(&question, in: session.shown) { session.rowPath(of: .key($0)) }
    }
    if let client {
      follow(
        FollowedWindow(window: window, past: revision, page: question.shownPage?.page.key, stamp: stamp), by: client)
    }
    return .object(
      head.members(stamp: stamp, height: window.extent) + window.placement + [
        ("page", question.shownPage?.json ?? .null), ("items", .array(window.items.map { .json($0.json) })),
        ("preview", preview?.json ?? .null),
      ] + (question.asksPlace ? [("place", question.place?.json ?? .null)] : []))
  }

  /// The requested window, and its page.
  private func answer(
    _ question: inout WindowQuestion, in shown: ShownForm, rowPath: (String) -> RowPath?
  ) throws -> ScreenWindow {
    var path = try self.path(of: &question, rowPath)
    if let key = question.page {
      let pages = FormPages(of: shown.form)
      let all = shown.shownPages(of: pages)
      let named = all.page(key, of: pages)
      if question.place != nil, named?.page.key == key, path.flatMap(all.page(of:))?.page.key != key {
        (path, question.place) = (nil, nil)
      }
      question.shownPage = path.flatMap(all.page(of:)) ?? named
    }
    let origin = question.shownPage?.bounds.lowerBound ?? 0
    let offset =
      switch question.start {
      case .offset(let offset): origin + offset
      case .cell(_, let distance): max(0, (path.flatMap(shown.index.offset(of:)) ?? 0) + distance)
      case .place(_, let distance): max(origin, path.flatMap(shown.index.offset(of:)).map { $0 + distance } ?? origin)
      }
    return shown.window(
      from: offset, height: question.height, session.estimates, on: question.shownPage, in: session.speech)
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
    let window = try answer(&question, in: shown) { past.rowPath(of: .key($0)) }
    let head = ScreenHead(
      key: key, layout: view.layout, title: shown.form.title, version: past.version, revision: revision, isPast: true,
      revisions: revisions, language: past.language, languages: session.languages, cellCount: shown.form.cellCount,
      isCompleted: past.isCompleted, isReadOnly: store.isReadOnly, isInPages: shown.form.isInPages,
      isInClear: shown.form.properties.asksForEncryption, names: UndoNames(), height: shown.index.totalHeight)
    return (head, window)
  }

  /// The screen at a revision; cached for the next query of the same.
  func screen(at revision: Int) throws -> PastSnapshot {
    if let past, past.revision == revision { return past }
    // Released before the next one is made, so there are never two.
    past = nil
    let found = try session.snapshot(at: revision)
    past = found
    return found
  }

  /// The place of the cell at which a window begins; `nil` if it begins at an offset.
  private func path(of question: inout WindowQuestion, _ rowPath: (String) -> RowPath?) throws -> RowPath? {
    if case .place(let device, _) = question.start {
      question.place = session.place(on: device)
      return question.place?.target.flatMap { rowPath($0.description) }
    }
    guard case .cell(let cell, _) = question.start else { return nil }
    if let path = rowPath(cell.canonicalKey) { return path }
    // Throws for an unknown cell.
    _ = try session.explanation(of: .key(cell))
    throw ScreenRefusal(404, Wording(.hiddenCell, .name(cell)))
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
  /// Advances the window of a page.
  ///
  /// - Parameters:
  ///   - client: the page.
  ///   - former: the stamp before the change.
  ///   - shown: the current screen.
  /// - Returns: the steps for the page; `nil` if the page has to query.
  func moveWindow(of client: String, since former: Int, to shown: ShownForm) -> OrderedJSON? {
    guard let followed = windows[client], followed.past == nil else { return nil }
    guard followed.stamp == former else {
      windows[client] = nil
      return nil
    }
    let old = followed.window
    let page = page(followed.page, in: shown)
    let new = shown.window(
      from: shown.start(of: old, on: page), height: old.height, session.estimates, on: page, in: session.speech)
    let edit = WindowEdit(from: old.items, to: new.items)
    guard edit.isSmall else {
      windows[client] = nil
      return nil
    }
    windows[client] = FollowedWindow(window: new, past: nil, page: page?.page.key, stamp: stamp)
    return .object(
      [("base", .integer(former)), ("height", .number(new.extent)), ("page", page?.json ?? .null)] + new.placement
        + [("steps", .array(edit.steps.map(\.json)))])
  }

  /// The current page with a key; `nil` if the whole form is shown.
  private func page(_ key: String?, in shown: ShownForm) -> ShownPage? {
    guard let key else { return nil }
    let pages = FormPages(of: shown.form)
    return shown.shownPages(of: pages).page(key, of: pages)
  }
}

extension ShownForm {
  /// The beginning of a window after a change, chosen to keep its items in place on the page.
  ///
  /// At the top, added rows should be visible. Elsewhere the first item that still exists stays in place.
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
  /// The step as JSON.
  fileprivate var json: OrderedJSON {
    switch self {
    case .remove(let first, let count): .object([("remove", .integer(first)), ("count", .integer(count))])
    case .insert(let first, let items):
      .object([("insert", .integer(first)), ("items", .array(items.map { .json($0.json) }))])
    case .update(let position, let item): .object([("update", .integer(position)), ("item", .json(item.json))])
    }
  }
}
