/// Remembers the actions that were sent under a name lately, so that one that is sent again is not done again.
///
/// A page whose connection breaks does not know whether what it sent has arrived.
actor RecentActions {
  /// What came of an action.
  typealias Outcome = (revision: Int, stamp: Int)

  /// The most names that are remembered.
  static let most = 1024

  private var actions: [String: Task<Outcome, any Error>] = [:]
  private var names: [String] = []

  /// Does an action, or gives what came of it where it was done, or is being done, under the same name.
  ///
  /// - Parameters:
  ///   - name: its name; `nil` for one that is sent once.
  ///   - act: does it.
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
