import FormState

/// The same without blocking a thread: the commit waits elsewhere, and the session advances where the caller runs.
///
/// On the main actor, rows do not move between two reads by a table view, and a long write by others does not block the
/// actor.
///
/// Actions that an actor asks for are committed in that order, also those that begin before earlier ones have returned.
///
/// A task that is cancelled before its action begins throws `CancellationError`, and nothing has happened; after that,
/// its action is completed.
extension FormSession {
  /// Applies an action; see the overload that is not `async`.
  ///
  /// A row path refers to the row that the session shows at the time of the call, wherever it moves until the commit.
  ///
  /// - Throws: `ActionError`; ``StaleRowsError``; ``StoreError``; `CancellationError`. The session is then unchanged.
  @discardableResult
  public func apply(
    _ action: FormAction, isolation: isolated (any Actor)? = #isolation, showing show: ((BatchUpdate) -> Void)? = nil
  ) async throws -> ScreenChange {
    advance(by: try await commit(seen(action)), showing: show)
  }

  /// Applies an action by an author, unless the value of its cell differs from what the person saw.
  ///
  /// Checked in the transaction of the action, so no answer is replaced unseen.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - value: the value that the person saw, or the identity of the question to settle; `nil` to skip the comparison.
  ///   - author: the author of this action; `nil` for the store's.
  /// - Throws: ``ChangedValueError``, in addition to the errors of ``apply(_:isolation:showing:)-(FormAction,_,_)``.
  @discardableResult
  package func apply(
    _ action: FormAction, replacing value: SeenValue?, by author: String? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> ScreenChange {
    var seen = try seen(action)
    if let value { seen.value = value }
    seen.author = author
    return try await apply(seen)
  }

  /// Applies an action as it was seen, perhaps a while ago; see the overload that is not `async`.
  ///
  /// - Throws: as ``apply(_:isolation:showing:)-(FormAction,_,_)``.
  @discardableResult
  public func apply(
    _ seen: SeenAction, isolation: isolated (any Actor)? = #isolation, showing show: ((BatchUpdate) -> Void)? = nil
  ) async throws -> ScreenChange {
    advance(by: try await commit(seen), showing: show)
  }

  /// Applies several actions as one; see the overload that is not `async`.
  ///
  /// - Throws: what `work` throws; ``StoreError``; `CancellationError`. The session is then unchanged.
  @discardableResult
  public func group(
    _ name: String, isolation: isolated (any Actor)? = #isolation, showing show: ((BatchUpdate) -> Void)? = nil,
    _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) async throws -> ScreenChange {
    advance(by: try await commit(name, shownNow(), work), showing: show)
  }

  /// Applies several actions as one, with row paths on a given screen.
  func group(
    _ name: String, on shown: Locked<SessionSnapshot?>, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) async throws -> ScreenChange {
    advance(by: try await commit(name, shown, work), showing: nil)
  }

  /// Reverts the last undo steps; see the overload that is not `async`.
  @discardableResult
  public func undo(
    count: Int = 1, isolation: isolated (any Actor)? = #isolation, showing show: ((BatchUpdate) -> Void)? = nil
  ) async throws -> ScreenChange {
    advance(by: try await commit(seen(.undo(undoScope)), times: count), showing: show)
  }

  /// Restores the last undone steps; see the overload that is not `async`.
  @discardableResult
  public func redo(
    count: Int = 1, isolation: isolated (any Actor)? = #isolation, showing show: ((BatchUpdate) -> Void)? = nil
  ) async throws -> ScreenChange {
    advance(by: try await commit(seen(.redo(undoScope)), times: count), showing: show)
  }

  /// Applies an action from code that cannot wait, such as a delegate's method, and shows it on the main actor.
  ///
  /// ```swift
  /// func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
  ///   session.perform(.tap(.rowPath(indexPath.rowPath))) { self.take($0, in: tableView) }
  /// }
  /// ```
  ///
  /// A row path refers to the row that the session shows now. In a `Task` of your own the action would begin later,
  /// when the rows may have moved.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - show: shows one stage, as with ``apply(_:showing:)-(FormAction,_)``.
  /// - Returns: a task with the whole batch update, or the error of ``apply(_:isolation:showing:)-(FormAction,_,_)``.
  @MainActor @discardableResult
  public func perform(
    _ action: FormAction, showing show: @escaping @MainActor (BatchUpdate) -> Void = { _ in }
  ) -> Task<ScreenChange, any Error> {
    let seen = Result { try self.seen(action) }
    return Task { @MainActor in advance(by: try await commit(seen.get()), showing: show) }
  }

  /// Calls the blocking overloads of this session's methods from `async` code, where Swift would choose the `async`
  /// ones.
  ///
  /// ```swift
  /// let change = try session.blocking { try $0.apply(.tap("fullname")) }
  /// ```
  ///
  /// The thread waits for the commit.
  @discardableResult
  public func blocking<Result>(_ work: (FormSession) throws -> Result) rethrows -> Result { try work(self) }

  private func advance(by news: SessionNews, showing show: ((BatchUpdate) -> Void)?) -> ScreenChange {
    shown(advance(by: news, inStages: show != nil), show)
  }
}
