import FormState

/// Several actions that are applied as one, see ``FormStore/group(_:in:begins:in:_:)`` and
/// ``FormSession/group(_:showing:_:)``.
///
/// A group is valid only during its closure.
public final class ActionGroup {
  private let repository: ResponseRepository
  private let path: String
  private let note: ([PlacedChange]) -> Void
  private let beforeWriting: (Decision) throws -> Void
  private let naming: (FormAction) throws -> FormAction
  /// The first revision of the step; `nil` before the first action, which initial changes of the form may precede.
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
  /// An action that throws has no effect; the others of the group stay, unless the closure throws as well.
  ///
  /// A row path refers to the rows after the previous actions; in a session's group, to those that the session showed
  /// when the group began.
  ///
  /// - Throws: `ActionError` if the action is refused, including one that cannot be part of a step, such as undo;
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
    // Only now: writing may have failed halfway.
    note(applied.changes)
  }

  /// Ends the group; the transaction ends with it.
  func close() { isOpen = false }
}

/// An error of the caller's closure on its way out of a transaction: it reaches the caller unchanged.
struct CallersError: Error {
  let error: any Error

  init(_ error: any Error) {
    self.error = error
  }
}
