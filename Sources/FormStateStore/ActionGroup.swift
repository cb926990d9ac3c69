import FormState

/// Several actions that are applied as one, see ``FormStore/group(_:in:_:)`` and ``FormSession/group(_:_:)``.
///
/// A group is there for the duration of the closure that it is handed to.
public final class ActionGroup {
  private let repository: ResponseRepository
  private let beforeWriting: ([PlacedChange]) throws -> Void
  private let naming: (FormAction) throws -> FormAction
  private let start: Int
  private let name: String?
  private var isOpen = true

  init(
    _ name: String, repository: ResponseRepository, naming: @escaping (FormAction) throws -> FormAction = { $0 },
    beforeWriting: @escaping ([PlacedChange]) throws -> Void
  ) throws {
    self.repository = repository
    self.naming = naming
    self.beforeWriting = beforeWriting
    self.name = name.isEmpty ? nil : name
    start = try repository.revision() + 1
  }

  /// Applies an action as part of the group.
  ///
  /// A row path means the rows as the actions before it have left them, in a session's group those that the session showed
  /// when the group began.
  ///
  /// - Throws: `ActionError` when the action is refused, also for one that is no step of its own, such as undo; ``StoreError``.
  public func apply(_ action: FormAction) throws {
    guard isOpen else { throw StoreError.groupEnded }
    guard action.kind.isUndoable && !action.kind.isAboutUndo else { throw ActionError.notInGroup(action.kind) }
    _ = try repository.apply(
      naming(action), step: { _ in StepPlacement(start: start, group: name) }, beforeWriting: beforeWriting)
  }

  /// Ends the group; the transaction ends with it.
  func close() { isOpen = false }
}
