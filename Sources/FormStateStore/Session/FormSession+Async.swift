import FormState

/// The same without holding a thread up: the commit waits elsewhere, and the session moves on where the caller runs.
///
/// On the main actor, nothing between two questions of a table view moves its rows, and no long write of somebody else
/// keeps the actor waiting.
///
/// A task that is cancelled before its action is begun ends with `CancellationError`, and nothing has happened; later,
/// its action is done all the same.
extension FormSession {
  /// Applies an action; see the form of this method that is not `async`.
  ///
  /// A row path means the row that the session shows when this is called, wherever it moves until the commit.
  ///
  /// - Throws: `ActionError`; ``StaleRowsError``; ``StoreError``; `CancellationError`. The session shows what it showed
  ///   before.
  @discardableResult
  public func apply(
    _ action: FormAction, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ScreenChange {
    try await apply(seen(action))
  }

  /// Applies an action as somebody, unless its cell holds something else than the person saw.
  ///
  /// Looked at in the transaction of the action, so that nobody's answer is replaced unseen.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - value: what they saw; `nil` where that is not to be compared.
  ///   - author: who they are, for this action alone; `nil` for whom the store names.
  /// - Throws: ``ChangedValueError``, besides what ``apply(_:isolation:)`` throws.
  @discardableResult
  package func apply(
    _ action: FormAction, replacing value: SeenValue?, by author: String? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> ScreenChange {
    var seen = try seen(action)
    seen.value = value
    seen.author = author
    return try await apply(seen)
  }

  /// Applies an action whose rows were fixed before.
  func apply(_ seen: SeenAction, isolation: isolated (any Actor)? = #isolation) async throws -> ScreenChange {
    advance(by: try await commit(seen), inStages: false).change
  }

  /// Applies an action and hands what it did to a table view in stages; see the form of this method that is not
  /// `async`.
  ///
  /// - Throws: `ActionError`; ``StaleRowsError``; ``StoreError``; `CancellationError`, before anything is shown.
  @discardableResult
  public func apply(
    _ action: FormAction, isolation: isolated (any Actor)? = #isolation, showing show: (BatchUpdate) -> Void
  ) async throws -> ScreenChange {
    advanceInStages(by: try await commit(seen(action)), show)
  }

  /// Applies several actions as one; see the form of this method that is not `async`.
  ///
  /// - Throws: what `work` throws; ``StoreError``; `CancellationError`. The session shows what it showed before.
  @discardableResult
  public func group(
    _ name: String, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) async throws -> ScreenChange {
    try await group(name, on: shownNow(), work)
  }

  /// Applies several actions as one, whose row paths mean the rows of a screen.
  func group(
    _ name: String, on shown: Locked<SessionSnapshot?>, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) async throws -> ScreenChange {
    advance(by: try await commit(name, shown, work), inStages: false).change
  }

  /// Applies several actions as one and hands what they did to a table view in stages; see the form of this method that
  /// is not `async`.
  ///
  /// - Throws: what `work` throws; ``StoreError``; `CancellationError`, before anything is shown.
  @discardableResult
  public func group(
    _ name: String, isolation: isolated (any Actor)? = #isolation, showing show: (BatchUpdate) -> Void,
    _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) async throws -> ScreenChange {
    advanceInStages(by: try await commit(name, shownNow(), work), show)
  }

  /// Takes the last undo steps back; see the form of this method that is not `async`.
  @discardableResult
  public func undo(
    count: Int = 1, isolation: isolated (any Actor)? = #isolation, showing show: (BatchUpdate) -> Void = { _ in }
  ) async throws -> ScreenChange {
    advanceInStages(by: try await commit(seen(.undo(undoScope)), times: count), show)
  }

  /// Does the steps again that were reverted last; see the form of this method that is not `async`.
  @discardableResult
  public func redo(
    count: Int = 1, isolation: isolated (any Actor)? = #isolation, showing show: (BatchUpdate) -> Void = { _ in }
  ) async throws -> ScreenChange {
    advanceInStages(by: try await commit(seen(.redo(undoScope)), times: count), show)
  }

  /// Applies an action from code that cannot wait, such as a delegate's method, and shows it on the main actor.
  ///
  /// ```swift
  /// func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
  ///   session.perform(.tap(.rowPath(indexPath.rowPath))) { self.take($0, in: tableView) }
  /// }
  /// ```
  ///
  /// A row path means the row that the session shows now. In a `Task` of your own the action would begin later, when
  /// the rows may have moved.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - show: shows one stage, as with ``apply(_:showing:)``.
  /// - Returns: a task that ends with the whole batch update, or with what ``apply(_:isolation:showing:)`` throws.
  @MainActor @discardableResult
  public func perform(
    _ action: FormAction, showing show: @escaping @MainActor (BatchUpdate) -> Void = { _ in }
  ) -> Task<ScreenChange, any Error> {
    let seen = Result { try self.seen(action) }
    return Task { @MainActor in advanceInStages(by: try await commit(seen.get()), show) }
  }

  /// Uses the forms of this session's methods that wait, from `async` code, where Swift would choose the `async` ones.
  ///
  /// ```swift
  /// let change = try session.blocking { try $0.apply(.tap("fullname")) }
  /// ```
  ///
  /// The thread waits for the commit.
  @discardableResult
  public func blocking<Result>(_ work: (FormSession) throws -> Result) rethrows -> Result { try work(self) }

  private func advanceInStages(by news: SessionNews, _ show: (BatchUpdate) -> Void) -> ScreenChange {
    let (change, turn) = advance(by: news, inStages: true)
    self.show(change, turn: turn, show)
    return change
  }
}
