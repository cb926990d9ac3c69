import FormState

/// Several actions that are applied as one, see ``FormStore/group(_:in:begins:_:)`` and ``FormSession/group(_:_:)``.
///
/// A group is there for the duration of the closure that it is handed to.
public final class ActionGroup {
  private let repository: ResponseRepository
  private let path: String
  private let note: ([PlacedChange]) -> Void
  private let beforeWriting: (Decision) throws -> Void
  private let naming: (FormAction) throws -> FormAction
  /// The first revision of the step; `nil` before the first action, which may be preceded by what the form begins with.
  private var start: Int?
  private let name: String?
  private var isOpen = true

  init(
    _ name: String, repository: ResponseRepository, path: String,
    beforeWriting: @escaping (Decision) throws -> Void = { _ in },
    naming: @escaping (FormAction) throws -> FormAction = { $0 },
    noting note: @escaping ([PlacedChange]) -> Void = { _ in }
  ) {
    self.repository = repository
    self.path = path
    self.beforeWriting = beforeWriting
    self.naming = naming
    self.note = note
    self.name = name.isEmpty ? nil : name
  }

  /// Applies an action as part of the group.
  ///
  /// An action that throws leaves nothing behind; the others of the group stay, unless the closure throws as well.
  ///
  /// A row path means the rows as the actions before it have left them, in a session's group those that the session
  /// showed when the group began.
  ///
  /// - Throws: `ActionError` when the action is refused, also for one that is no step of its own, such as undo;
  ///   ``StoreError``.
  public func apply(_ action: FormAction) throws {
    guard isOpen else { throw StoreError.groupEnded }
    guard action.kind.continuesSteps else { throw ActionError.notInGroup(action.kind) }
    let applied = try StoreError.translating(path: path) {
      try repository.atomically {
        try repository.apply(
          naming(action),
          step: { position in
            let start = start ?? position.revision + 1
            self.start = start
            return StepPlacement(start: start, group: name)
          }, beforeWriting: beforeWriting)
      }
    }
    // Only now: what was to be written may have failed half way.
    note(applied.changes)
  }

  /// Ends the group; the transaction ends with it.
  func close() { isOpen = false }
}

/// What a caller's closure threw, on its way out of a transaction: it reaches the caller as it was, whatever it is.
struct CallersError: Error {
  let error: any Error

  init(_ error: any Error) {
    self.error = error
  }
}
