/// Remembers recent named actions, so an action that is sent again is not done again.
///
/// A page whose connection breaks does not know whether its action has arrived.
actor RecentActions {
  /// The outcome of an action.
  typealias Outcome = (revision: Int, stamp: Int)

  /// The maximum number of remembered names.
  static let most = 1024

  private var actions: [String: Task<Outcome, any Error>] = [:]
  private var names: [String] = []

  /// Applies an action, or returns its outcome if it was or is being applied under the same name.
  ///
  /// - Parameters:
  ///   - name: its name; `nil` for one that is sent once.
  ///   - act: applies it.
  /// - Throws: what `act` throws; the action may then be sent again.
  func once(_ name: String?, _ act: @escaping @Sendable () async throws -> Outcome) async throws -> Outcome {
    guard let name else { return try await act() }
    if let known = actions[name] { return try await known.value }
    let action = Task(operation: act)
    remember(action, as: name)
    do {
      return try await withTaskCancellationHandler {
        try await action.value
      } onCancel: {
        action.cancel()
      }
    } catch {
      forget(name)
      throw error
    }
  }

  private func remember(_ action: Task<Outcome, any Error>, as name: String) {
    actions[name] = action
    names.append(name)
    if names.count > Self.most { actions[names.removeFirst()] = nil }
  }

  private func forget(_ name: String) {
    actions[name] = nil
    names.removeAll { $0 == name }
  }
}
