import FormState

/// The same without holding a thread up: the commit waits elsewhere, and the session moves on where the caller runs.
///
/// On the main actor, nothing between two questions of a table view moves its rows, and no long write of somebody else keeps the
/// actor waiting.
///
/// A task that is cancelled before its action is begun ends with `CancellationError`, and nothing has happened; later, its
/// action is done all the same.
extension FormSession {
  /// Applies an action; see the form of this method that is not `async`.
  ///
  /// - Throws: `ActionError`; ``StaleRowsError``; ``StoreError``; `CancellationError`. The session shows what it showed before.
  @discardableResult
  public func apply(
    _ action: FormAction, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ScreenChange {
    advance(by: try await commit(action), inStages: false).change
  }

  /// Applies an action and hands what it did to a table view in stages; see the form of this method that is not `async`.
  ///
  /// - Throws: `ActionError`; ``StaleRowsError``; ``StoreError``; `CancellationError`, before anything is shown.
  @discardableResult
  public func apply(
    _ action: FormAction, isolation: isolated (any Actor)? = #isolation, showing show: (BatchUpdate) -> Void
  ) async throws -> ScreenChange {
    advanceInStages(by: try await commit(action), show)
  }

  /// Applies several actions as one; see the form of this method that is not `async`.
  ///
  /// - Throws: what `work` throws; ``StoreError``; `CancellationError`. The session shows what it showed before.
  @discardableResult
  public func group(
    _ name: String, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) async throws -> ScreenChange {
    advance(by: try await commit(name, work), inStages: false).change
  }

  /// Applies several actions as one and hands what they did to a table view in stages; see the form of this method that is not
  /// `async`.
  ///
  /// - Throws: what `work` throws; ``StoreError``; `CancellationError`, before anything is shown.
  @discardableResult
  public func group(
    _ name: String, isolation: isolated (any Actor)? = #isolation, showing show: (BatchUpdate) -> Void,
    _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) async throws -> ScreenChange {
    advanceInStages(by: try await commit(name, work), show)
  }

  /// Takes the last undo steps back; see the form of this method that is not `async`.
  @discardableResult
  public func undo(
    count: Int = 1, isolation: isolated (any Actor)? = #isolation, showing show: (BatchUpdate) -> Void = { _ in }
  ) async throws -> ScreenChange {
    advanceInStages(by: try await commit(.undo(undoScope), times: count), show)
  }

  /// Does the steps again that were taken back last; see the form of this method that is not `async`.
  @discardableResult
  public func redo(
    count: Int = 1, isolation: isolated (any Actor)? = #isolation, showing show: (BatchUpdate) -> Void = { _ in }
  ) async throws -> ScreenChange {
    advanceInStages(by: try await commit(.redo(undoScope), times: count), show)
  }

  private func advanceInStages(by news: SessionNews, _ show: (BatchUpdate) -> Void) -> ScreenChange {
    let (change, turn) = advance(by: news, inStages: true)
    self.show(change, turn: turn, show)
    return change
  }
}
