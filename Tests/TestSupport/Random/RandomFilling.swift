import FormState
import FormStateStore

/// A response with random answers and its whole history.
public struct RandomFilling {
  /// The form.
  public let form: FormDefinition
  /// A store in memory with the form and the response.
  public let store: FormStore
  /// The response.
  public let key: ResponseKey
  private var history: RandomHistory

  /// Begins at a seed, with a form whose sections have about so many cells each.
  public init(seed: UInt64, sections: Int = 3, cellsPerSection: Int = 14) throws {
    history = RandomHistory(seed: seed)
    form = history.form(sections: sections, cellsPerSection: cellsPerSection)
    store = try FormStore.inMemory()
    try store.save(form)
    key = ResponseKey(form: form.key)
  }

  /// Applies so many actions; refused ones are skipped.
  public mutating func fillIn(_ count: Int) throws {
    for _ in 0..<count { try Self.apply(history.event(on: form), to: key, in: store) }
  }

  /// A number in a range.
  public mutating func number(in range: ClosedRange<Int>) -> Int { history.number(in: range) }

  private static func apply(_ event: RandomHistory.Event, to key: ResponseKey, in store: FormStore) throws {
    do {
      switch event {
      case .action(let action): try store.apply(action, to: key)
      case .group(let name, let actions):
        try store.group(name, in: key) { group in
          for action in actions { try group.apply(action) }
        }
      }
    } catch is ActionError {
      return
    }
  }
}
