import FormState
import FormStateInterchange
import FormStateStore
import Foundation

extension ScreenModel {
  /// The cause of a visible change.
  enum Cause: String, Sendable {
    /// An action on a page of this model.
    case local
    /// An undo or redo on a page of this model.
    case undo
    /// An action by another process, or by a page with another view of the response.
    case elsewhere
    /// Heights measured by a page.
    case measured
  }

  /// Applies a line of an action script.
  ///
  /// - Parameters:
  ///   - line: the line, in UTF-8.
  ///   - seen: the value that the person saw in the cell; `nil` to skip the comparison.
  ///   - client: the acting page.
  ///   - author: the author for the journal; `nil` for the store's author.
  /// - Returns: the resulting revision, and the stamp of the change.
  /// - Throws: ``ScreenRefusal`` for invalid actions; `JSONLinesError`; `ActionError`; `ChangedValueError`;
  ///   `StaleRowsError`; `StoreError`. Nothing has changed then.
  /// - Complexity: a transaction, O(k log n) for k state changes, and a window for each page that follows.
  func act(
    _ line: Data, replacing seen: SeenValue? = nil, by client: String? = nil, author: String? = nil
  ) async throws -> (revision: Int, stamp: Int) {
    noteUse()
    let action = try Self.action(from: line)
    try requireWriting()
    if action == .complete, !session.isCompleted { try checkCompletion() }
    actionsUnderWay += 1
    defer { actionsUnderWay -= 1 }
    let change = try await session.apply(action, replacing: seen, by: author)
    try publish(action.kind.isAboutUndo ? .undo : .local, by: client, movesRows: !change.batch.isEmpty)
    return (change.revision, stamp)
  }

  /// Checks that a file may be attached to a cell now.
  ///
  /// - Throws: ``ScreenRefusal``; `ActionError` for an unknown cell and a completed response; `StoreError`.
  func requireFile(in cell: String) throws {
    noteUse()
    try requireWriting()
    guard let path = session.rowPath(of: .key(cell)), let row = session.row(at: path) else {
      // Throws for an unknown cell.
      _ = try session.explanation(of: .key(cell))
      throw ScreenRefusal(404, Wording(.hiddenCell, .name(cell)))
    }
    guard row.kind == .file else {
      throw ScreenRefusal(422, Wording(.notForFiles, .name(cell)))
    }
    guard !row.isReadOnly else {
      throw ScreenRefusal(422, Wording(.calculatedFile, .name(cell)))
    }
    guard !session.isCompleted else { throw ActionError.completed(cell: cell) }
  }

  private func requireWriting() throws {
    try store.requireWriting()
  }

  private static func action(from line: Data) throws -> FormAction {
    guard String(bytes: line, encoding: .utf8) != nil else {
      throw ScreenRefusal(400, "the body is not UTF-8 text; send a line of an action script")
    }
    guard let scripted = try ActionScript.action(fromLine: line, number: 1, source: "body") else {
      throw ScreenRefusal(400, "the body is empty; send a line of an action script")
    }
    guard scripted == ScriptedAction(scripted.action) else {
      throw ScreenRefusal(
        400, "“continues”, “group” and “moment” are only for replayed scripts; omit them here")
    }
    return scripted.action
  }

  /// Records heights that a page has measured, of items of its last window.
  ///
  /// - Parameters:
  ///   - heights: the heights in points, by the keys of the items.
  ///   - client: the page.
  /// - Returns: how many were recorded, and the stamp of the change.
  func measure(_ heights: [(key: String, height: Double)], by client: String) throws -> (taken: Int, stamp: Int) {
    noteUse()
    guard let followed = windows[client] else { return (0, stamp) }
    let places = Dictionary(followed.window.items.map { ($0.key, $0.place) }) { first, _ in first }
    var taken = 0
    for (key, height) in heights {
      guard case .row(let place)? = places[key] else { continue }
      // Sums then do not depend on their order: browsers measure in 64ths of a pixel.
      let points = (height * 64).rounded() / 64
      if setHeight(points, of: place, at: followed.past) { taken += 1 }
    }
    if taken > 0, followed.past == nil { try publish(.measured, by: client, movesRows: true) }
    return (taken, stamp)
  }

  private func setHeight(_ points: Double, of place: CellPlace, at revision: Int?) -> Bool {
    guard let revision else {
      return session.shown.index.rowPath(of: place).map { session.setMeasuredHeight(points, at: $0) } ?? false
    }
    guard past?.revision == revision, let path = past?.shown.index.rowPath(of: place) else { return false }
    return past?.setMeasuredHeight(points, at: path) ?? false
  }
}

// MARK: - Changes by others

extension ScreenModel {
  /// Reads the changes by others.
  ///
  /// Followers are notified of file errors, and of their end.
  func refresh() {
    // Each action reports its own changes.
    guard actionsUnderWay == 0 else { return }
    do {
      let former = sentHead.revision
      let change = try session.refresh()
      let isFound = loss.map { $0.what == .database } ?? false
      if isFound { loss = nil }
      try publish(.elsewhere, by: nil, movesRows: !change.batch.isEmpty)
      if former > 0, session.revision == 0 { try noteDeletedResponse() }
      if loss?.what == .response, session.revision > 0 { loss = nil }
      if isFound { tellState() }
    } catch {
      note(error)
    }
  }

  private func noteDeletedResponse() throws {
    do {
      try store.requireResponse(key)
    } catch let error as StoreError where error.code == .unknownResponse {
      lose(
        ScreenLoss(
          what: .response,
          sentence: Wording(.responseDeleted, .text(key.response.shortened)).text(in: session.speech)))
    }
  }

  private func note(_ error: any Error) {
    switch (error as? StoreError)?.code {
    // The next poll may succeed.
    case .busy?, .interrupted?, .suspended?: break
    case .unknownForm?: lose(ScreenLoss(what: .response, sentence: sentence(about: error)))
    case .filesLost?:
      lose(ScreenLoss(what: .database, sentence: sentence(about: error)))
      filesLost()
    default: lose(ScreenLoss(what: .database, sentence: sentence(about: error)))
    }
  }

  private func sentence(about error: any Error) -> String {
    (error as? StoreError)?.text(in: session.speech) ?? "\(error)"
  }

  private func lose(_ loss: ScreenLoss) {
    guard self.loss != loss else { return }
    self.loss = loss
    tell(loss.event)
  }
}

// MARK: - Notifying

extension ScreenModel {
  /// Notifies followers of changes, if there are any.
  ///
  /// - Parameters:
  ///   - cause: the cause.
  ///   - client: the page that caused it; `nil` for none of these.
  ///   - movesRows: whether rows were added, removed or changed.
  func publish(_ cause: Cause, by client: String?, movesRows: Bool) throws {
    try reopenWhereHeadersDiffer()
    let head = try self.head()
    guard movesRows || head != sentHead else { return }
    // A response that was begun again, or restored, has another past.
    if head.revision < sentHead.revision || head.version != sentHead.version { past = nil }
    if head.version != sentHead.version { windows = [:] }
    let former = stamp
    advanceStamp()
    sentHead = head
    let shown = session.shown
    for name in followers.keys {
      let window = moveWindow(of: name, since: former, to: shown)
      let members: [(name: String, value: OrderedJSON)] =
        [
          ("stamp", .integer(stamp)), ("from", .integer(former)), ("cause", .string(cause.rawValue)),
          ("client", OrderedJSON(client)),
        ] + head.moving + [("window", window ?? .null)]
      send(ScreenEvent(.change, .object(members)), to: name)
    }
  }

  /// Notifies followers of the state of the form's file, and of its effect on the response.
  func take(_ report: PreviewReport) {
    preview = report
    let isBack = report.loss == nil && loss?.what == .file
    if isBack { loss = nil }
    refresh()
    tell(ScreenEvent(.faults, report.json))
    if let sentence = report.loss { lose(ScreenLoss(what: .file, sentence: sentence)) }
    if isBack { tellState() }
  }
}
